// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Formats
import Plugins
import Recording
import Sensing
import Sensors

/// What a run needs, read and checked before anything is touched.
struct RunPlan {
  /// What holds now; it changes when the file is read again.
  var configuration: Configuration
  /// Where that was read from, or will be once it is there; nil without a home.
  let configurationPath: String?
  /// The command line, which overrules the file.
  let options: RunOptions
  let rules: any RuleSet
  /// Outputs that the command line names; they have to be there.
  let requiredOutputs: [String]
  /// What is to turn the outputs.
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
  /// When to follow the device.
  let follow: TabletPolicy
  /// Everything that is plugged in.
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
        .badInput, "--follow: \(Quoting.quoted(options.follow)) is none of \(valid)")
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

  /// Makes the files that the run writes to.
  mutating func prepare() throws(CommandFailure) {
    recording = try options.recording.map { path throws(CommandFailure) in
      try RecordingFile(path: path)
    }
  }
}
