// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Orientation

/// All checks, in the order of a report: sensor, service, other programs, compositor, files.
///
/// Without a session, the finding about the compositor comes first.
public enum Checks {
  /// Returns the findings about the facts; a pure function.
  public static func report(_ facts: Facts) -> DoctorReport {
    if facts.compositor.failure != nil {
      return DoctorReport(
        CompositorCheck.findings(facts) + SensorCheck.findings(facts) + MatrixCheck.findings(facts)
          + HingeCheck.findings(facts)
          + ProxyCheck.findings(facts) + MachineCheck.findings(facts)
          + ArbiterCheck.findings(facts).filter {
            $0.severity != .ok && $0.id != "arbiter-unknown"
          } + ConfigurationCheck.findings(facts), windows: facts.windows)
    }
    return DoctorReport(
      SensorCheck.findings(facts) + MatrixCheck.findings(facts) + HingeCheck.findings(facts)
        + ProxyCheck.findings(facts) + MachineCheck.findings(facts) + ArbiterCheck.findings(facts)
        + CompositorCheck.findings(facts) + OutputCheck.findings(facts)
        + PanelCheck.findings(facts) + TouchCheck.findings(facts)
        + ConfigurationCheck.findings(facts), windows: facts.windows)
  }
}

/// The check whether Swivel's configuration can be read, and whether the programs of its hooks
/// exist.
private enum ConfigurationCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let configuration = facts.configuration
    let path = configuration.path ?? ""
    if let failure = configuration.failure {
      return .one(
        "config-wrong", .problem, failure, at: path,
        meaning: "swivel run does not start with it",
        remedy: ["correct the place that is named, or move the file away: all of it is optional"])
    }
    let missing = configuration.missingPrograms.map {
      Finding(
        "hook-missing", .problem, $0.problem, at: path,
        meaning: "this hook does nothing when its moment comes",
        remedy: ["install the program, or write the whole path of it into the configuration"])
    }
    guard missing.isEmpty else { return missing }
    return .one(
      "config-fine", .ok,
      configuration.exists ? "the configuration is fine" : "no configuration: the defaults apply",
      at: path)
  }
}

/// The check of which outputs are managed, with the names that other programs use for their
/// transforms.
private enum OutputCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let outputs = facts.compositor.outputs
    guard facts.compositor.failure == nil else { return [] }
    var result = [turning(facts)]
    result += outputs.map(words)
    if facts.sway != .notRunning {
      result.append(
        Finding(
          "transform-sway", .note, "sway counts clockwise, wlr-randr and swivel do not",
          at: "swaymsg output … transform, and transform in sway's configuration",
          meaning: "sway's 90 is 270 for wlr-randr, kanshi and swivel, and its 270 is their 90",
          remedy: ["if the screen is turned to the wrong side, exchange 90 and 270 in sway's words"]
        ))
    }
    return result
  }

  private static func turning(_ facts: Facts) -> Finding {
    let configuration = facts.configuration.configuration
    let names = facts.compositor.outputs.filter { output in
      output.enabled
        && configuration.manages(
          output: output.name, isBuiltIn: output.isInternal || output.isHeadless)
    }.map { $0.name.reportName }
    guard names.isEmpty else {
      return Finding(
        "output-turns", .ok, "with the device turn: \(names.joined(separator: ", "))",
        meaning: "others turn if --output or the configuration names them")
    }
    let all = facts.compositor.outputs.map { $0.name.reportName }
    return Finding(
      "output-none", .problem, "no output turns with the device",
      meaning: all.isEmpty
        ? "the session has no outputs"
        : "there are \(all.joined(separator: ", ")); only built-in panels turn by themselves",
      remedy: all.isEmpty ? [] : ["swivel run --output NAME, or output: [NAME] in config.yaml"])
  }

  private static func words(_ output: DesktopOutput) -> Finding {
    let vocabularies: [(String, TransformVocabulary)] = [
      ("wayland, wlr-randr", .wayland), ("sway", .sway), ("kscreen-doctor", .kscreen),
      ("xrandr", .xrandr),
    ]
    let table = vocabularies.map { name, vocabulary in
      "\(name): \(output.transform.name(in: vocabulary) ?? "no word")"
    }
    return Finding(
      "transform-words", .ok, table.joined(separator: "; "),
      at: output.name.reportName,
      meaning: PanelEdge(transform: output.transform).map {
        "right when the panel's \($0) edge is up"
      }
        ?? "a mirrored picture: no way of holding the device makes it right")
  }
}

/// The check for other programs that also rotate the screen.
private enum ArbiterCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let arbiters = facts.arbiters
    let own = arbiters.processes.filter { $0.name == RotatingProcess.ownName }
    var result = arbiters.processes.filter { $0.name != RotatingProcess.ownName }.map(process)
    // One Swivel daemon is normal; of several, all but the one that serves this session are
    // reported.
    if own.count > 1 { result += own.filter { $0.id != arbiters.daemon }.map(process) }
    result += kwin(facts) + facts.machine.addOns.map(addOn)
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
    return [Finding("arbiter-none", .ok, "no other program is known to turn the screen")]
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
      let version = facts.compositor.globals["kde_output_management_v2"] ?? 0
      guard version < AutoRotation.settableSince else {
        return Finding(
          "arbiter-kwin", .ok,
          "KWin turns \(output.reportName) itself: \(policy.rawValue); swivel run switches that off "
            + "while it runs", at: output)
      }
      return Finding(
        "arbiter-kwin", .problem,
        "KWin turns \(output.reportName) itself: \(policy.rawValue)",
        at: output, meaning: "its next reading undoes what anybody else has turned", remedy: remedy)
    }
  }

  private static func addOn(_ addOn: MachineFacts.AddOn) -> Finding {
    let isSure = addOn.kind.isNamedOnlyIfEnabled
    return Finding(
      "arbiter-add-on", isSure ? .problem : .note,
      "\(addOn.kind.rawValue) is \(isSure ? "enabled" : "named")", at: addOn.file,
      meaning: "two programs that turn one screen undo each other's work",
      remedy: [addOn.kind.remedy, "or do without swivel run"])
  }

  private static func process(_ process: RotatingProcess) -> Finding {
    Finding(
      "arbiter-process", .problem, "\(process.name.reportName) runs as well",
      at: "process \(process.id)",
      meaning: "two programs that turn one screen undo each other's work",
      remedy: [process.remedy])
  }
}
