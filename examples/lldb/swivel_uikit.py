# SPDX-License-Identifier: Apache-2.0
"""Prints the windows and controllers of a stopped iOS app as a scenario for swivel.

    (lldb) command script import examples/lldb/swivel_uikit.py
    (lldb) swivel_uikit

Works in apps of Swift and of Objective-C, needs nothing in them, and writes nothing: it asks what
UIKit itself asks (shouldAutorotate, supportedInterfaceOrientations and so on). Those methods are the
app's own, so whatever they do besides answering happens. Save what the console shows and give it to
`swivel import uikit FILE`.

Made from Apple's headers without a machine of Apple's; where an app answers otherwise than this
expects, the line is left out and named in a comment.

    python3 swivel_uikit.py --transcript FILE    the same from answers in a file, for tests
"""
import json
import sys

BEGIN = "# swivel: a scenario begins"
END = "# swivel: the scenario ends"
SETS = [5, 6, 7, 8, 13, 16, 26, 27]
MASK_ORDER = [(2, "portrait"), (4, "portrait-upside-down"), (8, "landscape-right"), (16, "landscape-left")]
INTERFACE = {1: "portrait", 2: "portrait-upside-down", 3: "landscape-right", 4: "landscape-left"}
DEVICE = ["unknown", "portrait", "portrait-upside-down", "landscape-left", "landscape-right", "face-up", "face-down"]
PLIST = {
    "UIInterfaceOrientationPortrait": "portrait",
    "UIInterfaceOrientationPortraitUpsideDown": "portrait-upside-down",
    "UIInterfaceOrientationLandscapeLeft": "landscape-left",
    "UIInterfaceOrientationLandscapeRight": "landscape-right",
}
STYLES = {
    0: "full-screen", 1: "page-sheet", 2: "form-sheet", 3: "current-context", 4: "custom",
    5: "over-full-screen", 6: "custom", 7: "popover", -2: "automatic",
}
CONTAINERS = [
    ("UINavigationController", "navigation"), ("UITabBarController", "tab"),
    ("UISplitViewController", "split"), ("UIPageViewController", "page"),
]
FOLLOWERS = ["UITextEffectsWindow", "UIRemoteKeyboardWindow"]
QUESTIONS = {
    "shouldAutorotate": "autorotate",
    "supportedInterfaceOrientations": "supported",
    "preferredInterfaceOrientationForPresentation": "preferred",
    "prefersInterfaceOrientationLocked": "prefers-orientation-locked",
}

# Each of these appends lines KEY=VALUE to `s`. Values come over key-value coding, since structures
# and floating point numbers need headers that a debugger may not have; nothing variadic is called.
START = 'id s = (id)[(id)objc_getClass("NSMutableString") string];\n'
DONE = "\n(const char *)[(id)s UTF8String]"


def line(key, code):
    """Code that appends one line whose value is the description of an object."""
    return (
        f'{{ id v = (id)({code}); (void)[(id)s appendString:@"{key}="]; '
        '(void)[(id)s appendString:(v ? (id)[(id)v description] : (id)@"nil")]; '
        '(void)[(id)s appendString:@"\\n"]; }\n'
    )


def pointers(key, array):
    """Code that appends a line KEY=POINTER for each entry of an array."""
    return (
        f"{{ id a = (id)({array}); unsigned long n = (unsigned long)[(id)a count]; "
        "for (unsigned long i = 0; i < n; i++) { "
        + line(
            key,
            '[(id)objc_getClass("NSNumber") numberWithUnsignedLong:'
            "(unsigned long)[(id)a objectAtIndex:i]]",
        )
        + "} }\n"
    )


def kinds(names):
    """Code that appends a line kind=NAME for each class that `o` is one of."""
    return "".join(
        f'if ((bool)[(id)o isKindOfClass:(Class)objc_getClass("{name}")]) '
        + line("kind", f'@"{name}"')
        for name in names
    )


def question(selector):
    """Code that appends an answer, and whether the app's own code or UIKit's gives it."""
    return (
        f'{{ SEL q = (SEL)sel_registerName("{selector}"); '
        "if ((bool)[(id)o respondsToSelector:q]) { Class k = (Class)object_getClass(o); "
        "while (k && (Class)class_getSuperclass(k) && "
        "(void *)class_getMethodImplementation(k, q) == "
        "(void *)class_getMethodImplementation((Class)class_getSuperclass(k), q)) "
        "k = (Class)class_getSuperclass(k);\n"
        + line(f"{selector}.image", "[(id)objc_getClass(\"NSString\") stringWithUTF8String:"
               "(const char *)class_getImageName(k)]")
        + line(selector, f'[(id)o valueForKey:@"{selector}"]')
        + "} }\n"
    )


def app_code(_):
    """What the app, its bundle, its delegate and the device say, and its windows."""
    code = START + 'id o = (id)[(id)objc_getClass("UIApplication") sharedApplication];\n'
    code += 'id d = (id)[(id)objc_getClass("UIDevice") currentDevice];\n'
    code += "id i = (id)[(id)[(id)objc_getClass(\"NSBundle\") mainBundle] infoDictionary];\n"
    code += line("version", '[(id)d valueForKey:@"systemVersion"]')
    code += line("idiom", '[(id)d valueForKey:@"userInterfaceIdiom"]')
    code += line("device", '[(id)d valueForKey:@"orientation"]')
    code += line("generating", '[(id)d valueForKey:@"generatesDeviceOrientationNotifications"]')
    code += line("interface", '[(id)o valueForKey:@"statusBarOrientation"]')
    code += line("screen", '[(id)[(id)objc_getClass("UIScreen") mainScreen] '
                 'valueForKeyPath:@"fixedCoordinateSpace.bounds"]')
    for key in ["UISupportedInterfaceOrientations", "UISupportedInterfaceOrientations~ipad"]:
        code += line(key, f'[(id)[(id)i objectForKey:@"{key}"] componentsJoinedByString:@","]')
    for key in ["UIRequiresFullScreen", "UILaunchStoryboardName"]:
        code += line(key, f'[(id)i objectForKey:@"{key}"]')
    code += pointers("window", '[(id)o valueForKey:@"windows"]')
    return code + DONE


def window_code(pointer):
    """What one window says, and what the app's delegate says of it."""
    code = START + f"id o = (id){pointer};\n"
    code += 'id app = (id)[(id)objc_getClass("UIApplication") sharedApplication];\n'
    code += line("class", "(id)NSStringFromClass((Class)object_getClass(o))")
    for key in ["windowLevel", "hidden", "keyWindow", "bounds"]:
        code += line(key, f'[(id)o valueForKey:@"{key}"]')
    code += kinds(FOLLOWERS)
    code += (
        'if ((bool)[(id)o respondsToSelector:(SEL)sel_registerName("_canAffectStatusBarAppearance")]) '
        + line("bar", '[(id)o valueForKey:@"_canAffectStatusBarAppearance"]')
    )
    code += (
        "if ((bool)[(id)[(id)app delegate] respondsToSelector:"
        '(SEL)sel_registerName("application:supportedInterfaceOrientationsForWindow:")]) '
        + line(
            "delegate",
            '[(id)objc_getClass("NSNumber") numberWithUnsignedLong:(unsigned long)'
            "[(id)[(id)app delegate] application:app supportedInterfaceOrientationsForWindow:o]]",
        )
    )
    code += "id r = (id)[(id)o rootViewController];\n"
    code += "if (r) " + line(
        "root", '[(id)objc_getClass("NSNumber") numberWithUnsignedLong:(unsigned long)r]')
    return code + DONE


def controller_code(pointer):
    """What one controller answers, contains and presents."""
    code = START + f"id o = (id){pointer};\n"
    code += line("class", "(id)NSStringFromClass((Class)object_getClass(o))")
    code += kinds([name for name, _ in CONTAINERS] + ["UIAlertController"])
    for selector in QUESTIONS:
        code += question(selector)
    code += pointers("child", '[(id)o valueForKey:@"childViewControllers"]')
    code += (
        'if ((bool)[(id)o isKindOfClass:(Class)objc_getClass("UITabBarController")]) '
        + line("selected", '[(id)o valueForKey:@"selectedIndex"]')
    )
    code += "id p = (id)[(id)o presentedViewController];\n"
    # A child hands its parent's presented controller on; only the presenter itself counts.
    code += "if (p && (id)[(id)p presentingViewController] == o) {\n"
    code += line("presented", '[(id)objc_getClass("NSNumber") numberWithUnsignedLong:(unsigned long)p]')
    code += line("style", '[(id)p valueForKey:@"modalPresentationStyle"]') + "}\n"
    return code + DONE


CODES = {"app": app_code, "window": window_code, "controller": controller_code}


class Facts:
    """The lines of one answer; a key may come several times."""

    def __init__(self, text):
        self.pairs = [row.split("=", 1) for row in text.split("\n") if "=" in row]

    def all(self, key):
        return [value for name, value in self.pairs if name == key]

    def get(self, key):
        found = self.all(key)
        return None if not found or found[0] == "nil" else found[0]

    def number(self, key):
        try:
            return int(float(self.get(key)))
        except (TypeError, ValueError):
            return None

    def size(self, key):
        """The second pair of numbers in `{{x, y}, {width, height}}`."""
        text = self.get(key) or ""
        numbers = "".join(c if c in "0123456789.-" else " " for c in text.split(":")[-1]).split()
        return [round(float(n)) for n in numbers[2:4]] if len(numbers) == 4 else None


def mask(raw):
    """A mask in the words of scenario files."""
    names = {30: "all", 26: "all-but-upside-down", 24: "landscape", 0: "none"}
    if raw in names:
        return names[raw]
    known = [name for bit, name in MASK_ORDER if raw & bit]
    return known if raw & ~30 == 0 else raw


class Scenario:
    """Puts answers together; `ask(kind, pointer)` gives the text of one."""

    def __init__(self, ask):
        self.ask = ask
        self.names = {"app", "delegate", "device", "default"}
        self.notes = []

    def name(self, base):
        count, name = 1, base
        while name in self.names:
            count += 1
            name = f"{base}.{count}"
        self.names.add(name)
        return name

    def answer(self, facts, selector):
        """An answer that the app's own code gives; None for UIKit's."""
        image = facts.get(selector + ".image") or ""
        raw = facts.number(selector)
        # The system's own libraries stand there, on devices and in simulators alike.
        if "/System/Library/" in image or "/usr/lib/" in image or not image:
            return None
        if raw is None:
            self.notes.append(f"{selector} of {facts.get('class')} did not answer")
            return None
        if selector in ("shouldAutorotate", "prefersInterfaceOrientationLocked"):
            return raw != 0
        return mask(raw) if selector.startswith("supported") else INTERFACE.get(raw)

    def controller(self, pointer, depth=0):
        facts = Facts(self.ask("controller", pointer))
        made = {"id": self.name((facts.get("class") or "controller").split(".")[-1])}
        for selector, key in QUESTIONS.items():
            value = self.answer(facts, selector)
            if value is not None:
                made[key] = value
        kind = next((word for name, word in CONTAINERS if name in facts.all("kind")), None)
        children = facts.all("child")
        if depth > 40:
            self.notes.append(f"what is inside {made['id']} is left out: more than 40 levels")
            return made
        if kind or children:
            made["container"] = kind or "custom"
            inside = [self.controller(child, depth + 1) for child in children]
            if inside:
                made["children"] = inside
            index = facts.number("selected")
            if kind == "tab" and index is not None and 0 < index < len(inside):
                made["selected"] = inside[index]["id"]
        presented = facts.get("presented")
        if presented:
            below = Facts(self.ask("controller", presented))
            is_alert = "UIAlertController" in below.all("kind")
            style = "alert" if is_alert else STYLES.get(facts.number("style"), "custom")
            made["presented"] = {"style": style, "controller": self.controller(presented, depth + 1)}
        return made

    def window(self, pointer, screen, masks):
        facts = Facts(self.ask("window", pointer))
        made = {"id": self.name((facts.get("class") or "window").split(".")[-1])}
        level = facts.number("windowLevel") or 0
        if level:
            made["level"] = level
        if facts.number("hidden"):
            made["hidden"] = True
        if facts.number("keyWindow"):
            made["key"] = True
        size = facts.size("bounds")
        if size and screen and sorted(size) != sorted(screen) and min(size) >= 0:
            made["size"] = size
        if facts.all("kind"):
            made["follower"] = True
        if facts.number("bar") == 0:
            made["controls-status-bar"] = False
        if facts.number("delegate") is not None:
            masks[made["id"]] = mask(facts.number("delegate"))
        root = facts.get("root")
        if not made.get("follower"):
            made["root"] = self.controller(root) if root else None
        return made

    def text(self):
        app = Facts(self.ask("app", "0"))
        try:
            version = int((app.get("version") or "").split(".")[0])
        except ValueError:
            version = 0
        rules = max([number for number in SETS if number <= version], default=SETS[0])
        device = {}
        if app.number("idiom") == 1:
            device["idiom"] = "pad"
        screen = app.size("screen")
        if screen and min(screen) > 0:
            device["size"] = sorted(screen)
        held = app.number("device") or 0
        if app.number("generating") == 0:
            device["generating"] = False
        elif 0 < held < len(DEVICE):
            device["orientation"] = DEVICE[held]
        settings = {}
        for key, word in [("UISupportedInterfaceOrientations", "supported"),
                          ("UISupportedInterfaceOrientations~ipad", "supported-pad")]:
            value = app.get(key)
            if value is not None:
                words = [PLIST[name.strip()] for name in value.split(",") if name.strip() in PLIST]
                settings[word] = words
        if app.number("UIRequiresFullScreen"):
            settings["requires-full-screen"] = True
        if app.get("UILaunchStoryboardName") is None:
            settings["launch-storyboard"] = False
        masks = {}
        windows = [self.window(pointer, screen, masks) for pointer in app.all("window")]
        if masks:
            values = list(masks.values())
            same = len(masks) == len(windows) and all(value == values[0] for value in values)
            settings["delegate"] = values[0] if same else masks
        shown = INTERFACE.get(app.number("interface"))
        lines = [BEGIN]
        if shown:
            lines.append(f"# The interface stands at {shown} now.")
        lines += [f"# {note}" for note in self.notes]
        lines += ["swivel: 1", f"title: An app on iOS {app.get('version') or 'unknown'}"]
        lines.append(f"rules: uikit-{rules}")
        for key, value in [("device", device), ("app", settings)]:
            if value:
                lines.append(f"{key}: {json.dumps(value)}")
        lines.append("windows:")
        lines += [f"  - {json.dumps(window)}" for window in windows]
        return "\n".join(lines + [END])


def ask_debugger(debugger):
    """Asks the app that is stopped in a debugger."""
    import lldb

    options = lldb.SBExpressionOptions()
    options.SetLanguage(lldb.eLanguageTypeObjC_plus_plus)
    options.SetIgnoreBreakpoints(True)
    options.SetTimeoutInMicroSeconds(5_000_000)
    process = debugger.GetSelectedTarget().GetProcess()
    frame = process.GetSelectedThread().GetSelectedFrame()

    def ask(kind, pointer):
        value = frame.EvaluateExpression(CODES[kind](pointer), options)
        error = lldb.SBError()
        text = process.ReadCStringFromMemory(value.GetValueAsUnsigned(), 1 << 20, error)
        if not value.GetError().Success() or not error.Success():
            reason = value.GetError().GetCString() or error.GetCString()
            raise RuntimeError(f"the app did not answer: {reason}")
        return text

    return ask


def obstacle(debugger):
    """Why nothing here can answer; None if it may be asked."""
    import lldb

    target = debugger.GetSelectedTarget()
    process = target.GetProcess()
    if not process.IsValid() or process.GetState() in (lldb.eStateExited, lldb.eStateDetached):
        return "no app is being debugged: run it, or attach to it (process attach --name APP)"
    if process.GetState() != lldb.eStateStopped:
        return "the app is running: stop it first (process interrupt)"
    loaded = {module.GetFileSpec().GetFilename() for module in target.module_iter()}
    if not loaded & {"UIKit", "UIKitCore"}:
        program = target.GetExecutable().GetFilename()
        return f"{program} has not loaded UIKit: it is no iOS app, or is stopped too early in its start"
    return None


def swivel_uikit(debugger, command, result, _internal):
    """Prints the windows and controllers of the stopped app as a scenario for `swivel import uikit`.

    swivel_uikit             asks the app that is selected and stopped in its main thread
    swivel_uikit --help      says more
    """
    words = command.split()
    if words in (["--help"], ["-h"]):
        print(__doc__.strip(), file=result)
        return
    if words:
        result.SetError("swivel_uikit takes nothing but --help")
        return
    problem = obstacle(debugger)
    if problem:
        result.SetError(f"swivel_uikit: {problem}")
        return
    try:
        print(Scenario(ask_debugger(debugger)).text(), file=result)
    except RuntimeError as problem:
        result.SetError(f"swivel_uikit: {problem}; stop the app in its main thread and try again")


def __lldb_init_module(debugger, _internal):
    debugger.HandleCommand("command script add -f swivel_uikit.swivel_uikit swivel_uikit")
    print("swivel_uikit prints the app's windows as a scenario for `swivel import uikit`")


def main():
    """Answers out of a file: a JSON object of `KIND POINTER` to the lines of an answer."""
    if len(sys.argv) != 3 or sys.argv[1] != "--transcript":
        sys.exit("usage: swivel_uikit.py --transcript FILE (or import it in lldb)")
    with open(sys.argv[2], encoding="utf-8") as file:
        answers = json.load(file)["answers"]
    print(Scenario(lambda kind, pointer: "\n".join(answers[f"{kind} {pointer}"])).text())


if __name__ == "__main__":
    main()
