"""Vehicles and guns."""
