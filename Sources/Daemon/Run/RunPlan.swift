// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Scenarios
import Sensing

/// What a run needs, read and checked before anything is touched.
struct RunPlan {
  let configuration: Configuration
  let rules: any RuleSet
  /// Outputs that the command line names; they have to be there.
  let requiredOutputs: [String]
  let sensor: SensorChoice
  let trace: AccelerometerTrace
  let speed: Double
  let explains: Bool
  let showsTitles: Bool

  /// Reads the files that the options name; `environment` tells the default configuration's place.
  init(_ options: RunOptions, environment: (String) -> String?) throws(CommandFailure) {
    do throws(InputError) {
      var configuration = try options.configuration.map(Configuration.load)
      if configuration == nil { configuration = try .loadDefault(in: environment) }
      var chosen = configuration ?? Configuration()
      if let name = options.rules {
        _ = try RuleSetName.resolve(name, option: "--rules")
        chosen.rules = name
      }
      if !options.outputs.isEmpty { chosen.outputs = options.outputs }
      rules = try RuleSetName.resolve(chosen.rules, option: "rules")
      self.configuration = chosen
    } catch {
      throw CommandFailure(error)
    }
    sensor = try SensorChoice(option: options.sensor)
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
      }
    } catch {
      throw CommandFailure(error)
    }
    guard !trace.samples.isEmpty else {
      throw CommandFailure(.badInput, "\(sensor): the recording has no sample that can be used")
    }
    requiredOutputs = options.outputs
    speed = options.replaySpeed
    explains = options.explains
    showsTitles = options.showsTitles
  }
}
