#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A client of zwlr_output_power_manager_v1, as programs that make screens dark are.

    output-power.py on|off|ask [OUTPUT]

Prints `OUTPUT on`, `OUTPUT off` or `OUTPUT failed` for each output and ends; `failed` is what the
compositor says while another client has the output's power, and makes the exit code 1.
"""
import os
import socket
import struct
import sys

DISPLAY, REGISTRY = 1, 2


def text(words):
    data = words.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + b"\0" * (-len(data) % 4)


class Client:
    """Objects by their numbers, and what they have said."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = b""
        self.last = REGISTRY
        self.manager = None
        self.names = {}
        self.outputs = {}
        self.modes = {}
        self.send(DISPLAY, 1, struct.pack("<I", REGISTRY))
        self.wait()
        # The outputs' names.
        self.wait()

    def send(self, target, opcode, arguments=b""):
        size = len(arguments) + 8
        self.socket.sendall(struct.pack("<II", target, size << 16 | opcode) + arguments)

    def new(self):
        self.last += 1
        return self.last

    def bind(self, name, interface, version):
        number = self.new()
        self.send(REGISTRY, 0, struct.pack("<I", name) + text(interface)
                  + struct.pack("<II", version, number))
        return number

    def wait(self):
        """Until the compositor has taken everything in."""
        callback = self.new()
        self.send(DISPLAY, 0, struct.pack("<I", callback))
        while True:
            chunk = self.socket.recv(65536)
            if not chunk:
                sys.exit("the compositor has hung up")
            self.input += chunk
            is_done = False
            while len(self.input) >= 8:
                source, head = struct.unpack("<II", self.input[:8])
                if len(self.input) < head >> 16:
                    break
                arguments, self.input = self.input[8:head >> 16], self.input[head >> 16:]
                is_done = is_done or source == callback
                self.take(source, head & 0xFFFF, arguments)
            if is_done:
                return

    def take(self, source, opcode, arguments):
        if source == DISPLAY and opcode == 0:
            sys.exit("protocol error: %r" % arguments)
        if source == REGISTRY and opcode == 0:
            name, length = struct.unpack("<II", arguments[:8])
            interface = arguments[8:8 + length - 1].decode()
            if interface == "wl_output":
                self.names[self.bind(name, interface, 4)] = "?"
            if interface == "zwlr_output_power_manager_v1":
                self.manager = self.bind(name, interface, 1)
        if source in self.names and opcode == 4:
            length = struct.unpack("<I", arguments[:4])[0]
            self.names[source] = arguments[4:4 + length - 1].decode()
        if source in self.outputs:
            is_mode = opcode == 0
            word = ["off", "on"][struct.unpack("<I", arguments)[0]] if is_mode else "failed"
            self.modes[self.outputs[source]] = word

    def take_power(self, only):
        for output, name in self.names.items():
            if only in (None, name):
                power = self.new()
                self.outputs[power] = name
                self.send(self.manager, 0, struct.pack("<II", power, output))
        self.wait()

    def set(self, is_on):
        for power, name in self.outputs.items():
            if self.modes.get(name) != "failed":
                self.send(power, 0, struct.pack("<I", is_on))
            self.send(power, 1)
        self.outputs = {}
        self.wait()


path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
client = Client(path)
if client.manager is None:
    sys.exit("the compositor has no zwlr_output_power_manager_v1")
client.take_power(sys.argv[2] if len(sys.argv) > 2 else None)
if sys.argv[1] != "ask" and "failed" not in client.modes.values():
    client.set(sys.argv[1] == "on")
    # Asked anew: an object may repeat what it was told.
    client.take_power(None)
for name, mode in sorted(client.modes.items()):
    print(name, mode)
sys.exit(1 if "failed" in client.modes.values() else 0)
