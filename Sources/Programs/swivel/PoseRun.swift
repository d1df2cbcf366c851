// SPDX-License-Identifier: Apache-2.0
import Configuration
import Daemon
import Doctor
import Formats
import Glibc
import Sensing
import Sensors

/// `swivel doctor --pose`: judges the sensor in four poses, and finds the correct configuration.
struct PoseRun {
  /// The result of the poses.
  struct Outcome {
    var findings: [Finding]
    /// The correct value of `sensor: matrix`; `nil` if nothing is wrong or the value is unknown.
    var correction: MountMatrix?
  }

  private let tree: DeviceTree
  private let placement: SensorPlacement
  private let path: String?
  private let samples: String?
  private let device: Accelerometer?
  private let failure: String

  /// Creates a run for the configured sensor; throws for a configuration with a mistake.
  init(_ tree: DeviceTree, configuration named: String?, samples: String?) throws {
    self.tree = tree
    self.samples = samples
    path = named ?? Configuration.defaultPath(in: Self.environment)
    placement =
      try named.map { path throws(InputError) in try Configuration.load(path: path).sensor }
      ?? Configuration.loadDefault(in: Self.environment).sensor
    // Poses are judged by the system's own matrix, without the configuration's correction.
    var plain = placement
    plain.display.correction = .identity
    let search = AccelerometerSearch(in: tree, placement: plain)
    device = search.best
    failure = search.failure
  }

  func outcome() throws -> Outcome {
    if let samples {
      return judge(try PoseReadings(try InputFile.read(path: samples), file: samples))
    }
    let witness = PoseWitness()
    guard device != nil || witness != nil else {
      throw CommandFailure(
        .failed,
        "no accelerometer to read: \(failure), and iio-sensor-proxy has none; `swivel doctor` says more"
      )
    }
    switch PoseDialogue.run(device, witness) {
    case .readings(let readings, let words):
      var outcome = readings.map(judge) ?? Outcome(findings: [])
      let isRight =
        readings == nil ? nil : !outcome.findings.contains { $0.severity == .problem }
      if let words {
        let finding = words.finding(hasRightMatrix: isRight, placement: placement, path: path)
        if isRight == nil, finding.severity == .problem { outcome.correction = words.correction }
        outcome.findings.append(finding)
      }
      return outcome
    case .abandoned:
      throw CommandFailure(.failed, "the input ended before the fourth pose; nothing was changed")
    case .silent:
      throw CommandFailure(
        .failed, "\(device?.name ?? "the sensor") gives no readings; `swivel doctor` says more")
    }
  }

  private func judge(_ readings: PoseReadings) -> Outcome {
    let identity = device.map { SensorIdentity($0, in: tree) }
    let check = PoseCheck(
      readings, system: device?.matrix ?? .identity, placement: placement,
      of: identity ?? SensorIdentity(name: "iio:device0"), path: path)
    return Outcome(findings: check.findings, correction: check.correction)
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes a matrix into the configuration, all of it or nothing, and shows the change.
  static func write(_ correction: MountMatrix?, to named: String?, isShown: Bool) throws {
    func say(_ text: String) { if isShown { print(text) } }
    guard let correction else { return say("nothing to write\n") }
    let path = try ConfigSubcommand.path(named)
    // Only the default directory is created; another one that is missing is a mistake.
    if named == nil { FilePath.makeDirectories(above: path) }
    let isThere = unsafe access(path, F_OK) == 0
    let old = isThere ? try InputFile.read(path: path) : []
    let edit = try ConfigurationEdit(setting: correction, in: old, file: path)
    do throws(FileError) {
      try OutputFile.write(edit.text, to: path)
    } catch {
      throw CommandFailure(.failed, "\(error.description); the configuration is as it was")
    }
    say("\(path): written; it counts when swivel run starts again")
    say(edit.difference.map { "  \($0)\n" }.joined())
  }
}
