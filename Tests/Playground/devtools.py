# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium over the DevTools protocol, with Python's standard library alone."""
import base64
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class Socket:
    """A client of one WebSocket, as RFC 6455 describes it, for text messages."""

    def __init__(self, address, timeout):
        host, _, path = address.removeprefix("ws://").partition("/")
        name, _, port = host.partition(":")
        self.connection = socket.create_connection((name, int(port)), timeout=timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.receive()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0] + b" ":
            raise ConnectionError(head.decode(errors="replace"))

    def receive(self):
        data = self.connection.recv(1 << 16)
        if not data:
            raise ConnectionError("the browser closed the connection")
        return data

    def exactly(self, count):
        while len(self.buffer) < count:
            self.buffer += self.receive()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send(self, text):
        data = text.encode()
        head = bytes([0x81])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
        # A mask of zeros is a mask; the peer is a process of ours on this machine.
        self.connection.sendall(head + bytes(4) + data)

    def message(self):
        """Returns the next text message."""
        parts = []
        while True:
            first, second = self.exactly(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.exactly(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.exactly(8))[0]
            data = self.exactly(length)
            kind = first & 0x0F
            if kind == 8:
                raise ConnectionError("the browser closed the connection")
            if kind in (0, 1):
                parts.append(data)
                if first & 0x80:
                    return b"".join(parts).decode()


class Browser:
    """A Chromium with one page; a context manager, which ends the browser and removes its profile."""

    def __init__(self, program="chromium", timeout=180):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="swivel-playground-")
        sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={self.profile}", *sandbox,
             "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--disable-component-update", "--hide-scrollbars", "--lang=en-US", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.handlers = {}
        self.events = []
        self.number = 0
        try:
            self.connect()
        except BaseException:
            self.close()
            raise

    def connect(self):
        file = pathlib.Path(self.profile, "DevToolsActivePort")
        end = time.monotonic() + self.timeout
        while not (file.is_file() and len(file.read_text().split("\n")) > 1):
            if self.process.poll() is not None or time.monotonic() > end:
                raise ConnectionError("chromium did not start")
            time.sleep(0.05)
        port = file.read_text().split("\n")[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=self.timeout) as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page"]
        self.socket = Socket(pages[0]["webSocketDebuggerUrl"], self.timeout)
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result; events meanwhile reach their handlers."""
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = self.next()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self):
        answer = json.loads(self.socket.message())
        if "method" in answer:
            handler = self.handlers.get(answer["method"])
            if handler:
                handler(answer["params"])
            else:
                self.events.append(answer)
        return answer

    def evaluate(self, expression):
        """Returns the value of an expression in the page; a promise is awaited, an exception is raised."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def size(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, **features):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def picture(self, path, full=False, clip=None):
        """Saves the visible part of the page, all of it, or a part with `x`, `y`, `width`, `height` and `scale`, as PNG."""
        place = {} if clip is None else {"clip": clip}
        result = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full, **place)
        pathlib.Path(path).write_bytes(base64.b64decode(result["data"]))

    def key(self, key, code=0, modifiers=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      nativeVirtualKeyCode=code, modifiers=modifiers)

    def mouse(self, kind, x, y, buttons=1):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1)
