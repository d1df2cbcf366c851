// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Formats
import Plugins
import Recording
import Sensing
import Sensors
import Text

/// What a run needs, read and checked before anything is touched.
struct RunPlan {
  let configuration: Configuration
  /// Where that was read from, or will be once it is there; nil without a home.
  let configurationPath: String?
  let options: RunOptions
  let rules: any RuleSet
  /// Outputs that the command line names; they have to be there.
  private let requiredOutputs: [String]
  let applier: ApplierChoice
  /// What turns them instead, if a plug-in is to.
  let linkedApplier: PluginList.Applier?
  let sensor: SensorChoice
  /// The recording to play; nil for a sensor of the device.
  let trace: AccelerometerTrace?
  let speed: Double
  let explains: Bool
  let showsTitles: Bool
  /// Where everything is recorded, made last, so that a refusal leaves no file; nil for nowhere.
  var recording: RecordingFile?
  /// Where the kernel's files are looked for; empty is the machine itself.
  let deviceRoot: String
  let follow: TabletPolicy
  let plugins: PluginList
  /// What keeps plug-ins that the configuration names from being used.
  let pluginProblems: [String]

  /// Reads the files that the options name; `environment` tells the default configuration's place.
  init(
    _ options: RunOptions, plugins list: PluginList, environment: (String) -> String?
  ) throws(CommandFailure) {
    self.options = options
    configurationPath = options.configuration ?? Configuration.defaultPath(in: environment)
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
      case .replay(let path): trace = try AccelerometerTrace.load(path: path)
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
    deviceRoot = options.deviceRoot
    requiredOutputs = options.outputs
    speed = options.replaySpeed
    explains = options.explains
    showsTitles = options.showsTitles
  }

  /// Which output that the command line names is not there; one that is off may come on.
  func missingOutput(in outputs: [DesktopOutput]) -> CommandFailure? {
    let names = outputs.map(\.name).sorted()
    return requiredOutputs.first { !names.contains($0) }.map { name in
      CommandFailure(
        Mark(file: "--output", line: 0, column: 0)
          .error("there is no output \(UntrustedText(name).quoted)", valid: names, near: name))
    }
  }

  /// Makes the files that the run writes to.
  mutating func prepare() throws(CommandFailure) {
    recording = try options.recording.map { path throws(CommandFailure) in
      try RecordingFile(path: path)
    }
  }
}

extension RunPlan {
  /// The configuration that holds: the file's, overruled by the command line.
  ///
  /// A file that is named has to be there; without one the defaults hold.
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
        throw Mark(file: "--judge", line: 0, column: 0).error(
          "unknown judge \(UntrustedText(name).quoted)", valid: JudgeName.all, near: name)
      }
      chosen.judge.name = name
    }
    if !options.readsDesktopEntries { chosen.desktopEntries = false }
    if !options.outputs.isEmpty {
      chosen.turningOutputs = options.outputs
      // What the command line names turns, whatever the file says of it.
      chosen.outputs.insert(
        contentsOf: options.outputs.map { OutputRule(match: Glob($0), policy: .auto) }, at: 0)
    }
    return chosen
  }
}

/// The sensor that a run listens to.
enum SensorChoice: Equatable, CustomStringConvertible {
  /// A sensor of the device.
  case device(SourceChoice)
  /// A recording, played once; its last value holds.
  case replay(path: String)
  /// A sensor that a plug-in brings.
  case plugin(name: String)

  static let valid =
    SourceChoice.valid.joined(separator: ", ")
    + ", plugin:NAME, or replay:FILE, a recording of an accelerometer (CSV with time_ms,x,y,z)"

  /// Reads the value of `--sensor`; without one the device's own is looked for.
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
        .badInput, "--sensor: unknown sensor \(UntrustedText(option).quoted); valid: \(Self.valid)")
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

/// What a run has of plug-ins, and what became of those that it wanted.
struct PluggedIn {
  private(set) var list: PluginList
  private(set) var problems: [String] = []
  private var wanted: [String] = []

  init(_ list: PluginList) { self.list = list }

  /// Loads what a configuration lists.
  mutating func load(_ choices: [PluginChoice], _ search: PluginSearch) {
    wanted = choices.map(\.id)
    // Before a policy has a host, its words go where all notes go.
    // They are out before the library goes on, for it may be the last thing that is heard.
    problems += list.load(choices, from: search) {
      LineQueue.errors.write("swivel: \($0)")
      LineQueue.errors.flush()
    }
  }

  /// The rule set of a name; the default one where a plug-in was to bring it and cannot.
  mutating func ruleSet(_ name: String) throws(InputError) -> any RuleSet {
    if let found = list.ruleSet(named: name) { return found }
    guard name.hasPrefix(RuleSetCatalog.pluginPrefix) else {
      return try RuleSetName.resolve(name, option: "rules")
    }
    let standard = try RuleSetName.resolve(Configuration.defaultRules, option: "rules")
    let brought = list.ruleSets.map(\.id).joined(separator: ", ")
    problems.append(
      "no plug-in brings the rule set \(UntrustedText(name).quoted)"
        + (brought.isEmpty ? "" : " (there is \(brought))") + "; \(standard.id) decides instead")
    return standard
  }

  /// The applier that a plug-in is to bring; nil for the words of the program's own.
  func applier(_ word: String) throws(CommandFailure) -> PluginList.Applier? {
    guard word.hasPrefix(RuleSetCatalog.pluginPrefix) else { return nil }
    let name = String(word.dropFirst(RuleSetCatalog.pluginPrefix.count))
    if let found = list.appliers.first(where: { $0.name == name }) { return found }
    throw CommandFailure(
      Mark(file: "--applier", line: 0, column: 0).error(
        "no plug-in brings the applier \(UntrustedText(name).quoted); this program has to be linked with "
          + "one", valid: list.appliers.map(\.name), near: name))
  }

  /// The sensor chosen; the device's own where a plug-in was to bring it and cannot.
  mutating func sensor(_ choice: SensorChoice) throws(CommandFailure) -> SensorChoice {
    guard case .plugin(let name) = choice, !list.sources.contains(where: { $0.name == name })
    else { return choice }
    guard wanted.contains(name) else {
      let valid = list.sources.map(\.name)
      throw CommandFailure(
        Mark(file: "--sensor", line: 0, column: 0).error(
          "no plug-in brings the sensor \(UntrustedText(name).quoted); list it under plugins in the "
            + "configuration", valid: valid, near: name))
    }
    problems.append("the sensor \(name) is not there; the device's own is looked for instead")
    return .device(.auto)
  }
}
