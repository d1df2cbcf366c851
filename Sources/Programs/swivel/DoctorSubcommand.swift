// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Doctor
import Formats
import Glibc
import Sensing
import Sensors
import Text

struct DoctorSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Examine this machine for problems that keep its screen from turning.",
    usage: "swivel doctor [<options>]",
    discussion: """
      The examination covers accelerometers and their mount matrices, iio-sensor-proxy, other \
      programs that turn screens, the compositor and its outputs, touch devices, and the \
      configuration. Problems are printed first, then notes, then correct facts; docs/doctor.md \
      lists the findings by name. Nothing is changed without --write. The sensor is claimed for at \
      most a few seconds; of several, `sensor: {path: …}` in the configuration selects one.

      EXAMPLES
        swivel doctor
        swivel doctor --json | jq -r '.findings[] | select(.severity == "problem").id'
        swivel doctor --write
            map touch screens to their outputs in labwc's or Wayfire's file
        swivel doctor --pose
            hold the device in four poses; prints the lines for udev's hardware
            database, and those for the configuration, which need no root
        swivel doctor --pose --write
            also write the latter, and show the change
        swivel doctor --pose-samples poses.txt
            the same from a file with a line for each of top, left, bottom and
            right, such as `left 9.8 0.1 0.3`
        swivel doctor --hwdb installed
            check every mount matrix of the installed hardware database

      EXIT CODES
        0  nothing is wrong
        1  there is a problem
        2  an option or a file is wrong
      """)

  @OptionGroup var words: LanguageOption

  @OptionGroup var json: JSONOption

  @Option(
    help: ArgumentHelp(
      "A directory with sys, dev and run in place of the machine's own.", valueName: "dir"))
  var sysfs: String?

  @Option(
    help: ArgumentHelp(
      "A directory in place of /proc.", valueName: "dir", visibility: .hidden))
  var proc = "/proc"

  @Option(help: ArgumentHelp("The configuration file to check.", valueName: "file"))
  var config: String?

  @Flag(help: "Ask for four poses and find the mount matrix.")
  var pose = false

  @Option(
    help: ArgumentHelp(
      "Take the readings of the four poses from a file: m/s² along the sensor's own axes.",
      valueName: "file"))
  var poseSamples: String?

  @Option(
    help: ArgumentHelp(
      "Only check the mount matrices of a file of udev's hardware database; `installed` is the "
        + "system's own.", valueName: "file"))
  var hwdb: String?

  @Flag(
    help: ArgumentHelp(
      "Write what helps into the compositor's own file (labwc's rc.xml, wayfire.ini), with --pose "
        + "the matrix that is right into the configuration, and show the change."))
  var write = false

  func validate() throws {
    if write, hwdb != nil || json.isChosen && !asksForPoses {
      throw ValidationError("--write goes with neither --hwdb nor, without --pose, --json")
    }
    if [pose, poseSamples != nil, hwdb != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--pose, --pose-samples and --hwdb exclude one another")
    }
    for directory in [sysfs, proc] {
      if let directory, unsafe access(directory, X_OK) != 0 {
        throw ValidationError("there is no directory \(UntrustedText(directory).quoted)")
      }
    }
  }

  func run() throws {
    if write, !asksForPoses { return try writeChange() }
    let report = try report()
    json.print(report.json, or: report.text(words.language))
    if report.status != 0 { throw ExitCode(report.status) }
  }

  private var asksForPoses: Bool { pose || poseSamples != nil }

  private var facts: Facts {
    Examination(
      tree: DeviceTree(root: sysfs ?? ""), processes: proc, configuration: config
    ).facts()
  }

  private func writeChange() throws {
    guard let repair = TouchRepair(facts) else {
      throw CommandFailure(
        .failed, "neither labwc nor Wayfire runs here: there is no file to be written")
    }
    guard let change = try repair.change() else {
      return print("nothing has to be written: `swivel doctor` says more")
    }
    do throws(InputError) {
      try change.write()
    } catch {
      throw CommandFailure(.failed, "\(error); nothing was written")
    }
    let next = repair.afterwards(words.language)
    print((change.lines + ["written; now: \(next)"]).joined(separator: "\n"))
  }

  private func report() throws -> DoctorReport {
    let tree = DeviceTree(root: sysfs ?? "")
    if let hwdb {
      let path = HardwareDatabase.path(for: hwdb)
      return DoctorReport(try HardwareDatabase.load(path: path).findings(file: path))
    }
    if asksForPoses { return DoctorReport(try poses(tree)) }
    return Checks.report(facts)
  }

  private func poses(_ tree: DeviceTree) throws -> [Finding] {
    var run = try PoseRun(tree, configuration: config, samples: poseSamples)
    let poses = try run.read()
    let outcome = run.judge(poses)
    guard write else { return outcome.findings }
    let say = { (text: String) in if !json.isChosen { print(text) } }
    guard let correction = outcome.correction else {
      say("nothing to write\n")
      return outcome.findings
    }
    say(try PoseRun.write(correction, to: config))
    // The findings are computed again with the correction that was just written.
    run.placement.display.correction = correction
    return run.judge(poses).findings
  }
}

/// A run of `swivel doctor --pose` or `--pose-samples`: derives the mount matrix of a sensor from
/// its readings in four poses.
private struct PoseRun {
  struct Outcome {
    var findings: [Finding]
    /// The correct value of the key `sensor: matrix`; `nil` if the present one is correct or none
    /// is known.
    var correction: MountMatrix?
  }

  /// The readings of the sensor and the words of iio-sensor-proxy in the four poses; `nil` if
  /// absent.
  typealias Poses = (readings: PoseReadings?, words: PoseWords?)

  /// The configured placement of the sensor, which the findings are computed with.
  var placement: SensorPlacement
  private let tree: DeviceTree
  private let path: String?
  private let samples: String?
  private let device: Accelerometer?
  private let failure: Message

  /// Creates a run for the configured sensor; throws an error if the configuration is invalid.
  init(_ tree: DeviceTree, configuration named: String?, samples: String?) throws {
    self.tree = tree
    self.samples = samples
    path = named ?? Configuration.defaultPath(in: Program.environment)
    placement = try Configuration.load(named: named).sensor
    // The sensor is read with the system's mount matrix only, without the configured correction.
    var plain = placement
    plain.display.correction = .identity
    let search = AccelerometerSearch(in: tree, placement: plain)
    device = search.best
    failure = search.failure
  }

  /// Returns the readings in the file of samples; without one, asks the user to hold the device in
  /// each pose.
  func read() throws -> Poses {
    if let samples {
      return (try PoseReadings(try InputFile.read(path: samples), file: samples), nil)
    }
    let witness = PoseWitness()
    guard device != nil || witness != nil else {
      throw CommandFailure(
        .failed,
        "there is no accelerometer to read: \(failure.line), and iio-sensor-proxy has none; `swivel "
          + "doctor` says more"
      )
    }
    switch PoseDialogue.run(device, witness, mountedWith: Pose.top(in: tree)) {
    case .readings(let readings, let words): return (readings, words)
    case .abandoned:
      throw CommandFailure(.failed, "the input ended before the fourth pose; nothing was changed")
    case .silent:
      throw CommandFailure(
        .failed, "\(device?.name ?? "the sensor") reports no readings; `swivel doctor` says more")
    }
  }

  func judge(_ poses: Poses) -> Outcome {
    var outcome = poses.readings.map(judge) ?? Outcome(findings: [])
    guard let words = poses.words else { return outcome }
    let isRight =
      poses.readings == nil ? nil : !outcome.findings.contains { $0.severity == .problem }
    let finding = words.finding(hasRightMatrix: isRight, placement: placement, path: path)
    if isRight == nil, finding.severity == .problem { outcome.correction = words.correction }
    outcome.findings.append(finding)
    return outcome
  }

  private func judge(_ readings: PoseReadings) -> Outcome {
    let identity = device.map { SensorIdentity($0, in: tree) }
    let check = PoseCheck(
      readings, system: device?.matrix ?? .identity, placement: placement,
      of: identity ?? SensorIdentity(name: "iio:device0"), path: path)
    return Outcome(findings: check.findings, correction: check.correction)
  }

  /// Writes the mount matrix into the configuration file, atomically.
  ///
  /// Returns the changed lines and the next step, for the user.
  static func write(_ correction: MountMatrix, to named: String?) throws -> String {
    let path = try ConfigSubcommand.path(named)
    // Only the default directory is created: a missing directory in a given path is probably a
    // typing error.
    if named == nil { FilePath.makeDirectories(above: path) }
    let isThere = unsafe access(path, F_OK) == 0
    let old = isThere ? try InputFile.read(path: path) : []
    let edit = try ConfigurationEdit(setting: correction, in: old, file: path)
    do throws(FileError) {
      try OutputFile.write(edit.text, to: path)
    } catch {
      throw CommandFailure(.failed, "\(error.description); the configuration is as it was")
    }
    let next =
      "\(path): written; now restart swivel run: systemctl --user restart swivel, or swivel quit and "
      + "swivel run"
    return (edit.difference.map { "  \($0)" } + [next, ""]).joined(separator: "\n")
  }
}
