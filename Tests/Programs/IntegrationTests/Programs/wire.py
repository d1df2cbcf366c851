# SPDX-License-Identifier: Apache-2.0
"""A bare Wayland client, for witnesses that share no code with what they watch.

Requests and events are numbered as in the protocols' XML.
"""
import os
import select
import socket
import struct
import sys
import time

DISPLAY, REGISTRY = 1, 2


def text(words):
    """A string as an argument."""
    data = words.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + b"\0" * (-len(data) % 4)


def read_text(arguments):
    """The string that arguments begin with, and what follows it."""
    length, = struct.unpack_from("<I", arguments)
    end = 4 + (length + 3) // 4 * 4
    return arguments[4:3 + length].decode(errors="replace"), arguments[end:]


class Client:
    """A connection to the display of the environment, its globals, and who hears each object."""

    def __init__(self):
        display = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(display)
        self.input = b""
        self.last = REGISTRY
        # Called with the number of the event and its arguments.
        self.listeners = {DISPLAY: self._fail, REGISTRY: self._announce}
        # What there is: interface and version by the global's name.
        self.globals = {}
        self.on_global = lambda name, interface, version: None
        self.on_remove = lambda name: None
        self.send(DISPLAY, 1, struct.pack("<I", REGISTRY))

    def create(self, listener=None):
        """The number of a new object, which the next request makes."""
        self.last += 1
        if listener:
            self.listeners[self.last] = listener
        return self.last

    def send(self, target, request, arguments=b"", descriptors=()):
        size = len(arguments) + 8
        data = struct.pack("<II", target, size << 16 | request) + arguments
        if descriptors:
            socket.send_fds(self.socket, [data], descriptors)
        else:
            self.socket.sendall(data)

    def bind(self, name, version, listener=None):
        interface, offered = self.globals[name]
        number = self.create(listener)
        self.send(REGISTRY, 0, struct.pack("<I", name) + text(interface)
                  + struct.pack("<II", min(version, offered), number))
        return number

    def find(self, interface):
        """The names of the globals of an interface."""
        return [name for name, (known, _) in self.globals.items() if known == interface]

    def receive(self):
        """Waits for something and hands it on."""
        chunk = self.socket.recv(65536)
        if not chunk:
            sys.exit("the compositor has hung up")
        self.input += chunk
        while len(self.input) >= 8:
            source, head = struct.unpack_from("<II", self.input)
            if len(self.input) < head >> 16:
                break
            arguments, self.input = self.input[8:head >> 16], self.input[head >> 16:]
            self.listeners.get(source, lambda event, arguments: None)(head & 0xFFFF, arguments)

    def wait(self):
        """Until the compositor has taken everything in."""
        answers = []
        self.send(DISPLAY, 0, struct.pack("<I", self.create(lambda *answer: answers.append(answer))))
        while not answers:
            self.receive()

    def receive_for(self, seconds):
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if select.select([self.socket], [], [], rest)[0]:
                self.receive()

    def _fail(self, event, arguments):
        if event == 0:
            sys.exit(f"protocol error: {arguments!r}")

    def _announce(self, event, arguments):
        name, = struct.unpack_from("<I", arguments)
        if event == 0:
            interface, rest = read_text(arguments[4:])
            self.globals[name] = interface, struct.unpack("<I", rest)[0]
            self.on_global(name, *self.globals[name])
        else:
            self.globals.pop(name, None)
            self.on_remove(name)
