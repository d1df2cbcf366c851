#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a Wayland client is told of the outputs, event by event, each with CLOCK_MONOTONIC.

    layout-watch.py             SECONDS KIND NAME TRANSFORM X Y WIDTH HEIGHT, until it is ended
    layout-watch.py --once      one line `NAME TRANSFORM` for each wl_output, as it stands

KIND is `geometry` for each wl_output.geometry (0 for what it does not tell), `output` for each report
of wl_output and xdg_output that is complete, `device` for each geometry of KWin's own outputs, `head`
for each head in each complete report of the output manager (`off` as TRANSFORM for one that is off;
a line `SECONDS heads` ends the report), `gone` (NAME alone) for an output that is taken away. After
what was there at the start comes a line `SECONDS ready`.
"""
import struct
import sys
import time

sys.dont_write_bytecode = True
from wire import Client, read_text  # noqa: E402

is_once = "--once" in sys.argv


def say(*words):
    if not is_once:
        print(f"{time.monotonic():.6f}", *words, flush=True)


class Output:
    """A wl_output and its xdg_output; older ones have their name from the latter."""

    def __init__(self, client, name):
        self.client, self.name, self.unnamed = client, None, []
        self.transform, self.place, self.size = 0, (0, 0), (0, 0)
        self.proxy = client.bind(name, 4, self.heard)

    def follow(self, layout):
        details = self.client.create(self.heard_details)
        self.client.send(layout, 1, struct.pack("<II", details, self.proxy))

    def heard(self, event, arguments):
        if event == 0:
            x, y = struct.unpack_from("<ii", arguments)
            self.transform, = struct.unpack("<i", arguments[-4:])
            self.say("geometry", self.transform, x, y, 0, 0)
        elif event == 2:
            self.say("output", self.transform, *self.place, *self.size)
        elif event == 4:
            self.call(arguments)

    def heard_details(self, event, arguments):
        if event == 0:
            self.place = struct.unpack("<ii", arguments)
        elif event == 1:
            self.size = struct.unpack("<ii", arguments)
        elif event == 3:
            self.call(arguments)

    def call(self, arguments):
        self.name, _ = read_text(arguments)
        for kind, *what in self.unnamed:
            say(kind, self.name, *what)
        self.unnamed = []

    def say(self, kind, *what):
        if self.name is None:
            self.unnamed.append((kind, *what))
        else:
            say(kind, self.name, *what)


class Heads:
    """What zwlr_output_manager_v1 reports."""

    def __init__(self, client, name):
        self.client, self.heads = client, {}
        client.bind(name, 2, self.heard)

    def heard(self, event, arguments):
        if event == 0:
            number, = struct.unpack("<I", arguments)
            self.heads[number] = {"name": "?", "on": False, "place": (0, 0), "transform": 0}
            self.client.listeners[number] = lambda *said: self.heard_head(number, *said)
        elif event == 1:
            for head in self.heads.values():
                say("head", head["name"], head["transform"] if head["on"] else "off", *head["place"], 0, 0)
            say("heads")

    def heard_head(self, number, event, arguments):
        head = self.heads[number]
        if event == 0:
            head["name"], _ = read_text(arguments)
        elif event == 4:
            head["on"] = struct.unpack("<i", arguments)[0] != 0
        elif event == 6:
            head["place"] = struct.unpack("<ii", arguments)
        elif event == 7:
            head["transform"], = struct.unpack("<i", arguments)
        elif event == 9:
            del self.heads[number]


class Device:
    """A kde_output_device_v2, which tells its name late or, before version 2, never."""

    def __init__(self, client, name):
        self.name = f"device-{name}"
        client.bind(name, 2, self.heard)

    def heard(self, event, arguments):
        if event == 0:
            x, y = struct.unpack_from("<ii", arguments)
            say("device", self.name, struct.unpack("<i", arguments[-4:])[0], x, y, 0, 0)


def main():
    client = Client()
    client.wait()
    outputs = {}

    def added(name, interface, version):
        if interface == "wl_output":
            outputs[name] = Output(client, name)
            if layouts:
                outputs[name].follow(layout)
        elif interface == "zwlr_output_manager_v1":
            Heads(client, name)
        elif interface == "kde_output_device_v2":
            Device(client, name)

    def removed(name):
        if name in outputs:
            say("gone", outputs.pop(name).name)

    layouts = client.find("zxdg_output_manager_v1")
    layout = client.bind(layouts[0], 3) if layouts else None
    for name, (interface, version) in list(client.globals.items()):
        added(name, interface, version)
    client.on_global, client.on_remove = added, removed
    # The answers to what was bound, and to what that led to.
    client.wait()
    client.wait()
    if is_once:
        for output in outputs.values():
            print(output.name, output.transform)
        return
    say("ready")
    while True:
        client.receive()


main()
