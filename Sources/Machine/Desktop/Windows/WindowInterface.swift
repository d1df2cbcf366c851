// SPDX-License-Identifier: Apache-2.0

/// What can be known of a window.
public struct WindowKnowledge: OptionSet, Hashable, Sendable {
  /// One bit for each thing; the numbers are of this program alone.
  public let rawValue: UInt8

  /// Takes bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The application's identifier.
  public static let appID = WindowKnowledge(rawValue: 1)
  /// Whether it has the focus.
  public static let focus = WindowKnowledge(rawValue: 2)
  /// Whether it fills an output.
  public static let fullscreen = WindowKnowledge(rawValue: 4)
  /// Whether it is minimised, or put away in another manner.
  public static let minimized = WindowKnowledge(rawValue: 8)
  /// Whether it is on a workspace that is not shown.
  public static let hidden = WindowKnowledge(rawValue: 16)
  /// The name of its workspace.
  public static let workspace = WindowKnowledge(rawValue: 32)
  /// The output that it is on.
  public static let output = WindowKnowledge(rawValue: 64)
  /// Which windows lie above it.
  public static let stacking = WindowKnowledge(rawValue: 128)

  /// Everything that decisions can use, in the order of the tables, with words for people.
  public static let used: [(fact: WindowKnowledge, name: String)] = [
    (.appID, "app id"), (.focus, "focus"), (.fullscreen, "full screen"), (.minimized, "minimised"),
    (.hidden, "hidden"), (.workspace, "workspace"), (.output, "output"),
  ]

  /// What is in it, in words for people.
  public var names: [String] { Self.used.filter { contains($0.fact) }.map(\.name) }
  /// What decisions can use and is not in it, in words for people.
  public var missingNames: [String] { Self.used.filter { !contains($0.fact) }.map(\.name) }
}

/// An interface by which a compositor tells of its windows, and how much it tells.
///
/// To add one: a constant, a place in `all`, and a row for each desktop in `DesktopKnowledge.table`.
public struct WindowInterface: Hashable, Sendable {
  /// What it is called in messages and documents.
  public let name: String
  /// What it tells wherever it is offered; a desktop may tell more by it, or keep something back.
  public let knows: WindowKnowledge

  /// sway's socket, at `SWAYSOCK` or of the compositor's own process.
  public static let sway = WindowInterface(
    name: "sway's tree",
    knows: [.appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output])
  /// Hyprland's sockets, of requests and of events.
  public static let hyprland = WindowInterface(
    name: "Hyprland's sockets",
    knows: [.appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output])
  /// niri's socket, at `NIRI_SOCKET` or of the compositor's own process.
  public static let niri = WindowInterface(
    name: "niri's socket",
    knows: [.appID, .focus, .minimized, .hidden, .workspace, .output])
  /// Our extension of GNOME Shell, on the session bus.
  public static let gnome = WindowInterface(
    name: GNOMEWindows.service,
    knows: [.appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output])
  /// KWin's own protocol, for programs that it trusts, with that for virtual desktops.
  public static let plasma = WindowInterface(
    name: "org_kde_plasma_window_management",
    knows: [.appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output])
  /// COSMIC's protocol, on top of the list that tells names alone.
  public static let cosmic = WindowInterface(
    name: "zcosmic_toplevel_info_v1",
    knows: [.appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output])
  /// The protocol of wlroots, which many others have as well.
  public static let wlr = WindowInterface(
    name: "zwlr_foreign_toplevel_manager_v1", knows: [.appID, .focus, .fullscreen, .output])
  /// The list of wayland-protocols, which tells names alone.
  public static let toplevelList = WindowInterface(
    name: "ext_foreign_toplevel_list_v1", knows: .appID)

  /// All, the one that knows most first; where several are offered the first counts.
  public static let all: [WindowInterface] = [
    .sway, .hyprland, .niri, .gnome, .plasma, .cosmic, .wlr, .toplevelList,
  ]
}

/// What is known of windows on one desktop: a row of the table in `docs/desktops.md`.
public struct DesktopKnowledge: Hashable, Sendable {
  /// How it is known that the row is true.
  public enum Evidence: Hashable, Sendable {
    /// Played with real windows by the tests; the name that their record has for the desktop.
    case played(String)
    /// Held against a peer that says what public sources of this version say; the real one has not run.
    case scripted(String)
    /// Taken from what the interface tells elsewhere.
    case unplayed
  }

  /// The desktop or compositor.
  public let desktop: String
  /// The name that its process has in `/proc/PID/comm`.
  public let process: String
  /// What tells; nil where nothing does.
  public let interface: WindowInterface?
  /// What is told.
  public let knows: WindowKnowledge
  /// How that is known.
  public let evidence: Evidence
  /// What has to be there for it, or what follows from what is not told, in words for people.
  public let remedy: String

  /// What is not told of whether a window is in sight, and what follows from that, in words for people;
  /// nil if all of it is told, or nothing of windows.
  public var untold: String? {
    let sight: WindowKnowledge = [.focus, .minimized, .hidden]
    let missing = WindowKnowledge.used.filter {
      sight.contains($0.fact) && !knows.contains($0.fact)
    }
    guard let interface, !missing.isEmpty else { return nil }
    let words = missing.map(\.name).joined(separator: ", ")
    return "\(interface.name) does not tell of windows here: \(words); "
      + "one that is out of sight counts as shown"
  }

  /// The row of a desktop; `more` is what it tells besides what the interface tells everywhere.
  init(
    _ desktop: String, process: String, by interface: WindowInterface?,
    more: WindowKnowledge = [], _ evidence: Evidence, remedy: String = ""
  ) {
    self.desktop = desktop
    self.process = process
    self.interface = interface
    knows = (interface?.knows ?? []).union(more)
    self.evidence = evidence
    self.remedy = remedy
  }

  /// A row for each desktop and interface that there are tests for.
  public static let table: [DesktopKnowledge] = [
    DesktopKnowledge("sway", process: "sway", by: .sway, .played("sway")),
    DesktopKnowledge(
      "KDE Plasma", process: "kwin_wayland", by: .plasma, .played("kwin"),
      remedy: "KWin tells only programs whose desktop file is installed: "
        + "io.github.swivel.Swivel.desktop in share/applications"),
    DesktopKnowledge("Hyprland", process: "Hyprland", by: .hyprland, .scripted("Hyprland 0.56")),
    DesktopKnowledge(
      "niri", process: "niri", by: .niri, more: .fullscreen, .scripted("niri-ipc 26.4")),
    DesktopKnowledge(
      "COSMIC", process: "cosmic-comp", by: .cosmic, .scripted("cosmic-protocols d0e95be")),
    DesktopKnowledge(
      "GNOME", process: "gnome-shell", by: .gnome, .played("gnome-shell"),
      remedy: "GNOME Shell tells of windows only through Swivel's extension, which has to be on: "
        + "gnome-extensions enable \(GNOMEExtension.id(shell: ""))"),
    DesktopKnowledge("labwc", process: "labwc", by: .wlr, more: .minimized, .played("labwc")),
    DesktopKnowledge("Wayfire", process: "wayfire", by: .wlr, more: .minimized, .played("wayfire")),
    DesktopKnowledge("phoc, phosh", process: "phoc", by: .wlr, .played("phoc")),
    DesktopKnowledge("cage", process: "cage", by: .wlr, .played("cage")),
    DesktopKnowledge("river", process: "river", by: .wlr, .unplayed),
    DesktopKnowledge(
      "Swivel's own compositor", process: "swivel", by: .wlr, more: .minimized, .played("swivel")),
    DesktopKnowledge(
      "others", process: "", by: .toplevelList, .scripted("wayland-protocols 1.45"),
      remedy: "which window has the focus is not told, so only windows with a veto have a say"),
  ]

  /// What is known in a session, from what its compositor's process is called and what tells.
  ///
  /// A compositor without a row of its own is taken to tell what the interface tells everywhere.
  public static func row(process: String?, by interface: WindowInterface?) -> DesktopKnowledge {
    let rows = table.filter { $0.process == process }
    if let row = rows.first(where: { $0.interface == interface }) { return row }
    let likeness = rows.first ?? table.first { $0.process.isEmpty && $0.interface == interface }
    return DesktopKnowledge(
      rows.first?.desktop ?? process ?? "this compositor", process: process ?? "", by: interface,
      .unplayed, remedy: likeness?.remedy ?? "")
  }
}
