# SPDX-License-Identifier: Apache-2.0
"""phosh, the phone shell that turns its screen by itself, on phoc: how fast it is, and beside it."""
import json
import os
import random
import re
import signal
import statistics
import time

from session import PROGRAMS, Absent, Daemon, expect, until
from sensor import private_bus, wait_for_name

TRANSFORMS = {"left-up": "90", "bottom-up": "180", "right-up": "270", "normal": "normal"}
ROUNDS = 13  # of four turns each, twice for each program


class Service:
    """A sensor's service that tells when it has told; see Programs/newer-proxy.py."""

    def __init__(self, session):
        self.session = session
        private_bus(session)
        session.start(["python3", PROGRAMS / "newer-proxy.py", "0.01"], "service.log")
        wait_for_name(session, "net.hadess.SensorProxy")

    def call(self, method, *words):
        return self.session.run("gdbus", "call", "--system", "-d", "net.hadess.SensorProxy",
                                "-o", "/net/hadess/SensorProxy", "-m", f"test.Sensor.{method}", *words)

    def turn(self, pose):
        """When its claimers were told."""
        return float(re.search(r"[\d.]+", self.call("Turn", pose))[0])

    def wait_for_claimers(self, count):
        until(lambda: f"not {count} programs claim the sensor\n" + "\n".join(
            log.read_text(errors="replace")[-1500:] for log in self.session.folder.glob("*.log")),
              lambda: int(re.search(r"\d+", self.call("Claimers"))[0]) == count, 20)


class Phosh:
    """The shell with the panel taken for a built-in one."""

    def __init__(self, session, service, others=0):
        self.service, self.others = service, others
        self.process = session.start(["/usr/libexec/phosh", "-U"], "phosh.log", {
            "PHOSH_DEBUG": "fake-builtin", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "wayland",
            "XDG_CURRENT_DESKTOP": "Phosh:GNOME", "XDG_SESSION_TYPE": "wayland"})

    def __enter__(self):
        self.service.wait_for_claimers(self.others + 1)
        time.sleep(3)  # it draws itself
        return self

    def __exit__(self, kind, problem, trace):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
        if kind is None:
            self.service.wait_for_claimers(self.others)


def delays(session, service):
    """From the service's signal to wl_output.geometry, in milliseconds."""
    told = []
    for pose in list(TRANSFORMS) * ROUNDS:
        told.append((service.turn(pose), TRANSFORMS[pose]))
        session.wait_for(TRANSFORMS[pose])
        # Longer than it takes the daemon to come to rest: every turn begins there.
        time.sleep(0.7 + 0.3 * random.random())
    seen = [(at, words[2]) for at, words in session.witness.events() if words[0] == "geometry"]
    numbers = {"normal": "0", "90": "1", "180": "2", "270": "3"}
    return [1000 * (next(at for at, value in seen if at > begin and value == numbers[transform]) - begin)
            for begin, transform in told]


def need_phoc(session):
    if session.kind != "phoc":
        raise Absent("phosh runs on phoc")
    session.start_bus()


def pace(session):
    """One after the other on the same service, in both orders: the figures, and no turn is missed."""
    need_phoc(session)
    service = Service(session)
    measured = {"phosh": [], "swivel": []}
    for name in ("phosh", "swivel", "swivel", "phosh"):
        running = Phosh(session, service) if name == "phosh" else Daemon(session, "--sensor", "proxy")
        with running:
            service.wait_for_claimers(1)
            service.turn("normal")
            session.wait_for("normal")
            measured[name] += delays(session, service)
    median = {name: round(statistics.median(values), 2) for name, values in measured.items()}
    return {"n": len(measured["swivel"])} | median


POWER = ["gdbus", "call", "--session", "-d", "org.gnome.Mutter.DisplayConfig", "-o",
         "/org/gnome/Mutter/DisplayConfig", "-m", "org.freedesktop.DBus.Properties.Set",
         "org.gnome.Mutter.DisplayConfig", "PowerSaveMode"]


def dark(session):
    """phosh makes the screen dark beside us, whoever came first; a turn of the device does not light it."""
    need_phoc(session)
    service = Service(session)

    def play():
        service.turn("normal")
        session.wait_for("normal")
        session.run(*POWER, "<int32 3>")
        until("phosh does not make the screen dark", lambda: not enabled(session))
        service.turn("left-up")
        time.sleep(2)
        expect(not enabled(session), "the turn has lit the screen")
        session.run(*POWER, "<int32 0>")
        until("phosh does not light the screen", lambda: enabled(session))
        session.wait_for("90")

    with Phosh(session, service), Daemon(session, "--sensor", "proxy", gives_back=False):
        service.wait_for_claimers(2)
        play()
    session.run("wlr-randr", "--output", session.names[0], "--transform", "normal")
    service.turn("normal")
    with Daemon(session, "--sensor", "proxy", gives_back=False):
        service.wait_for_claimers(1)
        with Phosh(session, service, others=1):
            play()


def enabled(session):
    return {output["name"] for output in json.loads(session.run("wlr-randr", "--json")) if output["enabled"]}
