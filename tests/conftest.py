"""How every test runs; `--hypothesis-profile=many` looks longer for a fault."""

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow]
settings.register_profile(
    "few", max_examples=60, deadline=None, suppress_health_check=QUIET
)
settings.register_profile(
    "many", max_examples=1000, deadline=None, suppress_health_check=QUIET
)
settings.load_profile("few")
