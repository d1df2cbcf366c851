// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Formats
import Glibc
import Plugins
import Recording
import Sensing
import Sensors
import Text

/// The inputs of a run, read and validated before anything is changed.
struct RunPlan {
  let configuration: Configuration
  /// The path of the configuration file, whether it exists or not; `nil` without a home directory.
  let configurationPath: String?
  let options: RunOptions
  let rules: any RuleSet
  let applier: ApplierChoice
  /// The plug-in's applier, which replaces `applier`; `nil` if no plug-in's applier is chosen.
  let linkedApplier: PluginList.Applier?
  let sensor: SensorChoice
  /// The recorded readings to replay; `nil` if the readings come from a sensor.
  let trace: AccelerometerTrace?
  /// The recording's file, created last, so that an invalid option leaves no file; `nil` for none.
  var recording: RecordingFile?
  let devices: DeviceTree
  let follow: TabletPolicy
  let plugins: PluginList
  let pluginProblems: [String]

  /// Reads and validates the files and options; `environment` determines the default configuration
  /// file.
  init(
    _ options: RunOptions, plugins list: PluginList, environment: (String) -> String?
  ) throws(CommandFailure) {
    self.options = options
    configurationPath =
      options.configuration.map { FilePath.absolute($0) }
      ?? Configuration.defaultPath(in: environment)
    var plugged = PluggedIn(list)
    do throws(InputError) {
      configuration = try Self.configuration(options, environment)
      plugged.load(
        configuration.plugins,
        PluginSearch(first: options.pluginDirectories, environment: environment))
      rules = try plugged.ruleSet(configuration.rules)
    } catch {
      throw CommandFailure(error)
    }
    sensor = try plugged.sensor(SensorChoice(option: options.sensor))
    let judge = configuration.judge.name
    guard judge == JudgeName.all[0] || options.judges(judge) != nil else {
      throw CommandFailure(.badInput, "this program is linked without the judge \(judge)")
    }
    plugins = plugged.list
    pluginProblems = plugged.problems
    guard ReplaySchedule.speedRange.contains(options.replaySpeed) else {
      let range = ReplaySchedule.speedRange
      throw CommandFailure(
        .badInput,
        "--replay-speed: \(options.replaySpeed) is not a factor from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    do throws(InputError) {
      switch sensor {
      case .replay(let path):
        if Self.isStream(path) {
          LineWriter.errors.write(
            "swivel: waits for the readings of \(UntrustedText(path).path) until it ends, and answers "
              + "no other command before: the line "
              + "\(AccelerometerTrace.header), then lines such as 0,0.1,9.8,0.3 (ms, and m/s² "
              + "along the panel's axes)")
        }
        trace = try AccelerometerTrace.load(path: path)
      case .device, .plugin: trace = nil
      }
    } catch {
      throw CommandFailure(error)
    }
    guard trace?.samples.isEmpty != true else {
      throw CommandFailure(.badInput, "\(sensor): the recording has no sample that can be used")
    }
    guard let policy = TabletPolicy(rawValue: options.follow) else {
      let valid = TabletPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badInput, "--follow: \(UntrustedText(options.follow).quoted) is none of \(valid)")
    }
    follow = policy
    linkedApplier = try plugged.applier(options.applier)
    applier = linkedApplier == nil ? try ApplierChoice(option: options.applier) : .automatic
    devices = DeviceTree(root: options.deviceRoot)
  }

  /// Returns whether a path leads to a pipe, a terminal or another file that may have no end yet.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
      && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Returns the failure if an output of the command line does not exist.
  ///
  /// An output that is off exists, since the user may enable it later.
  func missingOutput(in outputs: [DesktopOutput]) -> CommandFailure? {
    let names = outputs.map(\.name).sorted()
    return options.outputs.first { !names.contains($0) }.map { name in
      CommandFailure(
        Mark(file: "--output")
          .error("there is no output \(UntrustedText(name).quoted)", valid: names, near: name))
    }
  }

  mutating func prepare() throws(CommandFailure) {
    recording = try options.recording.map { path throws(CommandFailure) in
      try RecordingFile(path: path)
    }
  }
}

extension RunPlan {
  /// Returns the configuration of the file, overridden by the command line.
  ///
  /// A file that is named has to exist; without a file the defaults apply.
  static func configuration(
    _ options: RunOptions, _ environment: (String) -> String?
  ) throws(InputError) -> Configuration {
    var chosen: Configuration
    if let path = options.configuration {
      chosen = try .load(path: path)
    } else {
      chosen = try .loadDefault(in: environment)
    }
    if let name = options.rules {
      if !name.hasPrefix(RuleSetCatalog.pluginPrefix) {
        _ = try RuleSetName.resolve(name, option: "--rules")
      }
      chosen.rules = name
    }
    if let name = options.judge {
      guard JudgeName.all.contains(name) else {
        throw Mark(file: "--judge").error(
          "unknown judge \(UntrustedText(name).quoted)", valid: JudgeName.all, near: name)
      }
      chosen.judge.name = name
    }
    if !options.readsDesktopEntries { chosen.desktopEntries = false }
    if !options.outputs.isEmpty {
      chosen.turningOutputs = options.outputs
      // An output of the command line rotates, whatever the file's rules for it.
      chosen.outputs.insert(
        contentsOf: options.outputs.map { OutputRule(match: Glob($0), policy: .auto) }, at: 0)
    }
    return chosen
  }
}

enum SensorChoice: Equatable, CustomStringConvertible {
  case device(SourceChoice)
  /// A recording that is replayed once; the last orientation remains in effect.
  case replay(path: String)
  case plugin(name: String)

  static let valid =
    (SourceChoice.valid + [
      "plugin:NAME", "replay:FILE (a recording of an accelerometer: CSV with time_ms,x,y,z)",
    ]).joined(separator: ", ")

  /// Creates the choice from the value of `--sensor`; `nil` means `auto`.
  init(option: String?) throws(CommandFailure) {
    let option = option ?? "auto"
    if let choice = SourceChoice(option) {
      self = .device(choice)
      return
    }
    let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "plugin", !parts[1].isEmpty {
      self = .plugin(name: String(parts[1]))
      return
    }
    guard parts.count == 2, parts[0] == "replay", !parts[1].isEmpty else {
      throw CommandFailure(
        .badInput,
        "--sensor: unknown sensor \(UntrustedText(option).quoted); valid: \(Self.valid); docs/sensors.md "
          + "shows how to try without a sensor")
    }
    self = .replay(path: String(parts[1]))
  }

  var description: String {
    switch self {
    case .device(let choice): choice.description
    case .replay(let path): "replay:\(path)"
    case .plugin(let name): "plugin:\(name)"
    }
  }
}

/// The available plug-ins, and the problems of those that were requested.
struct PluggedIn {
  private(set) var list: PluginList
  private(set) var problems: [String] = []
  private var wanted: [String] = []

  init(_ list: PluginList) { self.list = list }

  /// Loads the plug-ins of a configuration; the error of one that cannot be loaded is added to
  /// `problems`.
  mutating func load(_ choices: [PluginChoice], _ search: PluginSearch) {
    wanted = choices.map(\.id)
    // A plug-in's messages go to its host; without a host they are printed here. They are flushed
    // at once, since the library may crash the process.
    problems += list.load(choices, from: search) {
      LineQueue.errors.write("swivel: \($0)")
      LineQueue.errors.flush()
    }
  }

  /// Returns the named rule set; if the name has the prefix `plugin:` and no loaded plug-in brings
  /// it, the default one, with a problem for the user.
  mutating func ruleSet(_ name: String) throws(InputError) -> any RuleSet {
    if let found = list.ruleSet(named: name) { return found }
    guard name.hasPrefix(RuleSetCatalog.pluginPrefix) else {
      return try RuleSetName.resolve(name, option: "rules")
    }
    let standard = try RuleSetName.resolve(Configuration.defaultRules, option: "rules")
    let brought = list.ruleSets.map(\.id).joined(separator: ", ")
    let quoted = UntrustedText(name).quoted
    problems.append(
      brought.isEmpty
        ? "no plug-in brings the rule set \(quoted); \(standard.id) decides instead"
        : "no plug-in brings the rule set \(quoted), only \(brought); \(standard.id) decides instead"
    )
    return standard
  }

  /// Returns the applier of a plug-in; `nil` for a name without the prefix `plugin:`.
  ///
  /// Throws if no plug-in brings the applier.
  func applier(_ word: String) throws(CommandFailure) -> PluginList.Applier? {
    guard word.hasPrefix(RuleSetCatalog.pluginPrefix) else { return nil }
    let name = String(word.dropFirst(RuleSetCatalog.pluginPrefix.count))
    if let found = list.appliers.first(where: { $0.name == name }) { return found }
    throw CommandFailure(
      Mark(file: "--applier").error(
        "no plug-in brings the applier \(UntrustedText(name).quoted); this program has to be linked with "
          + "one", valid: list.appliers.map(\.name), near: name))
  }

  /// Returns the sensor; if a configured plug-in does not bring it, the device's own, with a
  /// problem for the user.
  ///
  /// Throws if the choice is of a plug-in that neither brings the sensor nor is configured.
  mutating func sensor(_ choice: SensorChoice) throws(CommandFailure) -> SensorChoice {
    guard case .plugin(let name) = choice, !list.sources.contains(where: { $0.name == name })
    else { return choice }
    guard wanted.contains(name) else {
      let valid = list.sources.map(\.name)
      throw CommandFailure(
        Mark(file: "--sensor").error(
          "no plug-in brings the sensor \(UntrustedText(name).quoted); list it under plugins in the "
            + "configuration", valid: valid, near: name))
    }
    problems.append("the sensor \(name) is not there; the device's own is looked for instead")
    return .device(.auto)
  }
}
