# SPDX-License-Identifier: Apache-2.0
"""A compositor without a screen, programs that are its clients, and a witness of every event."""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = PROJECT / "Tests/Programs/IntegrationTests/Programs"
SWIVEL = os.environ.get("SWIVEL_PROGRAM", "/programs/swivel")
TRACE = f"replay:{PROJECT}/examples/traces/turn-left-up.csv"
TRANSFORMS = ["normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"]


class Failure(Exception):
    """Something that must hold does not."""


class Absent(Exception):
    """What a step is about is not there, by somebody else's word."""


def until(what, holds, seconds=10):
    """What `holds` answers once that is true."""
    end = time.monotonic() + seconds
    while True:
        answer = holds()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failure(what() if callable(what) else what)
        time.sleep(0.02)


def expect(holds, what):
    if not holds:
        raise Failure(what)


WLROOTS = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
# The package of each; whether it wants a session bus.
COMPOSITORS = {
    "labwc": ("labwc", False),
    "sway": ("sway", False),
    "phoc": ("phoc", False),
    "cage": ("cage", False),
    "wayfire": ("wayfire", False),
    "kwin": ("kwin-wayland", True),
    "mutter": ("mutter", True),
    "gnome-shell": ("gnome-shell", True),
}


def command(kind, folder, outputs, bindings=()):
    """How a compositor is started, with lines that bind keys, and what its environment has besides."""
    numbers = range(1, outputs + 1)
    wlroots = {**WLROOTS, "WLR_HEADLESS_OUTPUTS": str(outputs)}
    if kind == "labwc":
        (folder / "config/labwc").mkdir(parents=True, exist_ok=True)
        # No program can move a window to another workspace there.
        (folder / "config/labwc/rc.xml").write_text(
            '<labwc_config><desktops number="2"/><windowRules><windowRule identifier="hidden">'
            '<action name="SendToDesktop" to="2" follow="no"/></windowRule></windowRules>'
            f'<keyboard>{"".join(bindings)}</keyboard></labwc_config>\n')
        return ["labwc"], wlroots
    if kind == "sway":
        (folder / "sway.conf").write_text("\n".join(
            ["output * mode 1280x800", "xwayland disable", "default_border none", *bindings, ""]))
        return ["sway", "-c", f"{folder}/sway.conf"], {**wlroots, "SWAYSOCK": f"{folder}/sway.sock"}
    if kind == "phoc":
        (folder / "phoc.ini").write_text("[core]\nxwayland=false\n" + "".join(
            f"[output:HEADLESS-{number}]\nmode = 1280x800\n" for number in numbers))
        return ["phoc", "-C", f"{folder}/phoc.ini"], wlroots
    if kind == "cage":
        return ["cage", "-d", "--", "foot", "--app-id=first", "sleep", "1000"], wlroots
    if kind == "wayfire":
        (folder / "wayfire.ini").write_text(
            "[core]\nplugins = place move resize alpha wm-actions vswitch foreign-toplevel command\nxwayland = false\n"
            + "".join(f"[output:HEADLESS-{number}]\nmode = 1280x800@60000\n" for number in numbers)
            + "\n".join(["[command]", *bindings, ""]))
        return ["wayfire", "-c", f"{folder}/wayfire.ini"], wlroots
    if kind == "kwin":
        return ["kwin_wayland", "--virtual", "--width", "1280", "--height", "800", "--no-lockscreen",
                "--no-global-shortcuts", "--socket", "wayland-0", "--output-count", str(outputs)], {
                    "KWIN_COMPOSE": "Q", "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1"}
    monitors = [word for _ in numbers for word in ("--virtual-monitor", "1280x800")]
    if kind == "gnome-shell":
        prepare_shell(folder)
        # Unsafe is that everybody may have the shell evaluate words, as `Session.shell` does.
        return ["gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode", "--wayland-display",
                "wayland-0"] + monitors, {"XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_TYPE": "wayland",
                                          "GSETTINGS_BACKEND": "keyfile",
                                          "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus"}
    if kind == "mutter":
        return ["mutter", "--headless", "--wayland", "--no-x11", "--wayland-display", "wayland-0"] + monitors, {}
    raise ValueError(kind)


def prepare_shell(folder):
    """Puts our extension, and settings that switch it on, where GNOME Shell looks for them."""
    version = subprocess.run(["gnome-shell", "--version"], capture_output=True, text=True, check=True).stdout
    extension = "windows@swivel.github.io" if int(version.split()[-1].split(".")[0]) >= 45 else "windows-43@swivel.github.io"
    place = folder / ".local/share/gnome-shell/extensions" / extension
    if not place.exists():
        shutil.copytree(PROJECT / "packaging/gnome-shell" / extension, place)
    settings = folder / "config/glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"[org/gnome/shell]\nenabled-extensions=['{extension}']\ndisable-user-extensions=false\n"
                        "welcome-dialog-last-shown-version='99'\n")


class Session:
    """A compositor in a private runtime directory; all that it has started ends with it."""

    def __init__(self, kind, outputs=1):
        self.kind, self.count = kind, outputs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=os.environ["XDG_RUNTIME_DIR"]))
        # Lines of the compositor's configuration that bind keys, for the next start of the compositor.
        self.bindings = []
        self.children = []
        self.environment = {
            "PATH": f"/usr/local/bin:/usr/bin:/bin:/usr/sbin:/usr/libexec:{os.path.dirname(SWIVEL)}", "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder), "XDG_CONFIG_HOME": f"{self.folder}/config",
            "XDG_STATE_HOME": f"{self.folder}/state", "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
        try:
            if COMPOSITORS[kind][1]:
                self.start_bus()
            self.start_compositor()
            self.names = [line.split()[0] for line in self.standing()]
            self.witness = Witness(self)
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        if isinstance(problem, Failure):
            log = (self.folder / "compositor.log").read_text(errors="replace")[-1500:]
            problem.args = (f"{problem}\n--- {self.kind}\n{log}",)
        self.end()

    def end(self):
        for child in reversed(self.children):
            if child.poll() is None:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, words, log=None, environment=None):
        """Starts a program in a process group of its own."""
        with open(self.folder / (log or "programs.log"), "ab") as stream:
            child = subprocess.Popen(
                [str(word) for word in words], env={**self.environment, **(environment or {})}, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, start_new_session=True)
        self.children.append(child)
        return child

    def run(self, *words, seconds=20, check=True, environment=None):
        """What a program prints."""
        try:
            result = subprocess.run(
                [str(word) for word in words], env={**self.environment, **(environment or {})}, cwd=self.folder,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"{' '.join(map(str, words))}: no end after {seconds} s") from error
        except FileNotFoundError as error:
            raise Failure(f"{words[0]} is not installed in this tree") from error
        if check and result.returncode != 0:
            raise Failure(f"{' '.join(map(str, words))}: exit {result.returncode}\n{result.stdout}{result.stderr}")
        return result.stdout if check else result

    def start_bus(self):
        address = f"unix:path={self.folder}/bus"
        self.start(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"], "bus.log")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        # Mutter ends if it is not answered.
        until("no session bus", lambda: self.run(
            "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/org/freedesktop/DBus",
            "-m", "org.freedesktop.DBus.GetId", check=False).returncode == 0)

    def start_compositor(self, changes=None):
        words, environment = command(self.kind, self.folder, self.count, self.bindings)
        environment |= changes or {}
        if "SWAYSOCK" in environment:
            self.environment["SWAYSOCK"] = environment["SWAYSOCK"]
        self.compositor = self.start(words, "compositor.log", environment)

        def display():
            if self.compositor.poll() is not None:
                log = (self.folder / "compositor.log").read_text(errors="replace")[-1500:]
                raise Failure(f"{self.kind} ended with {self.compositor.returncode}\n{log}")
            for number in range(3):
                path = self.folder / f"wayland-{number}"
                if not path.is_socket():
                    continue
                try:
                    with socket.socket(socket.AF_UNIX) as probe:
                        probe.connect(str(path))
                except OSError:
                    continue
                self.environment["WAYLAND_DISPLAY"] = path.name
                return len(self.standing()) >= self.count
            return False
        until(f"{self.kind} does not answer", display, 30)
        if self.kind == "gnome-shell":
            # It has its extensions a moment later, and mostly begins in its overview, where nothing has the focus.
            until("our extension is not on", lambda: self.shell("!Main.layoutManager._startingUp") == "true" and self.run(
                "gdbus", "introspect", "--session", "-d", "io.github.swivel.Windows1",
                "-o", "/io/github/swivel/Windows1", check=False).returncode == 0, 30)
            self.shell("Main.overview.hide()")
            until("the overview does not end", lambda: self.shell("Main.overview.visible") == "false")

    def shell(self, text, app=None):
        """What GNOME Shell makes of JavaScript; with `app` of the window `w` that has this identifier."""
        if app:
            text = ("{ const w = global.get_window_actors().map(actor => actor.meta_window)"
                    f".find(window => window.get_wm_class() === '{app}'); {text} }}")
        result = self.run("gdbus", "call", "--session", "-d", "org.gnome.Shell", "-o", "/org/gnome/Shell",
                          "-m", "org.gnome.Shell.Eval", text, check=False)
        found = re.fullmatch(r"\(true, ['\"](.*)['\"]\)\n", result.stdout)
        return found[1] if found else None

    def restart_compositor(self, changes=None):
        """Kills it, and begins another one, in whose environment something may be otherwise."""
        self.compositor.send_signal(signal.SIGKILL)
        self.compositor.wait()
        time.sleep(1)
        self.start_compositor(changes)
        self.witness = Witness(self)

    def standing(self):
        """`NAME TRANSFORM` of each wl_output by a client that comes now."""
        result = self.run("python3", PROGRAMS / "layout-watch.py", "--once", check=False)
        return result.stdout.splitlines() if result.returncode == 0 else []

    def globals(self):
        """The names of the interfaces, by wayland-info's word."""
        text = self.run("wayland-info")
        return {line.split("'")[1] for line in text.splitlines() if line.startswith("interface:")}

    def swivel(self, *words, check=True, seconds=15):
        return self.run(SWIVEL, *words, check=check, seconds=seconds)

    def outputs(self):
        return {output["name"]: output for output in json.loads(self.swivel("outputs", "--json"))}

    def window(self, app, *options):
        """Shows a window that stays."""
        return self.start(["foot", *options, f"--app-id={app}", f"--title={app}", "sleep", "1000"])

    def wait_for(self, transform, seconds=10):
        """Until the witness sees every output so."""
        wanted = dict.fromkeys(self.names, transform)
        until(lambda: f"outputs are {self.witness.now()} instead of {wanted}",
              lambda: self.witness.now() == wanted, seconds)

    def write(self, name, text):
        """Puts a file there as a whole."""
        path = self.folder / name
        (self.folder / f"{name}.new").write_text(text)
        return (self.folder / f"{name}.new").rename(path)

    def recording(self, *poses, step=700):
        """A device that is held in each pose for so long (ms), and is turned at once."""
        gravity = {"normal": (0, 9.80665), "left-up": (-9.80665, 0), "bottom-up": (0, -9.80665),
                   "right-up": (9.80665, 0)}
        lines = ["time_ms,x,y,z"]
        for index, pose in enumerate(poses):
            lines += [f"{at},{gravity[pose][0]:g},{gravity[pose][1]:g},0"
                      for at in range(index * step, (index + 1) * step, 20)]
        return f"replay:{self.write('recording.csv', chr(10).join(lines) + chr(10))}"


class Witness:
    """Another client that notes every event about outputs."""

    def __init__(self, session):
        self.path = session.folder / f"witness-{len(session.children)}.log"
        session.start(["python3", PROGRAMS / "layout-watch.py"], self.path.name)
        until("the witness does not begin", lambda: " ready\n" in self.path.read_text(), 20)

    def events(self):
        """Time and words of each."""
        lines = self.path.read_text().split("\n")[:-1]
        return [(float(line.split()[0]), line.split()[1:]) for line in lines]

    def now(self):
        """The transform of each output."""
        known = {}
        for _, words in self.events():
            if words[0] == "geometry":
                known[words[1]] = TRANSFORMS[int(words[2])]
            elif words[0] == "gone":
                known.pop(words[1], None)
        return known

    def steps(self, kind="geometry"):
        """The transforms of each output one after the other, without repetitions."""
        result = {}
        for _, words in self.events():
            if words[0] == kind:
                transform = words[2] if words[2] == "off" else TRANSFORMS[int(words[2])]
                steps = result.setdefault(words[1], [])
                if steps[-1:] != [transform]:
                    steps.append(transform)
            elif words[0] == "gone":
                result.setdefault(words[1], []).append("gone")
        return result


class Daemon:
    """`swivel run`, with all that it tells; ended at the end, when outputs have to stand as before."""

    def __init__(self, session, *options, gives_back=True, outputs=None, seconds=20):
        self.session, self.gives_back = session, gives_back
        names = session.names if outputs is None else outputs
        words = [SWIVEL, "run", *options] + [word for name in names for word in ("--output", name)]
        self.log = session.folder / f"run-{len(session.children)}.log"
        self.process = session.start(words, self.log.name)
        until(lambda: f"swivel run does not begin\n{self.said()}",
              lambda: (session.folder / "swivel.sock").exists() or self.process.poll() is not None, seconds)
        self.events_log = session.folder / f"watch-{len(session.children)}.log"
        session.start([SWIVEL, "watch", "--all", "--json"], self.events_log.name)

    def said(self):
        return self.log.read_text(errors="replace")[-2500:]

    def events(self):
        return [json.loads(line) for line in self.events_log.read_text().split("\n")[:-1]]

    def delays(self):
        """From each decision that turned to its confirmation, in milliseconds."""
        result, last = [], None
        for event in self.events():
            if event.get("event") == "decision" and event["entry"]["outcome"] == "turned":
                last = event["entry"]["at"]
            elif event.get("event") == "output" and last is not None:
                expect(event["report"]["result"] == "confirmed", f"a turn was {event['report']}\n{self.said()}")
                result.append((event["report"]["at"] - last) / 1e6)
                last = None
        return result

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        if isinstance(problem, Failure):
            problem.args = (f"{problem}\n--- swivel run\n{self.said()}",)
            return
        if kind is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"swivel run does not end\n{self.said()}") from error
        expect(code == 0, f"swivel run ended with {code}\n{self.said()}")
        if self.gives_back:
            self.session.wait_for("normal", seconds=3)


def summary(delays):
    return {"n": len(delays), "median": round(statistics.median(delays), 1), "max": round(max(delays), 1)}
