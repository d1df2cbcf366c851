// SPDX-License-Identifier: Apache-2.0
import Desktop

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

  private static let others: [(interface: String, id: String, meaning: String, remedy: String)] = [
    (
      "zwlr_layer_shell_v1", "compositor-layers",
      "no program can show something above all windows, an explanation on the screen for instance",
      "explanations are printed: swivel run --explain"
    ),
    (
      "zxdg_output_manager_v1", "compositor-layout",
      "the logical size of outputs is not reported; it is taken from mode, scale and transform", ""
    ),
  ]

  static func findings(_ facts: Facts) -> [Finding] {
    let compositor = facts.compositor
    if let failure = compositor.failure {
      return .one(
        "session-none", .problem, "no Wayland session can be looked at: \(failure)",
        meaning: "swivel run turns the outputs of a Wayland session; outputs, windows, touch and "
          + "other programs that turn the screen can only be examined inside a session",
        remedy: [
          "run it in a terminal of the session, or set XDG_RUNTIME_DIR and WAYLAND_DISPLAY"
        ])
    }
    var result = outputManager(facts) + windows(facts)
    for other in others where compositor.globals[other.interface] == nil {
      result.append(
        Finding(
          other.id, .note, "the compositor has no \(other.interface)", meaning: other.meaning,
          remedy: other.remedy.isEmpty ? [] : [other.remedy]))
    }
    // These two identifiers report facts about windows rather than missing interfaces.
    let known: Set = ["compositor-windows-known", "compositor-windows-hidden"]
    guard result.allSatisfy({ known.contains($0.id) }) else { return result }
    return result + [
      Finding("compositor-complete", .ok, "the compositor offers everything that is used")
    ]
  }

  /// Returns the finding about the facts that the session's compositor reports about windows.
  private static func windows(_ facts: Facts) -> [Finding] {
    guard let known = facts.windows, let interface = known.interface else {
      return unlisted(facts)
    }
    let reported =
      "\(interface.name) reports windows: \(known.knows.names.joined(separator: ", "))"
    let missing = known.knows.missingNames
    guard !missing.isEmpty else {
      return [Finding("compositor-windows-known", .ok, reported, at: known.desktop)]
    }
    return .one(
      "compositor-windows-hidden", .note,
      "\(reported); not \(missing.joined(separator: ", "))", at: known.desktop,
      meaning: known.knows.contains(.focus)
        ? "a window that is out of sight is taken for shown: with a veto it prevents rotations; a lock screen "
          + "is noticed only if its program informs logind"
        : known.remedy,
      remedy: ["give a veto only to windows that are in sight when they are open"])
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
        ? "KWin does not report windows to this program, since no desktop file asks for it"
        : "the compositor has no \(toplevels)",
      meaning: "programs receive no list of windows: rules for windows have no effect, only the "
        + "device and the user decide",
      remedy: isKWin
        ? [
          "install swivel: io.github.swivel.Swivel.desktop in share/applications names the "
            + "program and \(plasma)",
          "without Plasma KWin finds no desktop file at all, unless there is a menu for them: "
            + "/etc/xdg/menus/applications.menu",
        ]
        : [
          facts.windows?.remedy.isEmpty == false
            ? facts.windows?.remedy ?? ""
            : "sway, phoc, labwc, wayfire, river, niri, Hyprland, COSMIC and KDE Plasma tell programs"
        ])
  }

  private static func outputManager(_ facts: Facts) -> [Finding] {
    guard let version = facts.compositor.globals[manager] else {
      if let way = otherWay(facts) {
        return [Finding("compositor-outputs-other", .ok, "outputs are turned through \(way)")]
      }
      return .one(
        "compositor-outputs", .problem,
        "the compositor has neither \(manager) nor \(kde), and Mutter is not on the session bus",
        meaning: "it lets no program turn its outputs; swivel run cannot work here",
        remedy: [
          "sway, labwc, river, wayfire, Hyprland, niri, COSMIC, phoc, KDE Plasma and GNOME let them",
          "swivel simulate works everywhere",
        ])
    }
    guard version < 3 else { return [] }
    return .one(
      "compositor-outputs-old", .note, "\(manager) is of version \(version), older than 3",
      meaning: "a client may be thrown out when an output is unplugged at the wrong moment",
      remedy: ["restart swivel run if that happens; wlroots 0.16 or newer does not need it"])
  }
}
