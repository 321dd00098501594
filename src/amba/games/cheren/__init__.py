"""The Road to Cheren: Eritrea, January to April 1941."""
