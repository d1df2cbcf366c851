// SPDX-License-Identifier: Apache-2.0

/// The file that `swivel config init` writes: every key with its default, commented out.
public enum ConfigurationExample {
  /// The file's text; in prose one space follows the #, and a key that can be switched on
  /// has none, or more.
  public static let text = """
    # The configuration of swivel. Everything is optional: what is left out, or begins with #, has its
    # default. The daemon reads this file again when it changes, and keeps the old one while there is a
    # mistake in it; `swivel config check` names the mistake with its line.

    # How decisions are made: desktop, or desktop with a cure for windows that veto without need:
    # desktop+follow-key, desktop+ignore-hidden, desktop+key-only, desktop+intersection.
    #rules: desktop

    # The outputs that turn with the device. Without it: built-in panels and headless outputs.
    # `swivel outputs` prints the names.
    #output: [eDP-1]

    # How outputs are turned, by name; the first entry that matches counts, and * stands for anything.
    # auto: with the device; leave: not at all; fixed: always so; follow: as another output.
    #outputs:
    #  - match: DP-*
    #    policy: leave
    #  - match: HDMI-A-1
    #    policy: {fixed: 90}
    #  - match: HDMI-A-2
    #    policy: {follow: eDP-1}
    #  # touch: the touch screens that belong to the output; `swivel doctor` names them.
    #  - match: eDP-2
    #    policy: auto
    #    touch: ["ELAN9009:00 04F3:425A"]

    # What becomes of a transform that another program sets: respect (it stands until the device turns)
    # or overrule.
    #other-writers: respect

    # What makes orientations of the accelerometer's readings; `swivel judge` compares them.
    #judge:
    #  name: swivel
    #  # For how long readings must agree before a turn, in milliseconds.
    #  settle: 100
    #  # How far past the diagonal an orientation is left, in tenths of a degree.
    #  gap: 220

    # Which accelerometer is read, and how it sits: rotate-90, rotate-180, rotate-270, swap-xy, invert-x,
    # invert-y, invert-z, a list of these, or nine numbers. `swivel doctor --pose` finds it.
    #sensor:
    #  path: "iio:device0"
    #  matrix: [swap-xy, invert-z]
    #  # The one of the half with the keyboard, and where a laptop becomes a tablet, in degrees.
    #  base: "iio:device1"
    #  hinge: {edge: bottom, tablet-above: 200, laptop-below: 160, closed-below: 20, settle: 300}

    # What every window answers as far as no rule below says otherwise.
    #policy:
    #  autorotate: true
    #  supported: all
    #  veto: false
    #  plugin: steady

    # Rules for windows; the first that fits counts. `swivel windows --titles` prints what they are
    # compared with: app-id, title, output; role is main or dialog. In text * stands for anything.
    #windows:
    #  - app-id: mpv
    #    autorotate: false
    #  - app-id: org.kde.krita
    #    supported: landscape
    #    preferred: landscape-right
    #  - title: {regex: "^(Talk|Slides)"}
    #    role: main
    #    output: eDP-*
    #    autorotate: false
    #    veto: true
    #  - app-id: "*.overlay"
    #    policy: follow-key

    # Whether applications' own desktop files say what their windows support (docs/configuration.md).
    #desktop-entries: true

    # Whether a button offers the turn that did not come; `swivel suggest` shows it too (docs/suggest.md).
    #suggest: false

    # Whether what the open windows can come to is looked up in the background, and a stack that can
    # split says so before any turn; `swivel status` tells the result (docs/check.md).
    #prove: false

    # Programs that are run around a turn, and when something else changes, as lists of words: no shell
    # reads them. They find what has changed in their environment (docs/hooks.md).
    #hooks:
    #  before: [notify-send, turning]
    #  after:
    #    - [swaymsg, "input type:touch map_to_output eDP-1"]
    #    - [pkill, -RTMIN+8, waybar]
    #  # When a switch tells the tablet mode; posture, lock and output are the other moments.
    #  tablet-mode: [sh, -c, "notify-send $SWIVEL_TABLET_MODE"]
    #  # For how long a turn waits for the first kind, in milliseconds.
    #  wait: 200
    #  # After how long a program is ended, in milliseconds.
    #  timeout: 10000

    # When the built-in keyboard is switched off: never, turned or tablet-mode; on-screen keyboards are
    # switched on in tablet-mode, or never touched.
    #keyboard:
    #  disable: never
    #  touchpad: true
    #  on-screen: never

    # Whether the rotation lock of GNOME's quick settings and that of `swivel lock` are one.
    #gnome:
    #  orientation-lock: false

    # The libraries that are loaded, and no others (docs/plugins.md); `swivel plugins list` shows which
    # there are. A window's rule names one with plugin: NAME, a rule set is rules: plugin:NAME.
    #plugins:
    #  - id: portrait-reader
    #    options: {patience: 3}

    """
}
