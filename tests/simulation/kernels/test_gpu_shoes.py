"""Check the tables and the source of the GPU kernels on the host, and the kernels on a GPU.

The play of both designs is plain C++ inside `shoes.cu`. Compiled for the host it must give the
exact odds, the rounds of the tables, and totals that do not depend on the split.
"""

import ctypes
import mmap
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from punto.core.facts import point_value
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.odds.engine import gpu
from punto.simulation.game_tables import compile_tables
from punto.simulation.kernels import gpu_shoes
from punto.simulation.kernels.gpu_shoes import MARK, gpu_tables, options
from punto.simulation.randomness.battery import run_battery
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import compute_results
from punto.simulation.shoe_dealing import CutRule, ShoeDealing, unbiased_rounds
from punto.simulation.shoe_play import ShoeTask, play_totals
from punto.simulation.totals import Totals

SOURCE = Path(gpu_shoes.__file__).with_name("shoes.cu")
DESIGNS = ("shoes_in_columns", "shoes_from_counts")
SHOES = 12_800

DEALINGS = (
    ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED),
    ShoeDealing(),
    ShoeDealing(rounds=69),
)

HostPlay = Callable[..., Totals]


@pytest.fixture(scope="module")
def compiled_source(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Return a function that compiles the GPU's source for this machine, with definitions."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++ to compile the kernels' source for this machine")

    def library(defines: dict[str, int]) -> Any:
        path = tmp_path_factory.mktemp("shoes") / "shoes.so"
        command = [compiler, "-O2", "-Wall", "-x", "c++", "-shared", "-fPIC", str(SOURCE)]
        subprocess.run([*command, *options(defines), "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))

    return library


def address(array: np.ndarray) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


@pytest.fixture(scope="module")
def on_host(compiled_source: Callable[..., Any]) -> HostPlay:
    """Return a function that plays shoes on the host with the GPU's source."""

    def play(
        book: Rulebook,
        dealing: ShoeDealing,
        design: int,
        first: int,
        shoes: int,
        changes: dict[str, int] | None = None,
    ) -> Totals:
        tables = compile_tables(book)
        gpu = gpu_tables(tables, dealing)
        expected = {"THREADS": 3, **(changes or {})}
        library = compiled_source({**gpu.defines, **expected})
        launch = gpu_shoes.LaunchShape(DESIGNS[design], expected["THREADS"], 1)
        # A GPU reserves the first kilobyte of a block's memory.
        memory = guarded(1024 + gpu_shoes.shared_bytes(gpu, launch))
        tallies = np.zeros(tables.outcomes + gpu.defines["LENGTHS"], np.uint32)
        library.shoes_on_host(
            design,
            *map(address, (gpu.fresh, gpu.codes, gpu.words)),
            ctypes.c_uint64(5),
            ctypes.c_uint64(first // 64),
            ctypes.c_uint64(shoes),
            address(memory),
            1024,
            address(tallies),
        )
        by_outcome, lengths = np.split(tallies.astype(np.int64), [tables.outcomes])
        return Totals(shoes, by_outcome, lengths)

    return play


def guarded(size: int) -> np.ndarray:
    """Return memory before a protected page, so that an access after its end crashes the test."""
    page = mmap.PAGESIZE
    whole = -(-size // page) * page
    pages = np.frombuffer(mmap.mmap(-1, whole + page), np.uint8)
    protected = ctypes.c_void_p(pages.ctypes.data + whole)
    assert ctypes.CDLL(None).mprotect(protected, ctypes.c_size_t(page), 0) == 0
    return pages[whole - size : whole]


@pytest.mark.parametrize("design", range(2), ids=DESIGNS)
@pytest.mark.parametrize("key", ["tiger", "seven-up", "fortune-six"])
def test_the_kernel_source_gives_the_exact_odds(on_host: HostPlay, key: str, design: int) -> None:
    book = game(key)
    dealing = ShoeDealing(rounds=unbiased_rounds(book, 8))
    results = compute_results(book, dealing, 5, on_host(book, dealing, design, 0, SHOES))
    assert results.totals.rounds == SHOES * unbiased_rounds(book, 8)
    assert max(abs(z) for z in results.z_scores) < 4
    assert chi_square_tail(results.chi_square, results.degrees) > 1e-4


@pytest.mark.parametrize("design", range(2), ids=DESIGNS)
def test_shoes_are_as_long_as_on_the_cpu(on_host: HostPlay, design: int) -> None:
    book = game("tiger")
    dealing = ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED)
    gpu, cpu = (
        on_host(book, dealing, design, 0, SHOES),
        play_totals(ShoeTask(book, dealing, 1), 0, SHOES),
    )
    numbers = np.arange(len(cpu.lengths))
    mean = [float((totals.lengths * numbers).sum() / SHOES) for totals in (gpu, cpu)]
    spread = float((cpu.lengths * (numbers - mean[1]) ** 2).sum() / SHOES)
    assert abs(mean[0] - mean[1]) < 4 * (2 * spread / SHOES) ** 0.5


def test_totals_of_the_kernels_do_not_depend_on_the_split(on_host: HostPlay) -> None:
    book, dealing = game("tiger"), ShoeDealing()
    whole = on_host(book, dealing, 0, 0, 1_000)
    assert on_host(book, dealing, 0, 0, 640) + on_host(book, dealing, 0, 640, 360) == whole


@pytest.mark.parametrize("threads", [32, 480, 512])
def test_totals_do_not_depend_on_the_place_of_the_columns(on_host: HostPlay, threads: int) -> None:
    book, dealing = game("tiger"), ShoeDealing()
    other = on_host(book, dealing, 0, 0, 500, {"THREADS": threads})
    assert on_host(book, dealing, 0, 0, 500) == other


@pytest.mark.parametrize(
    "dealing",
    [ShoeDealing(cut_cards=6), ShoeDealing(4, 6, burn=True), ShoeDealing(rounds=69)],
    ids=["deep", "burned", "fixed"],
)
def test_a_round_reads_only_the_memory_of_its_block(
    on_host: HostPlay, dealing: ShoeDealing
) -> None:
    """The columns are between tallies and tables, and a protected page follows."""
    on_host(game("tiger"), dealing, 0, 0, 640, {"THREADS": 512})


def test_the_byte_of_a_card_has_its_value_and_identifies_its_rank() -> None:
    gpu = gpu_tables(compile_tables(game("tiger")), ShoeDealing())
    values = [point_value(rank) for rank in range(1, 14)]
    assert [int(code) & 15 for code in gpu.codes[:13]] == values
    assert len(set(gpu.codes[:13].tolist())) == 13
    assert not (gpu.codes & MARK).any()


def test_sevens_are_marked_if_a_wager_counts_them() -> None:
    gpu = gpu_tables(compile_tables(game("seven-up")), ShoeDealing())
    assert np.flatnonzero(gpu.codes & MARK).tolist() == [6]


def test_the_shuffle_places_only_cards_that_can_be_dealt() -> None:
    book = game("tiger")
    defines = gpu_tables(compile_tables(book), ShoeDealing(cut_cards=100)).defines
    assert (defines["CARDS"], defines["DEALT"]) == (416, 324)
    defines = gpu_tables(compile_tables(book), ShoeDealing(rounds=69)).defines
    assert defines["DEALT"] == 416


def test_large_definitions_are_marked_as_unsigned() -> None:
    assert options({"A": 1, "B": 2**31}) == ["-DA=1", "-DB=2147483648u"]


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_game_has_tables_for_the_gpu(book: Rulebook) -> None:
    tables = compile_tables(book)
    gpu = gpu_tables(tables, ShoeDealing())
    assert len(set(gpu.codes[:13].tolist())) == 13
    entries = gpu.words[361:].view(np.uint16)
    groups = entries[gpu.defines["THIRDS"] :][:40] // 4
    assert set(groups.tolist()) <= set(tables.groups.tolist()) | {0}
    for launch in gpu_shoes.LAUNCHES[:2]:
        assert gpu_shoes.shared_bytes(gpu, launch) <= 227 * 1024 or tables.outcomes > 2048


def test_the_cuda_source_compiles_for_a_hopper_gpu(tmp_path: Path) -> None:
    compiler = shutil.which("nvcc")
    if compiler is None:
        pytest.skip("no nvcc to compile the kernels with")
    for key in ("tiger", "seven-up"):
        gpu = gpu_tables(compile_tables(game(key)), ShoeDealing())
        defines = options({**gpu.defines, "THREADS": 448, "BLOCKS": 1})
        target = ["-ptx", "-arch=sm_90", "-o", str(tmp_path / "shoes.ptx")]
        subprocess.run([compiler, "-std=c++17", *target, str(SOURCE), *defines], check=True)
        text = (tmp_path / "shoes.ptx").read_text(encoding="utf-8")
        assert ".entry shoes_in_columns" in text
        assert ".entry shoes_from_counts" in text


def test_a_missing_gpu_is_reported_in_one_line() -> None:
    if gpu.why_unavailable() is None:
        pytest.skip("this machine has a GPU")
    with pytest.raises(ValueError, match=r"^no GPU: .+$"):
        gpu_shoes.play_totals_on_gpu(ShoeTask(game("tiger"), ShoeDealing(), 1), 0, 64)


def test_a_first_shoe_within_a_run_is_refused() -> None:
    with pytest.raises(ValueError, match="first shoe 10; expected a multiple of 64"):
        gpu_shoes.play_totals_on_gpu(ShoeTask(game("tiger"), ShoeDealing(), 1), 10, 64)


@pytest.mark.skipif(gpu.why_unavailable() is not None, reason=gpu.why_unavailable() or "")
@pytest.mark.parametrize("launch", gpu_shoes.LAUNCHES, ids=str)
def test_every_launch_shape_gives_the_totals_of_the_host(
    on_host: HostPlay, launch: gpu_shoes.LaunchShape
) -> None:
    book, dealing = game("tiger"), ShoeDealing()
    runner = gpu_shoes.GpuShoeRunner(ShoeTask(book, dealing, 5))
    if launch not in runner.fitting():
        pytest.skip("too little shared memory on this device")
    design = DESIGNS.index(launch.kernel)
    assert runner.play(launch, 5, 0, 1_000) == on_host(book, dealing, design, 0, 1_000)


@pytest.mark.parametrize("dealing", DEALINGS, ids=["published", "table", "fixed"])
def test_the_unseen_cards_before_every_round_are_recorded(
    on_host: HostPlay, compiled_source: Callable[..., Any], dealing: ShoeDealing
) -> None:
    """The shoes equal those of the second design; each round removes its cards."""
    book, shoes = game("tiger"), 256
    tables = compile_tables(book)
    gpu = gpu_tables(tables, dealing)
    room = shoes * gpu.defines["LENGTHS"]
    unseen, shoe_of = np.zeros((13, room), np.int32), np.zeros(room, np.uint32)
    recorded = np.zeros(1, np.uint64)
    memory = guarded(
        gpu_shoes.shared_bytes(gpu, gpu_shoes.LaunchShape("unseen_before_rounds", 128, 1))
    )
    compiled_source({**gpu.defines, "THREADS": 128}).unseen_on_host(
        *map(address, (gpu.codes, gpu.words)),
        ctypes.c_uint64(5),
        ctypes.c_uint64(0),
        ctypes.c_uint64(shoes),
        *map(address, (memory, unseen, shoe_of)),
        ctypes.c_uint64(room),
        address(recorded),
    )
    rounds = int(recorded[0])
    lengths = np.bincount(np.bincount(shoe_of[:rounds]), minlength=gpu.defines["LENGTHS"])
    assert lengths.tolist() == on_host(book, dealing, 1, 0, shoes).lengths.tolist()
    cards = unseen[:, :rounds].sum(0)
    is_first = np.diff(shoe_of[:rounds], prepend=shoes) != 0
    assert set(cards[is_first].tolist()) == {416 - dealing.burn}
    used = -np.diff(cards)[~is_first[1:]]
    assert set(used.tolist()) == {4, 5, 6}
    assert unseen.min() == 0
    assert unseen.max() == 32


def test_the_shoes_of_the_first_design_pass_the_battery(
    compiled_source: Callable[..., Any],
) -> None:
    """The test uses whole shoes in the order in which the kernel's shuffle deals them."""
    book, dealing, shoes = game("tiger"), ShoeDealing(cut_cards=6), 2_000
    gpu = gpu_tables(compile_tables(book), dealing)
    memory = guarded(gpu_shoes.shared_bytes(gpu, gpu_shoes.LaunchShape("shoes_in_columns", 32, 1)))
    orders = np.zeros((shoes, dealing.cards), np.uint8)
    compiled_source({**gpu.defines, "THREADS": 32}).orders_on_host(
        address(gpu.fresh),
        ctypes.c_uint64(7),
        ctypes.c_uint64(0),
        ctypes.c_uint64(shoes),
        *map(address, (memory, orders)),
    )
    rank_of = np.zeros(256, np.uint8)
    rank_of[gpu.codes[:13]] = np.arange(13)
    ranks = rank_of[orders]
    assert (np.sort(ranks, axis=1) == np.repeat(np.arange(13), 32)).all()
    verdict = run_battery([ranks], book)
    assert verdict.passes, verdict.worst
