"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples on every machine and no deadline: a busy machine is not a failure.
settings.register_profile("amba", deadline=None, derandomize=True, max_examples=60, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("amba")
