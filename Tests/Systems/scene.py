# SPDX-License-Identifier: Apache-2.0
"""One scene with real windows has the same verdicts on every desktop that tells what it is about.

A player fills the screen and wants landscape; one window on another workspace and one that is minimised
would veto; then the screen is locked. `DesktopSceneTests` plays the same on KWin 5, sway 1.7 and our
compositor, and this one goes on: the player ends, and then nothing that is in sight is in the way. Where
something out of sight is taken for a shown window, it is said what is not told.
"""
import json

import kwin
from sensor import system_bus, wait_for_name
from session import Absent, Daemon, Failure, expect, until

LOGIND = "org.freedesktop.login1"
RULES = """rules: desktop
windows:
  - {app-id: player, supported: landscape}
  - {app-id: hidden, autorotate: false, veto: true}
  - {app-id: minimised, autorotate: false, veto: true}
  - {role: lock-screen, supported: portrait}
"""


class Logind:
    """A logind that knows one session, which is ours."""

    def __init__(self, session):
        self.session = session
        system_bus(session)
        session.start(["python3", "-m", "dbusmock", "--system", "--template", "logind"], "logind.log")
        wait_for_name(session, LOGIND)
        self.call("/org/freedesktop/login1", "org.freedesktop.DBus.Mock.AddSession", "c1", "seat0",
                  "1000", "lab", "true")
        session.environment["XDG_SESSION_ID"] = "c1"

    def call(self, path, method, *words):
        self.session.run("gdbus", "call", "--system", "-d", LOGIND, "-o", path, "-m", method, *words)

    def lock(self, is_locked):
        self.call("/org/freedesktop/login1/session/c1", f"{LOGIND}.Session.SetLockedHint", json.dumps(is_locked))


# What can have a window on another workspace, without a person.
WITH_WORKSPACES = {"sway", "gnome-shell", "kwin", "labwc"}


def put_elsewhere(session, app):
    """Moves a window to another workspace."""
    if session.kind == "sway":
        session.run("swaymsg", f"[app_id={app}] move to workspace 9")
    elif session.kind == "gnome-shell":
        session.shell("w.change_workspace_by_index(1, true)", app)
    elif session.kind == "kwin":
        kwin.script(session, app, "workspace.desktops[1] || workspace.createDesktop(1, 'two'); w.desktops = [workspace.desktops[1]];")
    # labwc does that by itself, by its configuration.


def minimise(session, app):
    if session.kind == "sway":
        session.run("swaymsg", f"[app_id={app}] move scratchpad")
    elif session.kind == "gnome-shell":
        session.shell("w.minimize()", app)
    elif session.kind == "kwin":
        kwin.script(session, app, "w.minimized = true;")
    else:
        session.run("wlrctl", "toplevel", "minimize", f"app_id:{app}")


def listed(session):
    """What is known of each window, by its app id."""
    return {window["app-id"]: window for window in json.loads(session.swivel("windows", "--json"))}


def wait_for(session, app, holds=lambda window: True, seconds=10):
    until(lambda: f"{app} is not as it should be: {listed(session)}",
          lambda: app in (windows := listed(session)) and holds(windows[app]), seconds)


def is_hidden(window):
    return window["minimized"] or window["hidden"]


def hide(session, app, act):
    """Hides a window by `act`; on KWin once more if a script came before the window was ready."""
    for _ in range(3 if session.kind == "kwin" else 1):
        act(session, app)
        try:
            return wait_for(session, app, is_hidden, seconds=5)
        except Failure as failure:
            last = failure
    raise last


def decisions(session, *outcomes):
    """Those of the decisions that came to one of these, oldest first."""
    entries = json.loads(session.swivel("history", "--json"))["entries"]
    return [entry for entry in entries if entry["outcome"] in outcomes]


def scene(session):
    if session.kind in ("phoc", "cage", "mutter"):
        raise Absent("no way to hide a window")
    logind = Logind(session)
    if session.kind in WITH_WORKSPACES:
        session.window("hidden")
        wait_for(session, "hidden")
        if session.kind == "kwin":
            hide(session, "hidden", put_elsewhere)
        else:
            put_elsewhere(session, "hidden")
    session.window("minimised")
    wait_for(session, "minimised")
    hide(session, "minimised", minimise)
    player = session.window("player", "--fullscreen")
    wait_for(session, "player", lambda window: window["fullscreen"] and window["focused"])
    config = session.write("config.yaml", RULES)
    recording = session.recording("normal", "left-up", step=1500)
    with Daemon(session, "--sensor", recording, "--config", config) as daemon:
        until(lambda: f"nothing is blocked\n{daemon.said()}", lambda: decisions(session, "blocked"))
        line = decisions(session, "blocked")[0]["line"]
        expect("player" in line and "hidden" not in line and "minimised" not in line, f"it is blocked by {line}")
        expect(set(session.witness.now().values()) == {"normal"}, "it has turned all the same")
        # The lock screen is for portrait only, which is 270 on a landscape panel.
        logind.lock(True)
        session.wait_for("270")
        logind.lock(False)
        session.wait_for("normal")
        found = [entry["outcome"] for entry in decisions(session, "blocked", "turned")]
        expect(found == ["blocked", "turned", "turned"], f"decisions were {found}")
        player.terminate()
        untold = json.loads(session.swivel("status", "--json"))["windows-untold"]
        if session.kind in WITH_WORKSPACES and "hidden" in untold:
            return tell_what_is_not_known(session, daemon)
        until(lambda: f"it does not turn\n{session.swivel('explain')}\n{listed(session)}",
              lambda: set(session.witness.now().values()) == {"90"})
        expect(("does not report about windows here" in daemon.said()) == ("hidden" in untold), daemon.said())
        return None


def tell_what_is_not_known(session, daemon):
    """The window on the other workspace counts as shown there, and the verdict says why."""
    missing = "does not report about windows here: hidden; a window that is out of sight counts as shown"

    def explained():
        return " ".join(session.swivel("explain").split())

    until(lambda: f"it does not say what is not known\n{session.swivel('explain')}", lambda: missing in explained())
    text = explained()
    # The decision is about the end of `player`, not about a turn of the device.
    expect("the screen did not follow the device: hidden vetoed it" in text, f"what is in the way is {text}")
    expect(set(session.witness.now().values()) == {"normal"}, "it has turned all the same")
    expect(missing in daemon.said(), f"it is not said by itself\n{daemon.said()}")
    return {"untold": "hidden"}
