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
    """A place that asks for chance."""

    module: str
    line: int
    function: str
    call: str

    @property
    def is_of_the_system(self) -> bool:
        """Whether the chance is the operating system's own, which nobody can foresee."""
        return self.call.startswith(("secrets.", "os.urandom"))


PURPOSES = {
    "devices/virtual_shoe.py": "the order of a shoe and its salt: the one source of cards",
    "journal/keys/vault.py": "the nonce under which a shoe is sealed or a key is locked",
    "journal/keys/key_ring.py": "every key of the house",
    "floor/terminals/enrolment.py": "keys of terminals",
    "floor/access/sessions.py": "session tokens of staff",
    "floor/access/passwords.py": "one-time codes; a digest for names that nobody has",
    "floor/": "ids under which the floor's own commands are done once",
    "certification/days/": "days that are played for tests, from a seed that is told",
    "simulation/": "shoes of simulations, from a seed that is told",
    "cli/": "trials on the command line, from a seed that is told or that the system drew",
}
"""What each place asks for chance for, by module or folder."""


def purpose_of(module: str) -> str | None:
    """What a module asks for chance for, None if nobody has said so."""
    for name, words in PURPOSES.items():
        if module == name or (name.endswith("/") and module.startswith(name)):
            return words
    return None


def call_sites(root: Path | None = None) -> tuple[RandomCallSite, ...]:
    """Every place that asks for chance, in order of module and line."""
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
    """The names under which a module knows a source of chance."""
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
