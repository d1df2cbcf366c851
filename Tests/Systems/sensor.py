# SPDX-License-Identifier: Apache-2.0
"""The real iio-sensor-proxy on a bus of its own, with an accelerometer made of files by umockdev."""
import os
import pathlib
import signal

from session import Failure, until

# Everybody may own and call everything on this bus.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>custom</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
"""
DEVICE = """P: /devices/platform/bmc150/iio:device0
N: iio:device0
E: DEVNAME=/dev/iio:device0
E: DEVTYPE=iio_device
E: SUBSYSTEM=iio
E: IIO_SENSOR_PROXY_TYPE=iio-poll-accel
A: name=bmc150_accel\\n
A: in_accel_x_raw=0\\n
A: in_accel_y_raw=-1000\\n
A: in_accel_z_raw=0\\n
A: in_accel_scale=0.009806\\n
A: in_accel_mount_matrix=1, 0, 0; 0, 1, 0; 0, 0, 1\\n

"""


def system_bus(session):
    """A system bus of its own for what starts from now on."""
    path = session.folder / "system-bus"
    session.environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={path}"
    session.start(["dbus-daemon", "--nofork", "--nopidfile", "--nosyslog",
                   f"--config-file={session.write('bus.conf', BUS.format(path=path))}"], "system-bus.log")
    until("no system bus", path.exists)


def private_bus(session):
    """A system bus with a polkit that says yes to everything; from 3.4 on iio-sensor-proxy asks it."""
    system_bus(session)
    session.start(["python3", "-m", "dbusmock", "--system", "--template", "polkitd"], "polkit.log")
    wait_for_name(session, "org.freedesktop.PolicyKit1")
    session.run("gdbus", "call", "--system", "-d", "org.freedesktop.PolicyKit1",
                "-o", "/org/freedesktop/PolicyKit1/Authority",
                "-m", "org.freedesktop.DBus.Mock.AllowUnknown", "true")


def wait_for_name(session, name):
    def is_there():
        return "true" in session.run(
            "gdbus", "call", "--system", "-d", "org.freedesktop.DBus", "-o", "/org/freedesktop/DBus",
            "-m", "org.freedesktop.DBus.NameHasOwner", name, check=False).stdout
    until(lambda: f"no process owns {name}\n" + "\n".join(
        log.read_text(errors="replace")[-800:] for log in session.folder.glob("*.log")
        if log.name in ("polkit.log", "iio-sensor-proxy.log", "service.log")), is_there, 20)


class Sensor:
    """Ends with its session, whose environment names the bus."""

    def __init__(self, session):
        self.session = session
        private_bus(session)
        # Debian 12 has it elsewhere.
        places = [pathlib.Path(folder, "iio-sensor-proxy") for folder in ("/usr/libexec", "/usr/sbin")]
        program = next((place for place in places if place.exists()), None)
        if program is None:
            raise Failure(f"iio-sensor-proxy is at none of {', '.join(map(str, places))}")
        outer = session.start(["umockdev-run", "-d", session.write("accelerometer.umockdev", DEVICE), "--",
                               program, "-v"], "iio-sensor-proxy.log", {"G_MESSAGES_DEBUG": "all"})
        wait_for_name(session, "net.hadess.SensorProxy")
        inner = pathlib.Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split()[0]
        variables = pathlib.Path(f"/proc/{inner}/environ").read_text().split("\0")
        root = next(word for word in variables if word.startswith("UMOCKDEV_DIR=")).split("=", 1)[1]
        self.device = pathlib.Path(root, "sys/devices/platform/bmc150/iio:device0")
        self.outer = outer

    def pose(self, x, y):
        """Thousandths of g."""
        for axis, value in (("x", x), ("y", y)):
            (self.device / f"in_accel_{axis}_raw").write_text(f"{value}\n")

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        os.killpg(self.outer.pid, signal.SIGTERM)
        self.outer.wait()
