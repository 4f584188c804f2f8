"""The simulated disk loses unsynced content, which all tests of power cuts depend on."""

from random import Random

from tests.powercut.disk import SECTOR, Disk, Platter

OLD, NEW = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR
SEEDS = range(400)


def disk_with(data: bytes) -> tuple[Disk, int]:
    disk = Disk(Platter({"file": data}))
    return disk, disk.open("file")


def platter_of(disk: Disk) -> Platter:
    platter = disk.start.copy()
    for act in disk.acts:
        platter.follow(act)
    return platter


def left_by_cuts(disk: Disk) -> list[dict[str, bytes]]:
    platter = platter_of(disk)
    return [Disk(platter.after_power_cut(Random(seed))).files() for seed in SEEDS]


def test_synced_bytes_survive_every_power_cut() -> None:
    disk, file = disk_with(OLD)
    disk.write(file, 0, NEW)
    disk.sync(file)
    assert all(files == {"file": NEW} for files in left_by_cuts(disk))


def test_unsynced_bytes_survive_are_lost_or_are_torn_at_a_sector() -> None:
    disk, file = disk_with(OLD)
    disk.write(file, 0, NEW)
    found = {files["file"] for files in left_by_cuts(disk)}
    assert {OLD, NEW} < found
    for content in found:
        sectors = {content[at : at + SECTOR] for at in range(0, len(content), SECTOR)}
        assert sectors <= {OLD[:SECTOR], NEW[:SECTOR]}


def test_a_later_write_may_survive_alone_or_before_an_earlier_one() -> None:
    disk, file = disk_with(OLD)
    disk.write(file, 0, b"1" * SECTOR)
    disk.write(file, 0, b"2" * SECTOR)
    disk.write(file, SECTOR, b"3" * SECTOR)
    found = {files["file"][: 2 * SECTOR : SECTOR] for files in left_by_cuts(disk)}
    assert found == {b"oo", b"1o", b"2o", b"o3", b"13", b"23"}
    both = platter_of(disk).pending[file][:2]
    assert [act.data[:1] for act in both] == [b"1", b"2"]


def test_a_name_may_be_lost_until_its_folder_is_synced() -> None:
    disk, _ = disk_with(OLD)
    file = disk.open("log")
    disk.write(file, 0, NEW)
    disk.sync(file)
    assert {"log" in files for files in left_by_cuts(disk)} == {True, False}
    disk.sync_folder()
    assert {files.get("log") for files in left_by_cuts(disk)} == {NEW}
    disk.delete("log")
    assert {"log" in files for files in left_by_cuts(disk)} == {True, False}


def test_a_kill_loses_nothing_and_syncs_nothing() -> None:
    disk, file = disk_with(OLD)
    disk.write(file, 0, NEW)
    killed = Disk(platter_of(disk).copy())
    assert killed.files() == {"file": NEW}
    assert {OLD, NEW} < {files["file"] for files in left_by_cuts(killed)}
