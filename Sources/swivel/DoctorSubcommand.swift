// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Doctor
import Formats
import Glibc
import Sensing
import Sensors

/// `swivel doctor`: what there is, what is wrong with it, and what helps.
struct DoctorSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Examine this machine: what keeps its screen from turning, and what helps.",
    discussion: """
      Looks at accelerometers and their mount matrices, iio-sensor-proxy, other programs that turn \
      screens, the compositor and its outputs, touch devices, and the configuration. Problems come \
      first, then notes, then what is as it should be; docs/doctor.md lists the findings by name. \
      It changes nothing but with --write: the sensor is claimed for at most a few seconds.

      EXAMPLES
        swivel doctor
        swivel doctor --json | jq -r '.findings[] | select(.severity == "problem") | .id'
        swivel doctor --pose
            hold the device in four poses; prints the lines for udev's hardware database, and those
            for the configuration, which need no root
        swivel doctor --pose --write
            also writes the latter, and shows what that changes
        swivel doctor --pose-samples poses.txt
            the same from a file with lines such as `left 9.8 0.1 0.3` for top, left, bottom, right
        swivel doctor --hwdb installed
            check every mount matrix of the installed hardware database

      EXIT CODES
        0  nothing is wrong
        1  there is a problem
        2  an option or a file is wrong
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "A directory with sys, dev and run that stand for the machine's own.", valueName: "dir"))
  var sysfs: String?

  @Option(
    help: ArgumentHelp(
      "A directory that stands for /proc.", valueName: "dir", visibility: .hidden))
  var proc = "/proc"

  @Option(help: ArgumentHelp("The configuration file to check.", valueName: "file"))
  var config: String?

  @Flag(help: "Ask for four poses and find the mount matrix.")
  var pose = false

  @Flag(
    help: "With --pose: write the matrix that is right into the configuration, and show the change."
  )
  var write = false

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

  func validate() throws {
    if [pose, poseSamples != nil, hwdb != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--pose, --pose-samples and --hwdb exclude one another")
    }
    if write, !pose, poseSamples == nil {
      throw ValidationError("--write goes with --pose or --pose-samples")
    }
    for directory in [sysfs, proc] {
      if let directory, unsafe access(directory, X_OK) != 0 {
        throw ValidationError("there is no directory \(Quoting.quoted(directory))")
      }
    }
  }

  func run() throws {
    let report = DoctorReport(try findings())
    print(json ? report.json.pretty() : report.text)
    if report.status != 0 { throw ExitCode(report.status) }
  }

  private func findings() throws -> [Finding] {
    let tree = DeviceTree(root: sysfs ?? "")
    if let hwdb {
      let path = HardwareDatabase.path(for: hwdb)
      return try HardwareDatabase.load(path: path).findings(file: path)
    }
    if pose || poseSamples != nil { return try poses(tree) }
    return Checks.report(
      Examination(tree: tree, processes: proc, configuration: config).facts()
    ).findings
  }

  private func poses(_ tree: DeviceTree) throws -> [Finding] {
    let outcome = try PoseRun(tree, configuration: config, samples: poseSamples).outcome()
    if write { try PoseRun.write(outcome.correction, to: config, isShown: !json) }
    return outcome.findings
  }
}
