// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Orientation
import Text

/// All checks, in the order of a report.
///
/// Without a session, the finding about the compositor comes first, and some checks are left out.
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
        meaning: DoctorPhrase.configWrong(),
        remedy: [DoctorPhrase.configRemedy()])
    }
    let missing = configuration.missingPrograms.map {
      Finding(
        "hook-missing", .problem, $0.cause, at: path,
        meaning: DoctorPhrase.hookIdle(),
        remedy: [DoctorPhrase.hookRemedy()])
    }
    guard missing.isEmpty else { return missing }
    return .one(
      "config-fine", .ok,
      configuration.exists ? DoctorPhrase.configFine() : DoctorPhrase.configDefaults(),
      at: path)
  }
}

/// The check of which outputs are managed, and the names that other programs use for every output's
/// transform.
private enum OutputCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let outputs = facts.compositor.outputs
    guard facts.compositor.failure == nil else { return [] }
    var result = [turning(facts)]
    result += outputs.map(words)
    if facts.sway != .notRunning {
      result.append(
        Finding(
          "transform-sway", .note, DoctorPhrase.swayCounts(),
          at: "swaymsg output … transform, and transform in sway's configuration",
          meaning: DoctorPhrase.swayMeans(),
          remedy: [DoctorPhrase.swayRemedy()]
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
        "output-turns", .ok, DoctorPhrase.outputsTurn(names.joined(separator: ", ")),
        meaning: DoctorPhrase.outputsOthers())
    }
    let all = facts.compositor.outputs.map { $0.name.reportName }
    return Finding(
      "output-none", .problem, DoctorPhrase.outputsNone(),
      meaning: all.isEmpty
        ? DoctorPhrase.noOutputs()
        : DoctorPhrase.outputsThere(all.joined(separator: ", ")),
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
      "transform-words", .ok, Message(table.joined(separator: "; ")),
      at: output.name.reportName,
      meaning: PanelEdge(transform: output.transform).map {
        DoctorPhrase.rightWhen(DoctorPhrase.edge($0))
      }
        ?? DoctorPhrase.mirrored())
  }
}

/// The check for other programs that also rotate the screen.
enum ArbiterCheck {
  /// The command that locks rotation in GNOME.
  static let mutterLock =
    "gsettings set org.gnome.settings-daemon.peripherals.touchscreen orientation-lock true"

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
          "arbiter-mutter", .problem, DoctorPhrase.mutterTurns(),
          at: "org.gnome.Mutter.DisplayConfig",
          meaning: DoctorPhrase.twoPanels(),
          remedy: [Message(mutterLock)]))
    }
    // Neither KWin nor Mutter offers this protocol, so there is nothing to ask.
    let isOther = facts.compositor.globals["zwlr_output_manager_v1"] != nil
    if let failure = arbiters.busFailure, !isOther {
      result.append(
        Finding(
          "arbiter-unknown", .note, DoctorPhrase.busUnasked(failure),
          meaning: DoctorPhrase.rivalsUnknown(),
          remedy: [DoctorPhrase.insideSession()]))
    }
    guard result.isEmpty else { return result }
    return [Finding("arbiter-none", .ok, DoctorPhrase.noRivals())]
  }

  private static func kwin(_ facts: Facts) -> [Finding] {
    let rotation = facts.compositor.autoRotation.sorted { $0.key < $1.key }
    let remedy = [DoctorPhrase.kwinRemedy()]
    guard facts.arbiters.hasKWin || !rotation.isEmpty else { return [] }
    guard !rotation.isEmpty else {
      return .one(
        "arbiter-kwin-unknown", .note,
        DoctorPhrase.kwinUnknown(), at: "org.kde.KWin",
        meaning:
          DoctorPhrase.kwinOverrules(),
        remedy: remedy)
    }
    return rotation.filter { $0.value != .never }.map { output, policy in
      let version = facts.compositor.globals["kde_output_management_v2"] ?? 0
      guard version < AutoRotation.settableSince else {
        return Finding(
          "arbiter-kwin", .ok,
          DoctorPhrase.kwinOff(output.reportName, policy.rawValue), at: output)
      }
      return Finding(
        "arbiter-kwin", .problem,
        DoctorPhrase.kwinTurns(output.reportName, policy.rawValue),
        at: output, meaning: DoctorPhrase.kwinUndoes(), remedy: remedy)
    }
  }

  private static func addOn(_ addOn: MachineFacts.AddOn) -> Finding {
    let isSure = addOn.kind.isNamedOnlyIfEnabled
    return Finding(
      "arbiter-add-on", isSure ? .problem : .note,
      (isSure ? DoctorPhrase.addOnEnabled : .addOnNamed)(addOn.kind.rawValue), at: addOn.file,
      meaning: DoctorPhrase.twoScreens(),
      remedy: [addOn.kind.remedy, DoctorPhrase.orWithout()])
  }

  private static func process(_ process: RotatingProcess) -> Finding {
    if process.onlyPrints {
      return Finding(
        "arbiter-script", .note, DoctorPhrase.runsAsWell(process.name),
        at: "process \(process.id)", meaning: DoctorPhrase.scriptsRead(),
        remedy: [Message(process.remedy)])
    }
    return Finding(
      "arbiter-process", .problem, DoctorPhrase.runsAsWell(process.name.reportName),
      at: "process \(process.id)",
      meaning: DoctorPhrase.twoScreens(),
      remedy: [Message(process.remedy)])
  }
}
