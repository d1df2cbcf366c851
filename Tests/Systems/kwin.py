# SPDX-License-Identifier: Apache-2.0
"""What KWin is told by its scripts, and whom it trusts with windows."""

from session import PROJECT, SWIVEL, Absent, Daemon, expect, until

INTERFACE = "org_kde_plasma_window_management"
FILE = "io.github.swivel.Swivel.desktop"
# Without a menu KDE's libraries find no desktop file at all; Plasma brings one.
MENU = """<!DOCTYPE Menu PUBLIC "-//freedesktop//DTD Menu 1.0//EN"
 "http://www.freedesktop.org/standards/menu-spec/1.0/menu.dtd">
<Menu><Name>Applications</Name><DefaultAppDirs/></Menu>
"""
RULES = "rules: desktop\nwindows:\n  - {app-id: one, autorotate: false, veto: true}\n"


def script(session, app, text):
    """Has KWin 6 run a script about the window `w` with an app id."""
    name = f"script-{len(list(session.folder.glob('*.js')))}"
    path = session.write(
        f"{name}.js", f"workspace.windowList().filter(w => w.resourceClass == '{app}').forEach(w => {{ {text} }});\n")
    for words in (["loadScript", str(path), name], ["start"]):
        session.run("gdbus", "call", "--session", "-d", "org.kde.KWin", "-o", "/Scripting",
                    "-m", f"org.kde.kwin.Scripting.{words[0]}", *words[1:])


def trusted(session):
    """With its checks on it tells windows to the program that our desktop file names, and to no other."""
    if session.kind != "kwin":
        raise Absent("no desktop file is asked for")
    menus, files = session.folder / "xdg/menus", session.folder / "share/applications"
    for folder in (menus, files):
        folder.mkdir(parents=True)
    (menus / "applications.menu").write_text(MENU)
    session.restart_compositor({
        "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "0", "XDG_CONFIG_DIRS": f"{menus.parent}:/etc/xdg",
        "XDG_DATA_DIRS": f"{files.parent}:/usr/local/share:/usr/share"})
    window = session.window("one")

    def install(program):
        text = (PROJECT / f"packaging/applications/{FILE}.in").read_text()
        (files / FILE).write_text(text.replace("@bindir@/swivel", program))

    def is_told():
        return session.swivel("windows", check=False)

    def expect_untold(when):
        result = is_told()
        expect(result.returncode == 1 and INTERFACE in result.stderr, f"{when}: {result.stdout}{result.stderr}")
        advice = session.swivel("doctor", check=False).stdout
        expect("KWin does not report windows to this program" in advice and FILE in advice, f"{when}: {advice}")

    expect_untold("no desktop file")
    install("/usr/bin/foot")
    expect_untold("a desktop file that names another program")
    # Whoever comes afterwards is told: nobody has to log in again.
    install(SWIVEL)
    until(lambda: f"it is not trusted\n{is_told()}", lambda: "one" in is_told().stdout.split(), 20)
    config = session.write("config.yaml", RULES)
    recording = session.recording("normal", "left-up", step=1500)
    with Daemon(session, "--sensor", recording, "--config", config) as daemon:
        expect(INTERFACE in session.swivel("status"), session.swivel("status"))
        until(lambda: f"no veto\n{daemon.said()}", lambda: "blocked" in session.swivel("history"))
        expect(set(session.witness.now().values()) == {"normal"}, "it has turned all the same")
        window.terminate()
        session.wait_for("90")
