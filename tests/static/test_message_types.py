"""The type check finds a wrong key, a wrong name of a value and a wrong type."""

import json
import subprocess
from pathlib import Path

from tests.static.message_types import declarations

ROOT = Path(__file__).parent.parent.parent
CALLS = """\
/** @type {Texts.Translate} */
const t = () => '';
/** @type {string} */
const state = 'draft';
t('counter.pay-voucher', { sum: 500 });
t('hand.player');
t('hand.player', {}, 'zh');
t(`stake.${state}`, { sum: 500 });
t(state ? 'hand.player' : 'hand.banker');
t('counter.pay-vouchr', { sum: 500 });
t('counter.pay-voucher', { total: 500 });
t('counter.pay-voucher', { sum: '$5.00' });
t('counter.pay-voucher');
t(`no-such-group.${state}`);
"""
FIRST_WRONG_LINE = 10


def test_the_type_check_finds_each_wrong_call(tmp_path: Path) -> None:
    options = json.loads((ROOT / "jsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    project = {"compilerOptions": options, "include": ["*.ts", "*.js"]}
    (tmp_path / "jsconfig.json").write_text(json.dumps(project))
    (tmp_path / "messages.d.ts").write_text(declarations(), encoding="utf-8")
    (tmp_path / "calls.js").write_text(CALLS)
    done = subprocess.run(
        [
            ROOT / "node_modules/.bin/tsc",
            "--project",
            tmp_path / "jsconfig.json",
            "--pretty",
            "false",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    found = {
        int(line.split("(")[1].split(",")[0]) for line in done.stdout.splitlines() if "(" in line
    }
    assert found == set(range(FIRST_WRONG_LINE, CALLS.count("\n") + 1)), done.stdout
