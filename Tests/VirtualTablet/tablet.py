# SPDX-License-Identifier: Apache-2.0
"""The virtual tablet as an object: started, asked, turned, stopped."""
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
IMAGES = ROOT / ".build/virtual-tablet"
BOOT_SECONDS = 600
# Transforms by their numbers in wl_output.
WIRE_NAMES = ("normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270")


class Failure(Exception):
    """What was not as it shall be, in words."""


def can_use_kvm():
    """Whether the processor itself runs guests; software that pretends to does not boot this kernel."""
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", flags) is not None


def end_with_us():
    """In the child: it is killed when this process ends, however that comes about."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Tablet:
    """One running machine; used with `with`, so that it never stays."""

    def __init__(self, suite="trixie", compositor="sway", share=None, smbios=None, display="virtio-gpu-pci",
                 kernel="", purpose="", size=(1280, 800), seconds=BOOT_SECONDS):
        self.compositor, self.smbios, self.display, self.seconds = compositor, smbios, display, seconds
        self.kernel, self.purpose, self.size = kernel, purpose, size
        self.image = IMAGES / suite
        self.share = share
        self.rest = b""

    def __enter__(self):
        if not shutil.which("qemu-system-x86_64"):
            raise Failure("qemu-system-x86_64 is missing: apt-get install qemu-system-x86")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="swivel-tablet-"))
        share = self.share or self.folder / "share"
        share.mkdir(exist_ok=True)
        begin = time.monotonic()
        # With emulated AVX2 Mesa's software renderer ends with a segmentation fault, and Mutter too; without AVX2 KWin
        # shows nothing.
        processor = "max,avx2=off" if self.compositor == "mutter" else "max"
        accelerator, processor = ("kvm", "max") if can_use_kvm() else ("tcg,thread=multi", processor)
        command = [
            "qemu-system-x86_64", "-accel", accelerator, "-cpu", processor, "-smp", "2", "-m", "1024",
            "-machine", "pc", "-nodefaults", "-no-reboot", "-display", "none", "-vga", "none",
            "-device", "{},xres={},yres={}".format(self.display, *self.size), "-nic", "none",
            "-kernel", self.image / "vmlinuz", "-initrd", self.image / "initrd.gz",
            "-append", "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off nokaslr "
                       f"random.trust_cpu=on systemd.show_status=0 {self.kernel}",
            "-drive", f"file={self.image}/tablet.ext4,format=raw,if=virtio,snapshot=on",
            "-fsdev", f"local,id=share,path={share},security_model=none",
            "-device", "virtio-9p-pci,fsdev=share,mount_tag=share",
            "-serial", f"file:{self.folder}/serial.log", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=tablet",
            "-monitor", f"unix:{self.folder}/monitor,server=on,wait=off",
        ] + (["-smbios", self.smbios] if self.smbios else [])
        with open(self.folder / "qemu.log", "w", encoding="utf-8") as log:
            # The child is killed with us, wherever that happens.
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=end_with_us, env=os.environ | {"TMPDIR": str(self.folder)})
        try:
            self.connect(begin + self.seconds)
            self.line(begin + self.seconds)
            self.agent_seconds = time.monotonic() - begin
            if self.compositor != "sway":
                self.use(self.compositor)
            else:
                self.wait_for_session()
        except BaseException:
            self.__exit__()
            raise
        self.boot_seconds = time.monotonic() - begin
        return self

    def __exit__(self, *problem):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, deadline):
        self.socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                return self.socket.connect(str(self.folder / "agent"))
            except OSError:
                self.check(deadline)
                time.sleep(0.1)

    def check(self, deadline):
        """Fails if the machine has ended or the time is over, with what it said last."""
        ended = self.process.poll() is not None
        if not ended and time.monotonic() < deadline:
            return
        words = [f"the machine ended with {self.process.returncode}" if ended
                 else f"the machine was not there within {self.seconds} s"]
        for name in ("qemu.log", "serial.log"):
            file = self.folder / name
            if file.exists():
                words += [f"{name}: {line}" for line in file.read_text(errors="replace").splitlines()[-15:]]
        raise Failure("\n".join(words))

    def line(self, deadline):
        while b"\n" not in self.rest:
            self.socket.settimeout(1)
            try:
                received = self.socket.recv(65536)
            except TimeoutError:
                self.check(deadline)
                continue
            except OSError as error:
                raise Failure(f"the machine does not answer any more: {error}") from error
            if not received:
                self.check(0)
            self.rest += received
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def run(self, command, user=False, seconds=60, check=True):
        """What a command of bash prints; fails unless it ends with 0, where that is checked."""
        job = {"command": command, "user": user, "seconds": seconds}
        try:
            self.socket.sendall(json.dumps(job).encode() + b"\n")
        except OSError as error:
            raise Failure(f"the machine does not answer any more: {error}") from error
        answer = self.line(time.monotonic() + seconds + 60)
        if check and answer["status"]:
            raise Failure(f"`{command}` ended with {answer['status']}: {answer['output'][-1500:]}")
        return answer["output"]

    def user(self, command, **options):
        """A command as the user, in the session."""
        return self.run(command, user=True, **options)

    def monitor(self, words):
        """A word to QEMU itself, such as `sendkey shift`."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(10)
            monitor.connect(str(self.folder / "monitor"))
            heard = monitor.recv(4096)
            while b"(qemu)" not in heard:
                heard += monitor.recv(4096)
            monitor.sendall(words.encode() + b"\n")
            heard = b""
            while b"(qemu)" not in heard:
                heard += monitor.recv(4096)

    def upper_side(self):
        """The side of the panel, as it is scanned out, at which the witness's window has its upper half."""
        file = self.folder / "screen.ppm"
        file.unlink(missing_ok=True)
        self.monitor(f"screendump {file}")
        data = file.read_bytes() if file.exists() else b""
        head = re.match(rb"P6\s+(\d+) (\d+)\s+255\s", data)
        if not head:
            return "nowhere"
        width, height = int(head[1]), int(head[2])

        def is_white(x, y):
            begin = head.end() + 3 * (int(y * height) * width + int(x * width))
            return min(data[begin:begin + 3]) > 240
        places = {"top": (0.5, 0.1), "left": (0.1, 0.5), "bottom": (0.5, 0.9), "right": (0.9, 0.5)}
        # One whole side is white, and the one across from it is not.
        for side, (x, y) in places.items():
            ends = [(x, 0.1), (x, 0.9)] if x != 0.5 else [(0.1, y), (0.9, y)]
            if all(is_white(*end) for end in ends) and not is_white(1 - x, 1 - y):
                return side
        return "nowhere"

    def wait_for_upper_side(self, side, seconds=20):
        deadline = time.monotonic() + seconds
        while (seen := self.upper_side()) != side:
            if time.monotonic() > deadline:
                raise Failure(f"the upper side is shown at {seen}, not {side}; {self.transform()}")
            time.sleep(0.3)

    def devices(self, words):
        """Moves the devices; CLOCK_MONOTONIC of the machine in seconds, where that is the answer."""
        answer = self.run(f"tablet-devices {words}").strip()
        return float(answer) if answer.replace(".", "").isdigit() else answer

    def use(self, compositor):
        """Starts the session anew with another compositor."""
        # The last one may outlive its session for a while, and leaves its sockets behind.
        self.run("systemctl stop getty@tty1; pkill -KILL -x $(cat /etc/tablet-compositor); "
                 "rm -f /run/user/1000/sway-ipc.* /run/user/1000/wayland-*; "
                 f"echo {compositor} >/etc/tablet-compositor; systemctl start getty@tty1")
        self.compositor = compositor
        self.wait_for_session()

    def wait_for_session(self):
        """Until an output is described."""
        deadline = time.monotonic() + self.seconds
        while not re.search("Virtual-1|transform", self.user(self.outputs, check=False)):
            self.check(deadline)
            time.sleep(0.5)

    @property
    def outputs(self):
        """The command that describes the outputs; KWin and Mutter do not offer wlr-randr's protocol."""
        return "tablet-watch --once" if self.compositor in ("kwin_wayland", "mutter") else "wlr-randr"

    def transform(self, output="Virtual-1"):
        """What the compositor says of an output: normal, 90, 180, 270, …"""
        text = self.user(self.outputs)
        if number := re.search(r" transform (\d)$", text, re.M):
            return WIRE_NAMES[int(number[1])]
        match = re.search(rf"^{output} .*?^  Transform: (\S+)", text, re.M | re.S)
        if not match:
            raise Failure(f"no transform of {output} in:\n{text}")
        return match[1]

    def wait_for_transform(self, wanted, seconds=15):
        deadline = time.monotonic() + seconds
        while (seen := self.transform()) != wanted:
            if time.monotonic() > deadline:
                raise Failure(f"the output shows {seen}, not {wanted}, after {seconds} s")
            time.sleep(0.2)

    def expect_transform(self, wanted, after=2.5):
        """It shall show this, and still does so after a while."""
        time.sleep(after)
        if (seen := self.transform()) != wanted:
            raise Failure(f"the output shows {seen}, not {wanted}")
