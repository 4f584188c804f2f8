"""Check whether a place named in a register exists in the package."""

from importlib import import_module


def resolves(place: str) -> bool:
    """Whether a dotted name under `punto` is a module or a name in one."""
    parts = place.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: object = import_module(".".join(["punto", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        try:
            for name in parts[length:]:
                thing = getattr(thing, name)
        except AttributeError:
            return False
        return True
    return False
