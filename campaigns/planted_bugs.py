"""List all planted bugs.

Each bug represents a row of the threat model, a remedy, or a bug that really occurred.
"""

from campaigns.bugs_of_insiders import INSIDER_BUGS
from campaigns.bugs_of_live_play import LIVE_PLAY_BUGS
from campaigns.bugs_of_machines import MACHINE_BUGS
from campaigns.bugs_of_play import PLAY_BUGS
from campaigns.bugs_of_remedies import CASE_BUGS, REMEDY_BUGS
from campaigns.planted_bug import THREATS as THREATS
from campaigns.planted_bug import Bug as Bug
from campaigns.planted_bug import row as row

BUGS = (*PLAY_BUGS, *INSIDER_BUGS, *MACHINE_BUGS, *REMEDY_BUGS, *CASE_BUGS, *LIVE_PLAY_BUGS)
