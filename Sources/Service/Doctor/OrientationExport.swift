// SPDX-License-Identifier: Apache-2.0
public import Formats
public import Orientation
public import Sensing
import Sensors
import Text

/// The settings of other software for a panel that is mounted rotated: kernel, boot loader,
/// greeters and compositors.
public struct OrientationExport: Sendable {
  /// A setting and its place.
  public struct Entry: Sendable, Equatable {
    /// The name by which the entry is selected.
    public let name: String
    /// The file of the setting or, if it is not in a file, words for its place.
    public let place: String
    /// The lines of the setting.
    public let text: String
    /// Further steps or conditions; empty for none.
    public let note: String
  }

  /// The connector, such as eDP-1.
  public let output: String
  /// The panel's edge that is up in normal use.
  public let edge: PanelEdge
  /// The machine's present mount matrix; the identity for none.
  public let matrix: MountMatrix
  /// The machine's pattern in udev's hardware database.
  public let machine: String

  /// Creates an export for an output and its mounting.
  ///
  /// `matrix` is the present mount matrix, and `machine` the distinctive part of the machine's DMI
  /// modalias, such as `svnMAKER:pnMODEL`; `nil` matches any machine. Throws if `output` cannot be
  /// a connector's name, or `machine` no part of a modalias.
  public init(
    output: String, edge: PanelEdge, matrix: MountMatrix = .identity, machine: String? = nil
  ) throws(InputError) {
    let isName = output.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isName, (1...31).contains(output.utf8.count) else {
      throw InputError(
        file: "--output",
        problem: "\(UntrustedText(output).quoted) is no connector's name",
        valid: ["letters, digits, - and _, such as eDP-1; `swivel outputs` lists them"])
    }
    let pattern = machine ?? "svn*:pn*"
    guard !pattern.isEmpty,
      pattern.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else {
      throw InputError(
        file: "--machine",
        problem: "\(UntrustedText(pattern).quoted) is no part of a modalias",
        valid: ["printable ASCII without spaces and #, such as svnMAKER:pnMODEL"])
    }
    self.output = output
    self.edge = edge
    self.matrix = matrix
    self.machine = pattern
  }

  /// All entries: for kernel and boot loader, udev, compositors, greeters and X, in this order.
  public var entries: [Entry] { kernel + sensor + compositors + greeters + [xorg] }

  private func word(_ vocabulary: TransformVocabulary) -> String {
    edge.transform.name(in: vocabulary) ?? "normal"
  }

  /// The kernel's value of `panel_orientation` (Documentation/fb/modedb.rst).
  private var kernelWord: String {
    switch edge {
    case .top: "normal"
    case .left: "left_side_up"
    case .bottom: "upside_down"
    case .right: "right_side_up"
    }
  }

  /// The value of gamescope's option (src/main.cpp, `force_orientation`).
  private var gamescopeWord: String {
    switch edge {
    case .top: "normal"
    case .left: "left"
    case .bottom: "upsidedown"
    case .right: "right"
    }
  }

  /// The value of fbcon=rotate: the number of quarter turns clockwise (Documentation/fb/fbcon.rst).
  private var consoleNumber: Int { (4 - edge.transform.quarterTurns) % 4 }

  private var kernelOptions: String {
    "video=\(output):panel_orientation=\(kernelWord) fbcon=rotate:\(consoleNumber)"
  }

  private var kernel: [Entry] {
    [
      Entry(
        name: "kernel", place: "the kernel's command line", text: kernelOptions,
        note: "compositors that know the property turn by themselves; then leave their lines out"),
      Entry(
        name: "grub", place: "/etc/default/grub.d/rotate.cfg",
        text: "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX \(kernelOptions)\"",
        note: "then run update-grub"),
    ]
  }

  /// The entry for udev: the sensor is fixed to the casing, but readings refer to the panel's axes,
  /// so the matrix is rotated.
  private var sensor: [Entry] {
    let turned = matrix.followed(by: MountMatrix(casingToPanel: edge))
    return [
      Entry(
        name: "hwdb", place: "/etc/udev/hwdb.d/61-sensor-local.hwdb",
        text: "sensor:modalias:*:dmi:*\(machine)*\n ACCEL_MOUNT_MATRIX=\(turned.text)",
        note: "then run systemd-hwdb update and udevadm trigger; only if `swivel doctor --pose` "
          + "says that the readings belong to the casing")
    ]
  }

  private var compositors: [Entry] {
    let wayland = word(.wayland)
    let weston = wayland == "normal" ? "normal" : "rotate-\(wayland)"
    let randr = "wlr-randr --output \(output) --transform \(wayland)"
    return [
      Entry(
        name: "weston", place: "~/.config/weston.ini, /etc/xdg/weston/weston.ini",
        text: "[output]\nname=\(output)\ntransform=\(weston)", note: ""),
      Entry(
        name: "sway", place: "~/.config/sway/config",
        text: "output \(output) transform \(word(.sway))",
        note: "sway counts clockwise, the others counter-clockwise"),
      Entry(
        name: "labwc", place: "~/.config/labwc/autostart", text: "\(randr) &",
        note: "labwc has no such setting of its own; its touch screens follow with the next entry"),
      Entry(
        name: "labwc-touch", place: "~/.config/labwc/rc.xml",
        text: "<labwc_config>\n  <touch mapToOutput=\"\(output)\"/>\n</labwc_config>", note: ""),
      Entry(
        name: "wlr-randr", place: "the autostart of any other wlroots compositor", text: randr,
        note: ""),
      Entry(
        name: "wayfire", place: "~/.config/wayfire.ini",
        text: "[output:\(output)]\ntransform = \(wayland)", note: ""),
      Entry(
        name: "gamescope", place: "the command line of gamescope",
        text: "gamescope --prefer-output \(output) --force-orientation \(gamescopeWord)",
        note: "only in a session of its own; a session script adds the options to its command"),
    ]
  }

  private var greeters: [Entry] {
    let xrandr = "xrandr --output \(output) --rotate \(word(.xrandr))"
    let wayland = word(.wayland)
    let quarters = String(repeating: "-r ", count: edge.transform.quarterTurns)
    return [
      Entry(
        name: "greetd-sway", place: "/etc/greetd/sway-config",
        text: "output \(output) transform \(word(.sway))\nexec \"gtkgreet -l; swaymsg exit\"",
        note: "with `command = \"sway --config /etc/greetd/sway-config\"` in "
          + "/etc/greetd/config.toml"),
      Entry(
        name: "greetd-cage", place: "/etc/greetd/config.toml",
        text: "[terminal]\nvt = 1\n\n[default_session]\nuser = \"greeter\"\ncommand = "
          + "\"cage -s -- sh -c 'wlr-randr --output \(output) --transform \(wayland); "
          + "exec gtkgreet'\"",
        note:
          "cage before 0.2, as in Debian 12, knows no wlr-randr: \"cage \(quarters)-s -- gtkgreet\" "
          + "there; regreet and other greeters of cage go in the place of gtkgreet; tuigreet stands on "
          + "the console, which fbcon= turns"),
      Entry(
        name: "sddm-wayland", place: "/etc/sddm.conf.d/rotate.conf",
        text: "[General]\nDisplayServer=wayland\n\n[Wayland]\nCompositorCommand=weston "
          + "--shell=kiosk --config=/etc/sddm-weston.ini",
        note: "with the lines for weston in /etc/sddm-weston.ini"),
      Entry(
        name: "sddm-x11", place: "/usr/share/sddm/scripts/Xsetup", text: "#!/bin/sh\n\(xrandr)",
        note: "it has to be executable"),
      Entry(
        name: "lightdm", place: "/etc/lightdm/lightdm.conf.d/50-rotate.conf",
        text: "[Seat:*]\ndisplay-setup-script=/usr/local/bin/rotate-greeter",
        note: "with the next entry"),
      Entry(
        name: "lightdm-script", place: "/usr/local/bin/rotate-greeter",
        text: "#!/bin/sh\n\(xrandr)", note: "it has to be executable"),
    ]
  }

  private var xorg: Entry {
    let matrix =
      switch edge {
      case .top: "1 0 0 0 1 0 0 0 1"
      case .left: "0 -1 1 1 0 0 0 0 1"
      case .bottom: "-1 0 1 0 -1 1 0 0 1"
      case .right: "0 1 0 -1 0 1 0 0 1"
      }
    return Entry(
      name: "xorg", place: "/etc/X11/xorg.conf.d/40-rotate.conf",
      text: """
        Section "Monitor"
            Identifier "\(output)"
            Option "Rotate" "\(word(.xrandr))"
        EndSection

        Section "InputClass"
            Identifier "touch screens of \(output)"
            MatchIsTouchscreen "on"
            Option "TransformationMatrix" "\(matrix)"
        EndSection
        """,
      note: "for greeters and sessions of X; the connector's name may be another one there")
  }
}

extension OrientationExport {
  /// Returns the named entries, or all without names, as text with names, places and notes as
  /// comments; throws for an unknown name.
  public func text(_ names: [String] = []) throws(InputError) -> String {
    try chosen(names).map { entry in
      var lines = ["# \(entry.name): \(entry.place)"]
      if !entry.note.isEmpty { lines.append("# \(entry.note)") }
      return (lines + [entry.text]).joined(separator: "\n")
    }
    .joined(separator: "\n\n")
  }

  /// Returns the named entries, or all without names, as JSON; throws for an unknown name.
  public func json(_ names: [String] = []) throws(InputError) -> JSONValue {
    .object([
      .init("swivel", 1), .init("output", .string(output)), .init("edge", .string(edge.proxyName)),
      .init(
        "entries",
        .array(
          try chosen(names).map { entry in
            .object([
              .init("name", .string(entry.name)), .init("place", .string(entry.place)),
              .init("text", .string(entry.text)), .init("note", .string(entry.note)),
            ])
          })),
    ])
  }

  private func chosen(_ names: [String]) throws(InputError) -> [Entry] {
    let all = entries
    for name in names where !all.contains(where: { $0.name == name }) {
      let mark = Mark(file: "--for")
      throw mark.error(
        "nothing is called \(UntrustedText(name).quoted)", valid: all.map(\.name), near: name)
    }
    return names.isEmpty ? all : all.filter { names.contains($0.name) }
  }
}
