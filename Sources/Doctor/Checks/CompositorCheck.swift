// SPDX-License-Identifier: Apache-2.0

/// What the compositor lacks, and what that means here.
enum CompositorCheck {
  private static let manager = "zwlr_output_manager_v1"
  private static let kde = "kde_output_management_v2"
  private static let toplevels = "zwlr_foreign_toplevel_manager_v1"
  private static let plasma = "org_kde_plasma_window_management"

  private static func otherWay(_ facts: Facts) -> String? {
    if facts.compositor.globals[kde] != nil { return kde }
    return facts.arbiters.mutterManagesOrientation == nil ? nil : "org.gnome.Mutter.DisplayConfig"
  }

  private static let others: [(interface: String, id: String, meaning: String, remedy: String)] = [
    (
      "zwlr_layer_shell_v1", "compositor-layers",
      "no program can show something above all windows, an explanation on the screen for instance",
      "explanations are printed: swivel run --explain"
    ),
    (
      "zxdg_output_manager_v1", "compositor-layout",
      "the logical size of outputs is not told; it is taken from mode, scale and transform", ""
    ),
  ]

  static func findings(_ facts: Facts) -> [Finding] {
    let compositor = facts.compositor
    if let failure = compositor.failure {
      return .one(
        "session-none", .problem, "no Wayland session can be looked at: \(failure)",
        meaning: "swivel run turns the outputs of a Wayland session; outputs, windows, touch and "
          + "who else turns the screen can be told inside of one only",
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
    if let hidden = hiddenWindows(facts) { result.append(hidden) }
    guard result.allSatisfy({ $0.id == "compositor-windows-hidden" }) else { return result }
    return result + [
      Finding("compositor-complete", .ok, "the compositor offers everything that is used")
    ]
  }

  private static func windows(_ facts: Facts) -> [Finding] {
    let globals = facts.compositor.globals
    if case .answers = facts.sway { return [] }
    guard globals[toplevels] == nil, globals[plasma] == nil else { return [] }
    let isKWin = facts.arbiters.hasKWin || globals[kde] != nil
    return .one(
      "compositor-windows", .note,
      isKWin
        ? "KWin tells this program nothing of windows, since no desktop file asks for it"
        : "the compositor has no \(toplevels)",
      meaning: "programs are not told about windows: rules for windows have no effect, only the "
        + "device and the user have a say",
      remedy: [
        isKWin
          ? "install swivel: io.github.swivel.Swivel.desktop in share/applications names the "
            + "program and \(plasma)"
          : "sway, phoc, labwc, wayfire, river, niri, Hyprland and KDE Plasma tell programs"
      ])
  }

  /// Nobody but sway and KWin tells what is out of sight, and a locker only logind.
  private static func hiddenWindows(_ facts: Facts) -> Finding? {
    if case .answers = facts.sway { return nil }
    guard facts.compositor.globals[plasma] == nil, facts.compositor.globals[toplevels] != nil
    else { return nil }
    return Finding(
      "compositor-windows-hidden", .note,
      "which windows are hidden, or behind a lock screen, cannot be known for certain",
      meaning: "a hidden window with a veto stops turns, unless the compositor calls it minimised; "
        + "a lock screen counts only if its program tells logind",
      remedy: ["give a veto only to windows that are in sight when they are open"])
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
          "sway, labwc, river, wayfire, Hyprland, niri, phoc, KDE Plasma and GNOME let them",
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
