# SPDX-License-Identifier: Apache-2.0
"""ChromeOS's controller of the screen orientation, stated a second time, from this source:

  ash/display/screen_orientation_controller.cc at 007ca85, and its tests at 0cd08ed (floated windows),
  chromium/chromium, https://github.com/chromium/chromium

A case is a display and a list of events; the answer is the rotation in degrees after each event. As in
Swivel, the accelerometer repeats its last sample after every event.
"""
CLASSES = ("landscape", "portrait")
EXACT = {"portrait": ("portrait-primary", "portrait-secondary"),
         "landscape": ("landscape-primary", "landscape-secondary")}
# The rotations 0, 90, 180 and 270 of a display, by its natural orientation.
NAMES = {"portrait": ("portrait-primary", "landscape-primary", "portrait-secondary",
                      "landscape-secondary"),
         "landscape": ("landscape-primary", "portrait-secondary", "landscape-secondary",
                       "portrait-primary")}


class Window:
    """A window of the list of recently used ones."""

    def __init__(self, facts):
        self.app, self.visible = facts["app"], facts["visible"]
        self.lock = facts["lock"]
        self.floated = self.outside = False


class Controller:
    """The state of the controller and of what it looks at."""

    def __init__(self, case):
        self.natural = case["panel"]
        self.posture, self.split = "tablet", False
        self.windows = {facts["id"]: Window(facts) for facts in case["windows"]}
        self.recent = [facts["id"] for facts in case["windows"]]
        self.rotation = self.user_rotation = 0
        self.locked, self.locked_to = False, "any"
        self.user_lock = "any"
        self.sample = 0
        self.apply()
        self.feel()

    def name(self, rotation):
        return NAMES[self.natural][rotation // 90]

    def rotations(self, name):
        return [turn * 90 for turn in range(4) if self.name(turn * 90) in EXACT[name]]

    # What the accelerometer may do.

    def allowed(self):
        return self.posture != "clamshell"

    def feel(self):
        """Handles one sample; None is a screen that lies flat."""
        if not self.allowed() or self.sample is None:
            return
        if self.locked and self.locked_to not in CLASSES:
            return
        if self.locked and self.sample not in self.rotations(self.locked_to):
            return
        self.rotation = self.sample

    # Locks.

    def lock_to(self, lock):
        self.locked_to = lock
        self.locked = lock != "any"
        if lock in CLASSES:
            if self.rotation not in self.rotations(lock):
                primary = f"{lock}-primary"
                self.rotation = 90 * NAMES[self.natural].index(primary)
        elif lock == "natural":
            self.rotation = 0
        elif lock != "any":
            self.rotation = 90 * NAMES[self.natural].index(lock)

    def resolve(self, wanted):
        if wanted == "any" or self.user_lock in EXACT.get(wanted, ()):
            return self.user_lock
        return wanted

    def apply(self):
        if self.posture != "tablet":
            if self.allowed():
                self.lock_to(self.user_lock)
            return
        if self.split:
            self.lock_to(self.user_lock)
            return
        for number in self.recent:
            window = self.windows[number]
            if not window.visible or window.outside or window.floated:
                continue
            if window.lock == "current":
                window.lock = self.name(self.rotation)
                self.lock_to(window.lock)
                return
            if window.lock is not None:
                self.lock_to(self.resolve(window.lock))
                return
            if window.app:
                self.lock_to(self.user_lock)
                return
        self.lock_to(self.user_lock)

    # Events.

    def move_to(self, posture):
        before, self.posture = self.allowed(), posture
        if before and not self.allowed():
            self.locked, self.locked_to = False, "any"
            self.rotation = self.user_rotation
            return
        if not before and self.allowed():
            self.user_rotation = self.rotation
        self.apply()

    def handle(self, event):
        kind, value = event["kind"], event.get("value")
        window = self.windows.get(event.get("window"))
        if kind == "turn":
            self.sample = value
        elif kind == "activate":
            self.recent.remove(event["window"])
            self.recent.insert(0, event["window"])
        elif kind == "lock":
            window.lock = value
        elif kind == "visible":
            window.visible = value
            if not value and self.recent[0] == event["window"]:
                shown = next((one for one in self.recent if self.windows[one].visible), None)
                if shown is not None:
                    self.recent.remove(shown)
                    self.recent.insert(0, shown)
        elif kind == "floated":
            window.floated = value
        elif kind == "outside":
            window.outside = value
        elif kind == "split":
            self.split = value
        elif kind == "user-lock":
            self.user_lock = value or "any"
        elif kind == "toggle":
            self.user_lock = "any" if self.user_lock != "any" else self.name(self.rotation)
        elif kind == "posture":
            self.move_to(value)
            self.feel()
            return
        if kind != "turn":
            self.apply()
        self.feel()


def answer(case):
    """Returns the rotation after the start and after each event."""
    controller = Controller(case)
    found = [controller.rotation]
    for event in case["events"]:
        controller.handle(event)
        found.append(controller.rotation)
    return found
