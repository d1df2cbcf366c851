// SPDX-License-Identifier: Apache-2.0

/// A set of kinds of facts about windows, such as those that an interface reports.
public struct WindowKnowledge: OptionSet, Hashable, Sendable {
  /// One bit for each fact; the values are private to this program.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The application's identifier.
  public static let appID = WindowKnowledge(rawValue: 1)
  /// Whether the window has the focus.
  public static let focus = WindowKnowledge(rawValue: 2)
  /// Whether the window fills an output.
  public static let fullscreen = WindowKnowledge(rawValue: 4)
  /// Whether the window is minimised or otherwise put away.
  public static let minimized = WindowKnowledge(rawValue: 8)
  /// Whether the window is on a workspace that is not shown.
  public static let hidden = WindowKnowledge(rawValue: 16)
  /// The name of the window's workspace.
  public static let workspace = WindowKnowledge(rawValue: 32)
  /// The output that shows the window.
  public static let output = WindowKnowledge(rawValue: 64)

  static let all: WindowKnowledge = [
    .appID, .focus, .fullscreen, .minimized, .hidden, .workspace, .output,
  ]

  /// All facts with their names in messages, in the order of the columns of docs/desktops.md.
  public static let named: [(fact: WindowKnowledge, name: String)] = [
    (.appID, "app id"), (.focus, "focus"), (.fullscreen, "full screen"), (.minimized, "minimised"),
    (.hidden, "hidden"), (.workspace, "workspace"), (.output, "output"),
  ]

  /// The names of the facts in this set, for messages.
  public var names: [String] { Self.named.filter { contains($0.fact) }.map(\.name) }
  /// The names of the facts that this set lacks, for messages.
  public var missingNames: [String] { Self.named.filter { !contains($0.fact) }.map(\.name) }
}

/// An interface through which a compositor reports windows, with the facts that it reports.
///
/// Each backend declares its own interfaces, and a row for each desktop in
/// `CompositorBackend.desktops`.
public struct WindowInterface: Hashable, Sendable {
  /// The interface's name in messages and documents.
  public let name: String
  /// The facts that the interface reports on every desktop; a desktop may report more.
  public let knows: WindowKnowledge

  /// All interfaces, those of one compositor first; if a compositor offers several, the first is
  /// used.
  public static var all: [WindowInterface] {
    DesktopKnowledge.table.compactMap(\.interface).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}

/// The facts that one desktop reports about windows: a row of a table in `docs/desktops.md`.
public struct DesktopKnowledge: Hashable, Sendable {
  /// The evidence for a row of the table.
  public enum Evidence: Hashable, Sendable {
    /// The row was tested with real windows on the desktop; the value is the desktop's name in the
    /// tests' record.
    case played(String)
    /// The row was tested with a peer that imitates this version's public sources, not with the
    /// compositor itself.
    case scripted(String)
    /// The row was inferred from the facts that the interface reports on other desktops.
    case unplayed
  }

  /// The desktop or compositor.
  public let desktop: String
  /// The name of the compositor's process, as in `/proc/PID/comm`.
  public let process: String
  /// The interface that reports windows; `nil` if none does.
  public let interface: WindowInterface?
  /// The facts that are reported.
  public let knows: WindowKnowledge
  /// The evidence for the reported facts.
  public let evidence: Evidence
  /// The user's task to get the reports, or the consequence of missing facts, for messages; may be
  /// empty.
  public let remedy: String

  /// A sentence about the visibility facts that the desktop does not report, with the consequence;
  /// `nil` if it reports all, or no windows at all.
  public var untold: String? {
    let sight: WindowKnowledge = [.focus, .minimized, .hidden]
    let missing = WindowKnowledge.named.filter {
      sight.contains($0.fact) && !knows.contains($0.fact)
    }
    guard let interface, !missing.isEmpty else { return nil }
    let words = missing.map(\.name).joined(separator: ", ")
    return "\(interface.name) does not report about windows here: \(words); "
      + "a window that is out of sight counts as shown"
  }

  /// Creates the row of a desktop; `more` has the facts that the interface reports only there.
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

  /// The rows that the backends declare, one for each desktop and interface.
  public static var table: [DesktopKnowledge] { Compositors.all.flatMap { $0.desktops } }

  /// Returns the row of a session, by the compositor's process name and the interface in use.
  ///
  /// Without such a row, the facts that the interface reports everywhere are assumed.
  public static func row(process: String?, by interface: WindowInterface?) -> DesktopKnowledge {
    let rows = table.filter { $0.process == process }
    if let row = rows.first(where: { $0.interface == interface }) { return row }
    let likeness = rows.first ?? table.first { $0.process.isEmpty && $0.interface == interface }
    return DesktopKnowledge(
      rows.first?.desktop ?? process ?? "this compositor", process: process ?? "", by: interface,
      .unplayed, remedy: likeness?.remedy ?? "")
  }
}
