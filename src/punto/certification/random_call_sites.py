"""List every place in the code that requests a random number, and its purpose.

The search walks the syntax tree of every module, so it also finds new places. A new module has no
purpose until `PURPOSES` names it or its folder.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import punto

MODULES = ("secrets", "random", "os.urandom", "numpy.random", "np.random", "uuid")


@dataclass(frozen=True, slots=True)
class RandomCallSite:
    """A place in the code that requests a random number."""

    module: str
    line: int
    function: str
    call: str

    @property
    def is_of_the_system(self) -> bool:
        """Whether the operating system produces the number, so that no one can predict it."""
        return self.call.startswith(("secrets.", "os.urandom"))


PURPOSES = {
    "devices/virtual_shoe.py": "the order of a shoe and its salt: the one source of cards",
    "journal/keys.py": "every key of the house, and the nonce that seals a shoe or locks a key",
    "floor/terminals/enrolment.py": "keys of terminals",
    "floor/access/sessions.py": "session tokens of staff",
    "floor/access/passwords.py": "one-time codes; a digest for unknown names",
    "floor/": "ids that prevent a second execution of the floor's own commands",
    "certification/days/": "simulated days for tests, from a reported seed",
    "simulation/": "shoes of simulations, from a reported seed",
    "cli/": "trials on the command line, from a given seed or one that the system drew",
}
"""The purpose of each place, by module or folder."""


def purpose_of(module: str) -> str | None:
    """The purpose of a module's random numbers; None if `PURPOSES` does not name it."""
    for name, words in PURPOSES.items():
        if module == name or (name.endswith("/") and module.startswith(name)):
            return words
    return None


def call_sites(root: Path | None = None) -> tuple[RandomCallSite, ...]:
    """Every place that requests a random number, in order of module and line."""
    base = root or Path(punto.__file__).parent
    found: list[RandomCallSite] = []
    for path in sorted(base.rglob("*.py")):
        module = path.relative_to(base).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += _sites(module, tree)
    return tuple(sorted(found, key=lambda each: (each.module, each.line, each.call)))


def _sites(module: str, tree: ast.Module) -> Iterator[RandomCallSite]:
    names = _imported(tree)
    scopes = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name):
            continue
        written = ast.unparse(node)
        head, dot, rest = written.partition(".")
        full = f"{names.get(head, '')}{dot}{rest}" if head in names else ""
        if full.startswith(MODULES) and full not in ("secrets", "random", "uuid", "numpy.random"):
            inside = [scope for scope in scopes if scope[0] <= node.lineno <= scope[1]]
            function = max(inside, default=(0, 0, "module"))[2]
            yield RandomCallSite(module, node.lineno, function, full)


def _imported(tree: ast.Module) -> dict[str, str]:
    """The names under which a module imported a random source."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name in ("secrets", "random", "uuid", "os", "numpy"):
                    known[each.asname or each.name] = each.name
        elif isinstance(node, ast.ImportFrom) and node.module in (
            "secrets",
            "random",
            "uuid",
            "os",
        ):
            for each in node.names:
                known[each.asname or each.name] = f"{node.module}.{each.name}"
    return known
