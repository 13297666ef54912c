"""How every test runs."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "here", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("here")
