// SPDX-License-Identifier: Apache-2.0
import Desktop
import Text

/// Checks whether other programs rotate the screen as well.
enum ArbiterCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let arbiters = facts.arbiters
    let own = arbiters.processes.filter { $0.name == RotatingProcess.ownName }
    var result = arbiters.processes.filter { $0.name != RotatingProcess.ownName }.map(process)
    // A single process of Swivel's own is normal.
    if own.count > 1 { result += own.map(process) }
    result += kwin(facts)
    if arbiters.mutterManagesOrientation == true {
      result.append(
        Finding(
          "arbiter-mutter", .problem, "Mutter turns the panel itself: PanelOrientationManaged",
          at: "org.gnome.Mutter.DisplayConfig",
          meaning: "two programs that turn one panel undo each other's work",
          remedy: [
            "gsettings set org.gnome.settings-daemon.peripherals.touchscreen orientation-lock true"
          ]))
    }
    if let failure = arbiters.busFailure {
      result.append(
        Finding(
          "arbiter-unknown", .note, "the session bus cannot be asked: \(failure)",
          meaning: "whether KWin or Mutter turn the panel is not known",
          remedy: ["run swivel doctor inside the graphical session"]))
    }
    guard result.isEmpty else { return result }
    return [Finding("arbiter-none", .ok, "nobody else is known to turn the screen")]
  }

  private static func kwin(_ facts: Facts) -> [Finding] {
    let rotation = facts.compositor.autoRotation.sorted { $0.key < $1.key }
    let remedy = ["System Settings > Display: set automatic rotation to never"]
    guard facts.arbiters.hasKWin || !rotation.isEmpty else { return [] }
    guard !rotation.isEmpty else {
      return .one(
        "arbiter-kwin-unknown", .note,
        "KWin runs; its policy for automatic rotation is not readable", at: "org.kde.KWin",
        meaning:
          "unless the policy is \"never\", KWin turns the panel itself and overrules others",
        remedy: remedy)
    }
    return rotation.filter { $0.value != .never }.map { output, policy in
      Finding(
        "arbiter-kwin", .problem,
        "KWin turns \(UntrustedText(output).name(columns: 80)) itself: \(policy.rawValue)",
        at: output, meaning: "its next reading undoes what anybody else has turned", remedy: remedy)
    }
  }

  private static func process(_ process: RotatingProcess) -> Finding {
    Finding(
      "arbiter-process", .problem, "\(UntrustedText(process.name).name(columns: 80)) runs as well",
      at: "process \(process.id)",
      meaning: "two programs that turn one screen undo each other's work",
      remedy: [process.remedy])
  }
}
