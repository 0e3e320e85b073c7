"""A small share of the proof that looking does not fill the memory; ``make verify`` runs two thousand pictures."""

from tests.vision.steady_memory import growth_bytes, looking


def test_memory_stays_flat_over_pictures() -> None:
    assert growth_bytes(looking(), warm=20, count=40) < 50_000
