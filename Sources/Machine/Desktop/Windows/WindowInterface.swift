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

  /// Everything but the stacking.
  static let all: WindowKnowledge = [
    .appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output,
  ]

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
/// Each backend declares its own, and a row for each desktop in `CompositorBackend.desktops`.
public struct WindowInterface: Hashable, Sendable {
  /// What it is called in messages and documents.
  public let name: String
  /// What it tells wherever it is offered; a desktop may tell more by it, or keep something back.
  public let knows: WindowKnowledge

  /// All, the one that reports most first; where several are offered the first counts.
  public static var all: [WindowInterface] {
    DesktopKnowledge.table.compactMap(\.interface).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
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
  public static var table: [DesktopKnowledge] { Compositors.all.flatMap { $0.desktops } }

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
