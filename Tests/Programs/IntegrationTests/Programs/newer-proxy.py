#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Speaks on the system bus as iio-sensor-proxy 3.6 and later do.

    newer-proxy.py READING_AFTER_SECONDS|never

A claim is first put to polkit, is answered only after the sensor's first reading, and changes are
told to those alone who have claimed. `Turn(s)` of the interface `test.Sensor` turns the device, and
answers when the claimers were told, CLOCK_MONOTONIC in seconds. With "never" in the place of the
seconds the first reading is taken by `Read()` of that interface.
"""
import sys
import time

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "net.hadess.SensorProxy"
PATH = "/net/hadess/SensorProxy"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Sensor(dbus.service.Object):
    """The accelerometer's side of the service."""

    def __init__(self, bus, delay):
        super().__init__(dbus.service.BusName(NAME, bus), PATH)
        self.bus = bus
        self.delay = delay
        self.held = "left-up"
        self.said = "undefined"
        self.claimers = {}
        self.waiting = []

    @dbus.service.method(
        NAME, async_callbacks=("reply", "refuse"), sender_keyword="sender")
    def ClaimAccelerometer(self, reply, refuse, sender):
        """Asks polkit first, as a check of a system-bus-name that may not ask the user."""
        polkit = self.bus.get_object(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority")

        def judged(result):
            if not result[0]:
                refuse(dbus.DBusException(
                    "Not Authorized: may not claim", name="org.freedesktop.DBus.Error.AccessDenied"))
                return
            self.claim(sender, reply)

        polkit.CheckAuthorization(
            ("system-bus-name", {"name": sender}), NAME + ".claim-sensor",
            dbus.Dictionary({}, signature="ss"), dbus.UInt32(0), "",
            dbus_interface="org.freedesktop.PolicyKit1.Authority",
            reply_handler=judged, error_handler=refuse)

    def claim(self, sender, reply):
        """The first claim starts the sensor; while nothing is known all answers wait for its first reading."""
        is_first = not self.claimers
        if sender not in self.claimers:
            self.claimers[sender] = self.bus.watch_name_owner(
                sender, lambda owner, name=sender: owner or self.forget(name))
        if self.said != "undefined":
            reply()
            if is_first and self.said != self.held:
                self.start_sensor()
            return
        self.waiting.append(reply)
        if len(self.waiting) == 1:
            self.start_sensor()

    def start_sensor(self):
        """Takes the first reading after the delay, unless it is taken by hand."""
        if self.delay is not None:
            GLib.timeout_add(int(self.delay * 1000), self.first_reading)

    def first_reading(self):
        """Tells what is held, then answers everybody who has waited."""
        self.say(self.held)
        for reply in self.waiting:
            reply()
        self.waiting = []
        return False

    @dbus.service.method(NAME, sender_keyword="sender")
    def ReleaseAccelerometer(self, sender):
        """Gives up a claim."""
        self.forget(sender)

    def forget(self, name):
        """The last one lets the sensor sleep; what was said last can still be read."""
        watch = self.claimers.pop(name, None)
        if watch:
            watch.cancel()

    def say(self, word):
        """Tells the claimers alone."""
        self.said = word
        for claimer in self.claimers:
            message = dbus.lowlevel.SignalMessage(PATH, PROPERTIES, "PropertiesChanged")
            message.append(
                NAME, {"AccelerometerOrientation": word}, dbus.Array([], signature="s"),
                signature="sa{sv}as")
            message.set_destination(claimer)
            self.bus.send_message(message)

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        """One property."""
        return self.GetAll(interface)[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        """All properties."""
        return {
            "HasAccelerometer": True, "AccelerometerOrientation": self.said,
            "AccelerometerTilt": "vertical",
        }

    @dbus.service.method("test.Sensor", in_signature="s", out_signature="d")
    def Turn(self, word):
        """The device is held otherwise; who has claimed hears of it."""
        self.held = word
        now = time.monotonic()
        if self.claimers and not self.waiting:
            self.say(word)
        return now

    @dbus.service.method("test.Sensor")
    def Read(self):
        """Takes the first reading after a claim."""
        self.first_reading()

    @dbus.service.method("test.Sensor", out_signature="i")
    def Claimers(self):
        """How many have a claim."""
        return len(self.claimers)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
sensor = Sensor(dbus.SystemBus(), None if sys.argv[1] == "never" else float(sys.argv[1]))
GLib.MainLoop().run()
