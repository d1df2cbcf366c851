# SPDX-License-Identifier: Apache-2.0
"""The lines of docs/keys.md that bind keys, in the file of their compositor, with the keys pressed."""
import json
import re

from session import PROGRAMS, PROJECT, TRACE, Absent, Daemon, expect, until

# The names of the compositors in the page's tables.
TITLES = {"sway": "sway", "labwc": "labwc", "wayfire": "Wayfire"}
# KEY_ROTATE_LOCK_TOGGLE; KEY_LEFTMETA and KEY_LEFTCTRL with KEY_LEFTBRACE and with KEY_RIGHTBRACE.
LOCK, LEFT, RIGHT = (561,), (125, 29, 26), (125, 29, 27)


def lines(title):
    """Returns the lines of a compositor for the lock, the turn to the left and, as the page says, that to the right."""
    page = (PROJECT / "docs/keys.md").read_text().splitlines()
    rows = [re.findall(r"`([^`]+)`", row.split("|")[-2]) for row in page if row.startswith(f"| {title} |")]
    if len(rows) != 2:
        raise ValueError(f"docs/keys.md has {len(rows)} rows for {title}, not 2")
    return rows[0] + rows[1] + [
        line.replace("left", "right").replace("Left", "Right").replace("LEFT", "RIGHT") for line in rows[1]]


def keys(session):
    """The keys lock and unlock, and turn to both sides."""
    if session.kind not in TITLES:
        raise Absent("docs/keys.md has no lines for it")
    session.bindings = lines(TITLES[session.kind])
    session.restart_compositor()

    def press(codes):
        session.run("python3", PROGRAMS / "virtual-keys.py", *codes)

    def is_locked():
        return json.loads(session.swivel("status", "--json"))["lock"] is not None

    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        for codes, wanted in ((LEFT, "180"), (RIGHT, "90"), (RIGHT, "normal"), (LEFT, "90")):
            press(codes)
            session.wait_for(wanted)
        expect(not is_locked(), "rotation is locked before the key is pressed")
        for wanted in (True, False):
            press(LOCK)
            until(f"rotation is {'not locked' if wanted else 'still locked'} after the key", lambda: is_locked() == wanted)
