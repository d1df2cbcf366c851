// SPDX-License-Identifier: Apache-2.0
import Desktop
import Text

/// The check of which interfaces the compositor lacks, and of the consequences.
enum CompositorCheck {
  private static let manager = "zwlr_output_manager_v1"
  private static let kde = "kde_output_management_v2"
  private static let toplevels = "zwlr_foreign_toplevel_manager_v1"
  private static let plasma = "org_kde_plasma_window_management"

  private static func otherWay(_ facts: Facts) -> String? {
    let interfaces = ApplierChoice.allCases.compactMap(\.interface)
    return interfaces.first { facts.compositor.globals[$0] != nil }
      ?? (facts.arbiters.mutterManagesOrientation.flatMap { _ in ApplierChoice.mutter.interface })
  }

  private static let others: [(interface: String, id: String, meaning: Message, remedy: Message)] =
    [
      (
        "zwlr_layer_shell_v1", "compositor-layers",
        DoctorPhrase.noLayers(),
        DoctorPhrase.printed()
      ),
      (
        "zxdg_output_manager_v1", "compositor-layout",
        DoctorPhrase.noLayout(), ""
      ),
    ]

  static func findings(_ facts: Facts) -> [Finding] {
    let compositor = facts.compositor
    if let failure = compositor.failure {
      return .one(
        "session-none", .problem, DoctorPhrase.noSession(failure),
        meaning: DoctorPhrase.onlyInside(),
        remedy: [
          DoctorPhrase.inTerminal()
        ])
    }
    var result = outputManager(facts) + windows(facts)
    for other in others where compositor.globals[other.interface] == nil {
      result.append(
        Finding(
          other.id, .note, DoctorPhrase.noInterface(other.interface), meaning: other.meaning,
          remedy: other.remedy == "" ? [] : [other.remedy]))
    }
    // These two identifiers report facts about windows rather than missing interfaces.
    let known: Set = ["compositor-windows-known", "compositor-windows-hidden"]
    guard result.allSatisfy({ known.contains($0.id) }) else { return result }
    return result + [
      Finding("compositor-complete", .ok, DoctorPhrase.complete())
    ]
  }

  private static func windows(_ facts: Facts) -> [Finding] {
    guard let known = facts.windows, let interface = known.interface else {
      return unlisted(facts)
    }
    let reported = known.knows.names.joined(separator: ", ")
    let missing = known.knows.missingNames.joined(separator: ", ")
    guard !missing.isEmpty else {
      return .one(
        "compositor-windows-known", .ok, DoctorPhrase.reports(interface.name, reported),
        at: known.desktop)
    }
    return .one(
      "compositor-windows-hidden", .note,
      DoctorPhrase.reportsSome(interface.name, reported, missing), at: known.desktop,
      meaning: known.knows.contains(.focus)
        ? DoctorPhrase.hiddenShown()
        : Message(known.remedy),
      remedy: [DoctorPhrase.vetoSight()])
  }

  private static func unlisted(_ facts: Facts) -> [Finding] {
    let globals = facts.compositor.globals
    if facts.windows == nil {
      if case .answers = facts.sway { return [] }
      guard globals[toplevels] == nil, globals[plasma] == nil else { return [] }
    }
    let isKWin = facts.arbiters.hasKWin || globals[kde] != nil
    return .one(
      "compositor-windows", .note,
      isKWin
        ? DoctorPhrase.kwinWindows()
        : DoctorPhrase.noInterface(toplevels),
      meaning: DoctorPhrase.noWindows(),
      remedy: isKWin
        ? [
          DoctorPhrase.kwinInstall(plasma),
          DoctorPhrase.kwinMenu(),
        ]
        : [
          facts.windows.flatMap { $0.remedy.isEmpty ? nil : Message($0.remedy) }
            ?? DoctorPhrase.windowsOf(Compositors.names)
        ])
  }

  private static func outputManager(_ facts: Facts) -> [Finding] {
    guard let version = facts.compositor.globals[manager] else {
      if let way = otherWay(facts) {
        return [Finding("compositor-outputs-other", .ok, DoctorPhrase.turnedThrough(way))]
      }
      return .one(
        "compositor-outputs", .problem,
        DoctorPhrase.noManager(manager, kde),
        meaning: DoctorPhrase.cannotTurn(),
        remedy: [
          DoctorPhrase.turnedBy(Compositors.names),
          DoctorPhrase.simulateWorks(),
        ])
    }
    guard version < 3 else { return [] }
    return .one(
      "compositor-outputs-old", .note, DoctorPhrase.oldManager(manager, "\(version)"),
      meaning: DoctorPhrase.thrownOut(),
      remedy: [DoctorPhrase.restartThen()])
  }
}
