"""What holds for all tests: nothing in them depends on how fast the machine is."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

import realms.kernel.rule  # noqa: F401  (how rules run is settled before a command prefers a way)

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
