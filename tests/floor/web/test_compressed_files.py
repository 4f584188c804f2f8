"""Public files are compressed once and answered by their content; nothing else is compressed."""

import gzip
import os
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from punto.floor.web.compressed_files import PublicFolder, accepts_gzip, public_content
from tests.floor.playing import plan_of, served
from tests.floor.web.page_weights import page_weights
from tests.floor.working import signed

MAX_PAGE_BYTES = 250_000
"""The most that a page may make a browser fetch, compressed, with sheets and both languages."""

SCRIPT = b"export const limit = 5000;\n" * 20


def request(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("br", False),
        ("gzip", True),
        ("br, GZIP ; q=0.5", True),
        ("gzip;q=0, br", False),
        ("gzip; q=0.000", False),
        ("x-gzip", False),
    ],
)
def test_a_browser_says_whether_it_reads_gzip(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_both_forms_have_the_same_content_and_a_tag_of_their_own() -> None:
    content = public_content(SCRIPT, ".js")
    plain = content.response(request())
    compressed = content.response(request(accept_encoding="gzip"))
    assert plain.body == gzip.decompress(bytes(compressed.body)) == SCRIPT
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < int(plain.headers["content-length"])
    assert plain.headers["etag"] != compressed.headers["etag"]
    for answer in (plain, compressed):
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_a_browser_that_has_a_file_is_not_sent_it_again() -> None:
    content = public_content(SCRIPT, ".js")
    tag = content.response(request(accept_encoding="gzip")).headers["etag"]
    for known in (tag, f'W/{tag}, "other"'):
        again = content.response(request(accept_encoding="gzip", if_none_match=known))
        assert (again.status_code, again.body) == (304, b"")
        assert again.headers["etag"] == tag
    # Another form, or another content, is another thing.
    assert content.response(request(if_none_match=tag)).status_code == 200
    changed = public_content(SCRIPT + b"\n", ".js")
    assert changed.response(request(accept_encoding="gzip", if_none_match=tag)).status_code == 200


def test_an_edited_file_is_served_with_its_new_content(tmp_path: Path) -> None:
    path = tmp_path / "shared" / "limits.js"
    path.parent.mkdir()
    path.write_bytes(SCRIPT)
    folder = PublicFolder(tmp_path)
    assert folder.content("shared/limits.js").body == SCRIPT
    path.write_bytes(b"// edited\n")
    os.utime(path, ns=(1, 1))
    assert folder.content("shared/limits.js").body == b"// edited\n"


def test_only_known_kinds_of_files_that_were_there_at_the_start_are_answered(
    tmp_path: Path,
) -> None:
    for name in ("kept.js", "notes.txt", "gone.js"):
        (tmp_path / name).write_bytes(SCRIPT)
    folder = PublicFolder(tmp_path)
    (tmp_path / "later.js").write_bytes(SCRIPT)
    (tmp_path / "gone.js").unlink()
    assert folder.content("kept.js").body == SCRIPT
    for name in ("", "notes.txt", "gone.js", "later.js", "../kept.js", "./kept.js", "none.js"):
        with pytest.raises(HTTPException):
            folder.content(name)


async def test_pages_and_their_files_are_compressed_and_answers_of_the_floor_are_not(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, plan_of("tiger")) as floor:
        async with floor.http(**{"accept-encoding": "gzip"}) as client:
            for path in (
                "/",
                "/play",
                "/display/tiger-5",
                "/staff",
                "/dealer/tiger-5",
                "/pit",
                "/static/shared/dom.js",
                "/static/report.css",
                "/catalogues/zh/terminal.json",
            ):
                answer = await client.get(path)
                assert answer.status_code == 200, path
                assert answer.headers["content-encoding"] == "gzip", path
                known = {"if-none-match": answer.headers["etag"]}
                assert (await client.get(path, headers=known)).status_code == 304, path
            assert (await client.get("/static/nothing.js")).status_code == 404
            assert (await client.post("/static/shared/dom.js")).status_code == 405
        async with signed(floor, "P-07") as member:
            member.client.headers["accept-encoding"] = "gzip"
            for path in ("/api/lobby", "/api/tables/tiger-5/layout", "/api/staff/me"):
                answer = await member.client.get(path)
                assert answer.status_code == 200, path
                assert "content-encoding" not in answer.headers, path


def test_a_page_is_light_enough_for_a_slow_line() -> None:
    heavy = {
        name: weight.sent_bytes
        for name, weight in page_weights().items()
        if weight.sent_bytes > MAX_PAGE_BYTES
    }
    assert heavy == {}
