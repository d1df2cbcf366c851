# SPDX-License-Identifier: Apache-2.0
"""Measures whether what is touched turns with its output: a pointer that tells positions on a panel, as a
touch screen does, stays at one place of it every millisecond while somebody turns the output.

usage: touch-gap.py [--mapped]        mapped to the output from the beginning, or left to somebody else
Prints "ready", and when the output has turned by 90 degrees one line of JSON: how many positions came
after the output's event as they were before the turn, and after how many milliseconds the first right one.
"""
import json
import os
import select
import socket
import struct
import sys
import time

import wire

# The place on the panel, as parts of its width and height.
PLACE = (0.5, 0.2)


class Witness(wire.Client):
    def __init__(self, mapped):
        super().__init__()
        self.wait()
        self.transform, self.turned, self.places = 0, None, []
        output = self.bind(self.find("wl_output")[0], 4, self.hear_output)
        seat = self.bind(self.find("wl_seat")[0], 1)
        manager = self.bind(self.find("zwlr_virtual_pointer_manager_v1")[0], 2)
        self.pointer = self.create()
        self.send(manager, 2, struct.pack("<III", seat, output if mapped else 0, self.pointer))
        self.wait()
        listener = self.create(self.hear_pointer)
        self.send(seat, 0, struct.pack("<I", listener))
        self.cover()

    def cover(self):
        """A surface over the whole output, which hears where the pointer is."""
        compositor = self.bind(self.find("wl_compositor")[0], 4)
        memory = self.bind(self.find("wl_shm")[0], 1)
        shell = self.bind(self.find("zwlr_layer_shell_v1")[0], 1)
        surface = self.create()
        self.send(compositor, 0, struct.pack("<I", surface))
        sizes = []
        layer = self.create(lambda event, arguments: event == 0 and sizes.append(
            struct.unpack("<III", arguments)))
        self.send(shell, 0, struct.pack("<IIII", layer, surface, 0, 3) + wire.text("gap"))
        self.send(layer, 1, struct.pack("<I", 15))
        self.send(surface, 6)
        while not sizes:
            self.receive()
        serial, width, height = sizes[0]
        # Large enough for the turned output, too.
        side = max(width, height)
        with os.fdopen(os.memfd_create("gap"), "wb") as file:
            file.truncate(side * side * 4)
            pool, buffer = self.create(), self.create()
            request = struct.pack("<III", pool, side * side * 4, 0)[:8]
            head = struct.pack("<II", memory, (len(request) + 8) << 16)
            socket.send_fds(self.socket, [head + request], [file.fileno()])
            self.send(pool, 0, struct.pack("<IiiiiI", buffer, 0, side, side, side * 4, 0))
        self.send(layer, 6, struct.pack("<I", serial))
        self.send(surface, 1, struct.pack("<Iii", buffer, 0, 0))
        self.send(surface, 6)
        self.wait()

    def hear_output(self, event, arguments):
        if event != 0:
            return
        _, rest = wire.read_text(arguments[20:])
        _, rest = wire.read_text(rest)
        transform, = struct.unpack("<i", rest)
        if transform != self.transform:
            self.transform, self.turned = transform, time.monotonic()

    def hear_pointer(self, event, arguments):
        if event in (0, 2):
            x, y = struct.unpack("<ii", arguments[-8:])
            self.places.append((time.monotonic(), x / 256, y / 256))

    def move(self, step):
        # A position that does not change is not told.
        x, y = (int(part * 10_000) + step % 2 for part in PLACE)
        self.send(self.pointer, 1, struct.pack("<IIIII", step, x, y, 10_000, 10_000))
        self.send(self.pointer, 4)
        end = time.monotonic() + 0.001
        while (rest := end - time.monotonic()) > 0:
            if select.select([self.socket], [], [], rest)[0]:
                self.receive()


def main():
    witness = Witness("--mapped" in sys.argv)
    for step in range(200):
        witness.move(step)
    before = witness.places[-1][1:]
    width, height = before[0] / PLACE[0], before[1] / PLACE[1]
    # With the left edge up, the panel's upper edge is on the right.
    after = (1 - PLACE[1]) * height, PLACE[0] * width
    print("ready", flush=True)
    step = 200
    while witness.turned is None:
        witness.move(step)
        step += 1
    wrong, last, end = 0, None, witness.turned + 5
    while time.monotonic() < end:
        for at, x, y in [place for place in witness.places if place[0] >= witness.turned]:
            if abs(x - after[0]) < 3 and abs(y - after[1]) < 3:
                gap = (at - witness.turned) * 1000
                print(json.dumps({"wrong": wrong, "milliseconds": round(gap, 1)}), flush=True)
                return
            wrong, last = wrong + 1, (x, y)
        witness.places = []
        witness.move(step)
        step += 1
    sys.exit(f"never right: {wrong} wrong, {before} before, {last} last, {after} wanted")


main()
