#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays a table of steps on the compositors of the Debian that it runs in, and writes what held.

    lab.py RESULT.json [--compositor NAME]... [--step NAME]...

Each step has a compositor of its own, `swivel run` and a witness that shares no code with it. A step
holds, or what it is about is absent by somebody else's word, or it is a gap that `GAPS` knows; all else
makes the exit code 1, a gap that has closed included.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import keys  # noqa: E402
import kwin  # noqa: E402
import phosh  # noqa: E402
import scene  # noqa: E402
from sensor import Sensor  # noqa: E402
from session import (COMPOSITORS, PROGRAMS, TRACE, TRANSFORMS, Absent, Daemon, Failure,  # noqa: E402
                     Session, expect, summary, until)

STEPS = []
# What does not work yet: compositor, with the version if it is that alone, and step, and why.
# docs/status.md has the same.
GAPS = {
    ("labwc", "dark"): "labwc tells no program that a screen is dark, and a turn lights it",
    ("labwc", "idle"): "labwc tells no program that a screen is dark, and a turn lights it",
}


def step(name, outputs=1):
    """Adds a function to the table."""
    def add(function):
        STEPS.append((name, outputs, function))
        return function
    return add


def expect_steps(session, *wanted, kinds=("geometry", "head")):
    """No output was ever seen in another state, nor off or gone."""
    for kind in kinds:
        for name, steps in session.witness.steps(kind).items():
            expect(steps == list(wanted), f"{kind} {name} was {steps} instead of {wanted}")


@step("turn")
def turn(session):
    with Daemon(session, "--sensor", TRACE) as daemon:
        session.wait_for("90")
        until(lambda: f"no confirmation\n{daemon.said()}", daemon.delays)
    expect_steps(session, "normal", "90", "normal")


@step("delay")
def delay(session):
    poses = ["normal", "left-up", "bottom-up", "right-up"]
    # Nobody watches yet when the daemon begins.
    recording = session.recording(*["normal"] * 3, *poses * 6, "normal")
    with Daemon(session, "--sensor", recording) as daemon:
        until(lambda: f"{len(daemon.delays())} of 24 turns\n{daemon.said()}",
              lambda: len(daemon.delays()) == 24, 40)
        return summary(daemon.delays())


@step("eight")
def eight(session):
    """All eight transforms; the configuration is read again for each."""
    def fixed(transform):
        return session.write("config.yaml", "outputs:\n" + "".join(
            f"  - {{match: {name}, policy: {{fixed: {transform}}}}}\n" for name in session.names))
    with Daemon(session, "--sensor", TRACE, "--config", fixed("90"), outputs=[]):
        session.wait_for("90")
        for transform in TRANSFORMS[2:] + ["normal", "90"]:
            fixed(transform)
            session.wait_for(transform)
    expect_steps(session, *TRANSFORMS, "normal", "90", "normal", kinds=["geometry"])


@step("two", outputs=2)
def two(session):
    """Both turn in one change, and nobody sees a third state."""
    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        for _ in range(2):
            session.swivel("rotate", "left")
            session.wait_for("180")
            session.swivel("rotate", "right")
            session.wait_for("90")
        first, second = sorted(session.outputs().values(), key=lambda output: output["position"])
        # phoc lays them on top of each other, and they are left there.
        expect(first["position"] == [0, 0] and second["position"] in ([first["size"][0], 0], [0, 0]),
               f"they lie at {first} and {second}")
    expect_steps(session, "normal", "90", "180", "90", "180", "90", "normal")


@step("follow", outputs=2)
def follow(session):
    """One turns, the other one follows it."""
    first, second = session.names
    config = session.write(
        "config.yaml", f"outputs:\n  - {{match: {second}, policy: {{follow: {first}}}}}\n")
    with Daemon(session, "--sensor", TRACE, "--config", config, outputs=[first]):
        session.wait_for("90")
    expect_steps(session, "normal", "90", "normal", kinds=["geometry"])


LISTS = {"zwlr_foreign_toplevel_manager_v1", "org_kde_plasma_window_management"}


def expect_windows(session):
    """That the compositor has a list of windows, and says so to everybody."""
    if session.kind == "gnome-shell":
        # Our extension is on, or the session would not have begun.
        return
    if not session.globals() & LISTS:
        result = session.swivel("windows", check=False)
        expect(result.returncode != 0 and "windows" in result.stderr,
               f"nothing is said of there being no list of windows: {result.stdout}{result.stderr}")
        raise Absent("no list of windows for clients")


def wait_for_windows(session, *apps):
    def listed():
        windows = json.loads(session.swivel("windows", "--json"))
        return {window.get("app-id") for window in windows} >= set(apps)
    until(lambda: f"{apps} are not in {session.swivel('windows')}", listed)


@step("windows")
def windows(session):
    expect_windows(session)
    for app in ("one", "two"):
        session.window(app)
    wait_for_windows(session, "one", "two")


VETO = "rules: desktop\nwindows:\n  - app-id: one\n    autorotate: false\n    veto: true\n"


@step("rule")
def rule(session):
    """A window that is for landscape only is heard, and not once it is gone."""
    expect_windows(session)
    config = session.write("config.yaml", VETO)
    window = session.window("one")
    wait_for_windows(session, "one")
    with Daemon(session, "--sensor", session.recording("normal", "left-up", step=1500), "--config", config) as daemon:
        until(lambda: f"no veto\n{daemon.said()}", lambda: "blocked" in {
            event["entry"]["outcome"] for event in daemon.events() if event.get("event") == "decision"})
        expect(set(session.witness.now().values()) == {"normal"}, "it has turned all the same")
        window.terminate()
        session.wait_for("90")


@step("hidden")
def hidden(session):
    """A window out of sight has no say."""
    expect_windows(session)
    config = session.write("config.yaml", VETO)
    for app in ("one", "two"):
        session.window(app)
        wait_for_windows(session, app)
    hide = {
        "sway": ["swaymsg", "[app_id=one] move scratchpad"],
        "labwc": ["wlrctl", "toplevel", "minimize", "app_id:one"],
        "wayfire": ["wlrctl", "toplevel", "minimize", "app_id:one"],
    }.get(session.kind)
    if session.kind == "kwin":
        kwin.script(session, "one", "w.minimized = true;")
    elif session.kind == "gnome-shell":
        session.shell("w.minimize()", "one")
    elif hide:
        session.run(*hide)
    else:
        raise Absent("no way to hide a window")
    with Daemon(session, "--sensor", TRACE, "--config", config):
        session.wait_for("90")


@step("player")
def player(session):
    """A player that fills the screen keeps it as it wants it, until it ends."""
    expect_windows(session)
    config = session.write("config.yaml", "rules: desktop\nwindows:\n  - app-id: one\n    supported: landscape\n")
    session.window("two")
    wait_for_windows(session, "two")
    window = session.window("one", "--fullscreen")
    wait_for_windows(session, "one")
    with Daemon(session, "--sensor", session.recording("normal", "left-up", step=1500), "--config", config) as daemon:
        until(lambda: f"nothing is blocked\n{daemon.said()}", lambda: "blocked" in {
            event["entry"]["outcome"] for event in daemon.events() if event.get("event") == "decision"})
        seen = {window["app-id"]: window for window in json.loads(session.swivel("windows", "--json"))}
        expect(seen["one"]["fullscreen"] and seen["one"]["focused"], f"windows are {seen}")
        expect(session.kind != "gnome-shell" or seen["two"]["hidden"], f"what is behind it is {seen['two']}")
        expect(set(session.witness.now().values()) == {"normal"}, "it has turned all the same")
        window.terminate()
        session.wait_for("90")


@step("lock")
def lock(session):
    """Under a lock nothing turns; without it, what the device says does."""
    # Long enough before the device turns that it is locked by then.
    recording = session.recording(*["normal"] * 6, "left-up", "left-up", step=1000)
    with Daemon(session, "--sensor", recording):
        session.swivel("lock")
        standing = json.loads(session.swivel("status", "--json"))["device"]
        until(lambda: f"the device stays {standing}", lambda: json.loads(
            session.swivel("status", "--json"))["device"] != standing, 20)
        time.sleep(0.5)
        expect(set(session.witness.now().values()) == {"normal"}, "it turned under the lock")
        session.swivel("unlock")
        session.wait_for("90")


@step("rotate")
def rotate(session):
    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        for word, wanted in (("left", "180"), ("180", "normal"), ("right", "270"), ("landscape-primary", "normal")):
            session.swivel("rotate", word)
            session.wait_for(wanted)


@step("restart")
def restart(session):
    """The compositor is killed, comes again, and is turned as the device is held."""
    with Daemon(session, "--sensor", TRACE) as daemon:
        session.wait_for("90")
        session.restart_compositor()
        session.wait_for("90", seconds=20)
        # KWin keeps our turn, so the picture alone does not tell.
        until(lambda: f"it does not go on\n{daemon.said()}", lambda: "the compositor is back" in daemon.said(), 20)
        session.swivel("rotate", "left")
        session.wait_for("180")


@step("scale")
def scale(session):
    """A fractional scale is told as it is, and kept over a turn."""
    name, wanted = session.names[0], 1.25
    if session.kind == "kwin":
        session.run("kscreen-doctor", "output.1.scale.1.25", environment={"QT_QPA_PLATFORM": "wayland"})
    elif session.kind in ("mutter", "gnome-shell"):
        wanted = scale_mutter(session)
    else:
        session.run("wlr-randr", "--output", name, "--scale", "1.25")
    until(lambda: f"the scale is {session.outputs()}", lambda: session.outputs()[name]["scale"] == wanted)
    size = session.outputs()[name]["size"]
    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        output = session.outputs()[name]
        expect(output["scale"] == wanted and output["size"] == size[::-1], f"turned it is {output}")
    output = session.outputs()[name]
    expect(output["scale"] == wanted and output["size"] == size, f"given back it is {output}")


DISPLAYS = ["gdbus", "call", "--session", "-d", "org.gnome.Mutter.DisplayConfig",
            "-o", "/org/gnome/Mutter/DisplayConfig", "-m"]


def scale_mutter(session):
    """Takes the first scale that Mutter offers besides 1."""
    state = session.run(*DISPLAYS, "org.gnome.Mutter.DisplayConfig.GetCurrentState")
    offered = re.search(r"'1280x800@60.000', 1280, 800, [\d.]+, [\d.]+, \[([^\]]*)\]", state)
    expect(offered, f"no scales are in {state}")
    scales = [scale for scale in map(float, offered[1].split(",")) if scale != 1]
    if not scales:
        raise Absent("Mutter offers no scale but 1 for a screen of this size")
    session.run(*DISPLAYS, "org.gnome.Mutter.DisplayConfig.ApplyMonitorsConfig", state.split()[1].rstrip(","), "1",
                f"[(0, 0, {scales[0]}, 0, true, [('{session.names[0]}', '1280x800@60.000', @a{{sv}} {{}})])]",
                "@a{sv} {}")
    return scales[0]


def power(session, *words, check=True):
    result = session.run("python3", PROGRAMS / "output-power.py", *words, check=False)
    expect(result.returncode == 0 or not check, f"{result.stdout}{result.stderr}")
    return dict(line.split() for line in result.stdout.splitlines())


def expect_power(session):
    if "zwlr_output_power_manager_v1" not in session.globals():
        raise Absent("no zwlr_output_power_manager_v1")


@step("dark", outputs=2)
def dark(session):
    """wlopm makes one of two dark beside us; a turn of the other does not light it, and it turns once lit."""
    expect_power(session)
    lit, second = session.names
    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        session.run("wlopm", "--off", second)
        # On Wayfire a dark output is gone for its clients.
        until(lambda: f"power is {power(session, 'ask')}",
              lambda: power(session, "ask", check=False) in ({lit: "on", second: "off"}, {lit: "on"}))
        session.swivel("rotate", "180", check=False)
        until(lambda: f"outputs are {session.witness.now()}", lambda: session.witness.now().get(lit) == "270")
        # What lights it does so within a moment.
        time.sleep(1)
        expect(power(session, "ask").get(second) != "on", "the turn has lit the dark one")
        if second not in session.witness.now():
            # Nobody can name it any more, so nobody lights it by itself.
            session.names = [lit]
            return
        session.run("wlopm", "--on", second)
        session.wait_for("270")


@step("idle", outputs=2)
def idle(session):
    """swayidle makes all screens dark beside us, and a turn leaves them dark."""
    expect_power(session)
    if "ext_idle_notifier_v1" not in session.globals():
        raise Absent("no ext_idle_notifier_v1")
    with Daemon(session, "--sensor", TRACE):
        session.wait_for("90")
        # An output's power has one client at a time: who asks for it meanwhile would be in wlopm's way.
        done = session.folder / "dark"
        session.start(["swayidle", "-w", "timeout", "1", f"wlopm --off '*'; touch {done}"], "swayidle.log")
        until("swayidle does nothing", done.exists, 15)
        until(lambda: "swayidle does not make them dark\n" + (session.folder / "swayidle.log").read_text(),
              lambda: set(power(session, "ask", check=False).values()) <= {"off"})
        # Where a dark output counts as gone there is none to be turned, which is said.
        result = session.swivel("rotate", "180", check=False)
        time.sleep(1)
        expect(set(power(session, "ask").values()) <= {"off"}, "the turn has lit a dark one")
        session.run("wlopm", "--on", "*")
        session.wait_for("90" if "there is no output that could be turned" in result.stderr else "270")


@step("sensor")
def sensor(session):
    """The real iio-sensor-proxy on an accelerometer made of files."""
    with Sensor(session) as device:
        with Daemon(session, "--sensor", "proxy") as daemon:
            poses = {"90": (1000, 0), "180": (0, 1000), "270": (-1000, 0), "normal": (0, -1000)}
            confirmed = 0
            for transform, pose in list(poses.items()) * 2:
                device.pose(*pose)
                session.wait_for(transform)
                confirmed += 1
                until(lambda: f"no {confirmed} turns\n{daemon.said()}",
                      lambda: daemon.said().count("confirmed:") == confirmed)


step("keys")(keys.keys)
step("scene")(scene.scene)
step("trusted")(kwin.trusted)
step("pace")(phosh.pace)
step("beside")(phosh.dark)


def version(package):
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                            capture_output=True, text=True, check=False)
    return result.stdout or None


def play(kind, name, outputs, function):
    """What became of a step."""
    begin = time.monotonic()
    packaged = (version(COMPOSITORS[kind][0]) or "").split("-")[0]
    known = GAPS.get((kind, name), GAPS.get((f"{kind} {packaged}", name)))
    try:
        with Session(kind, outputs) as session:
            value = function(session)
        result = {"result": "closed" if known else "held"}
        if known:
            result["why"] = f"works now, though the table of gaps says: {known}"
        if value:
            result["value"] = value
    except Absent as absent:
        result = {"result": "absent", "why": str(absent)}
    except Failure as failure:
        result = {"result": "gap", "why": known} if known else {"result": "failed", "why": str(failure)}
    except Exception as error:  # what the table did not think of belongs into its result
        result = {"result": "failed", "why": f"{type(error).__name__}: {error}"}
    result["seconds"] = round(time.monotonic() - begin, 1)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("--compositor", action="append", choices=list(COMPOSITORS))
    parser.add_argument("--step", action="append", choices=[name for name, _, _ in STEPS])
    chosen = parser.parse_args()
    names = {package: version(package) for package in ("iio-sensor-proxy", "libwayland-client0", "umockdev")}
    release = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release", encoding="utf-8") if "=" in line)
    report = {"system": release["PRETTY_NAME"].strip('"'), "date": datetime.date.today().isoformat(),
              "build": os.environ.get("SWIVEL_BUILD", "another build"),
              "versions": names, "compositors": {}}
    failed = []
    for kind in chosen.compositor or COMPOSITORS:
        entry = report["compositors"][kind] = {"version": version(COMPOSITORS[kind][0]), "steps": {}}
        if entry["version"] is None:
            failed.append(f"{kind} is not installed")
            entry["why"] = "it is not installed"
            continue
        if (kind, entry["version"].split(".")[:2]) == ("wayfire", ["0", "9"]):
            entry["why"] = "0.9 does not start without a graphics card"
            continue
        for name, outputs, function in STEPS:
            if chosen.step and name not in chosen.step:
                continue
            result = entry["steps"][name] = play(kind, name, outputs, function)
            if result["result"] in ("failed", "closed"):
                failed.append(f"{kind} {name}")
            words = str(result.get("why", result.get("value", ""))).split("\n")
            # All of it is in the result.
            shown = "\n    ".join(words[:12] + ["…"] * (len(words) > 12))
            print(f"{kind:8} {name:8} {result['result']} after {result['seconds']} s {shown}", flush=True)
            chosen.result.write_text(json.dumps(report, indent=1) + "\n")
    if failed:
        print("failed: " + ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("XDG_RUNTIME_DIR", "/run/lab")
    sys.exit(main())
