// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel doctor --pose` with a sensor whose files somebody changes between the poses, and
/// systemd's own program on the lines that it prints.
@Suite(.serialized) struct DoctorPoseTests {
  private static let device = "sys/bus/iio/devices/iio:device0"

  /// A tree with an accelerometer that sits turned by a quarter, in a machine with a name.
  private func makeTree() throws -> RuntimeDirectory {
    let directory = try RuntimeDirectory()
    let files = [
      "\(Self.device)/name": "kx", "\(Self.device)/in_accel_scale": "0.0098",
      "\(Self.device)/in_accel_x_raw": "0", "\(Self.device)/in_accel_y_raw": "0",
      "\(Self.device)/in_accel_z_raw": "50",
      "\(Self.device)/device/modalias": "acpi:KIOX000A:KIOX000A:",
      "sys/class/dmi/id/modalias": "dmi:bvnB:bvr1:bd1:svnACME:pnTab10:pvr1:",
    ]
    for (name, value) in files {
      let file = URL(fileURLWithPath: "\(directory.path)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(value)\n".utf8).write(to: file)
    }
    return directory
  }

  /// A user who turns the device: at each prompt they write the values of a pose, and press Enter.
  ///
  /// The input ends after the last of them.
  private func pose(
    _ arguments: [String], _ values: [(Int, Int)],
    environment: [String: String] = Command.plainEnvironment, hold: (Int, Int) throws -> Void
  ) throws -> Command {
    let directory = try RuntimeDirectory()
    let path = "\(directory.path)/input"
    try #require(mkfifo(path, 0o600) == 0)
    // For both ways, so that it is open before anybody reads it.
    let input = open(path, O_RDWR | O_CLOEXEC)
    try #require(input >= 0)
    var isOpen = true
    defer { if isOpen { close(input) } }
    let command = "exec '\(Swivel.path)' doctor --pose \"$@\" < '\(path)'"
    let process = try ChildProcess(
      "/bin/sh", ["-c", command, "sh"] + arguments, environment: environment)
    defer { process.stop() }
    for (number, (x, y)) in values.enumerated() {
      try Deadline.waitUntil("prompt \(number + 1)\n\(process.errors)") {
        process.errors.contains("\(number + 1)/4") || process.exitStatus != nil
      }
      try hold(x, y)
      #expect(write(input, "\n", 1) == 1)
    }
    // The input ends once the program has taken everything, which a prompt without values tells.
    try Deadline.waitUntil("the next prompt\n\(process.errors)") {
      process.errors.contains("\(values.count + 1)/4") || process.exitStatus != nil
    }
    isOpen = false
    close(input)
    return Command(
      status: try process.waitForExit(), output: process.output, errors: process.errors)
  }

  /// The same with the files of a tree.
  private func pose(_ tree: RuntimeDirectory, _ values: [(Int, Int)]) throws -> Command {
    try pose(["--sysfs", tree.path], values) { x, y in
      _ = try tree.write("\(x)\n", to: "\(Self.device)/in_accel_x_raw")
      _ = try tree.write("\(y)\n", to: "\(Self.device)/in_accel_y_raw")
    }
  }

  @Test func fourPosesYieldAHwdbEntryThatSystemdFinds() throws {
    let tree = try makeTree()
    // Top, left, bottom, right: x and y are exchanged.
    let result = try pose(tree, [(-1000, 0), (0, 1000), (1000, 0), (0, -1000)])
    #expect(result.status == 1)
    #expect(result.errors.contains("1/4") && result.errors.contains("4/4"))
    let steps = result.output.components(separatedBy: "\n").compactMap { line in
      line.components(separatedBy: "-> ").dropFirst().first
    }
    let pattern = try #require(steps.first { $0.hasPrefix("sensor:") })
    let property = try #require(steps.first { $0.contains("ACCEL_MOUNT_MATRIX=") })
    #expect(property == " ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, -1")

    let hwdb = URL(fileURLWithPath: "\(tree.path)/etc/udev/hwdb.d/61-sensor-local.hwdb")
    try FileManager.default.createDirectory(
      at: hwdb.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(pattern)\n\(property)\n".utf8).write(to: hwdb)
    let root = "--root=\(tree.path)"
    #expect(try Command.run("systemd-hwdb", [root, "--strict", "update"]).status == 0)
    // What udev asks with: the sensor's modalias, then the machine's.
    let key =
      "sensor:modalias:acpi:KIOX000A:KIOX000A::dmi:bvnB:bvr1:bd1:svnACME:pnTab10:pvr1:"
    let query = try Command.run("systemd-hwdb", [root, "query", key])
    #expect(query.output == "ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, -1\n")
    let other = try Command.run(
      "systemd-hwdb", [root, "query", key.replacing("Tab10", with: "Tab11")])
    #expect(other.output == "")
  }

  /// Both at once: the files give the matrix, and the real service is heard in each pose.
  @Test func poseChecksReportTheEdgesThatTheProxyGetsWrong() throws {
    let bus = try MessageBus()
    let environment = Command.plainEnvironment.merging(bus.environment) { $1 }
    // Its matrix mirrors left and right.
    let service = try MockedAccelerometer(
      serving: bus, attributes: ["in_accel_mount_matrix": "-1, 0, 0; 0, 1, 0; 0, 0, 1"])
    defer { service.stop() }
    func pose(_ root: String) throws -> Command {
      let values = [(0, -1000), (1000, 0), (0, 1000), (-1000, 0)]
      return try self.pose(["--sysfs", root], values, environment: environment) { x, y in
        try service.set(x, y)
        // The service has claimed the sensor by now and knows the pose before Enter is pressed.
        try service.waitForReading()
      }
    }
    let both = try pose(service.root)
    #expect(both.status == 1)
    #expect(both.errors.contains("iio-sensor-proxy says right-up"))
    #expect(both.output.contains("pose-wrong"))
    #expect(both.output.contains("left is said to be right-up, right is said to be left-up"))
    #expect(both.output.contains("the service uses the same mount matrix"))
    let empty = try RuntimeDirectory()
    let alone = try pose(empty.path)
    #expect(alone.status == 1)
    #expect(alone.output.contains("pose-proxy-wrong") && !alone.output.contains("pose-wrong"))
  }

  @Test func aDeviceThatIsNotTurnedGivesNoMatrix() throws {
    let result = try pose(try makeTree(), [(0, -1000)])
    #expect(result.status == 1)
    #expect(result.errors.contains("before the fourth pose"))
    let tree = try makeTree()
    let still = try Command.run(
      "/bin/sh",
      [
        "-c",
        "printf '\\n\\n\\n\\n\\n\\n\\n' | '\(Swivel.path)' doctor --pose --sysfs '\(tree.path)'",
      ])
    #expect(still.status == 1)
    // Each pose after the first is asked for once more, and then taken as it is.
    let asked = still.errors.components(separatedBy: "has not been moved since the last pose")
    #expect(asked.count == 4 && still.errors.components(separatedBy: "2/4").count == 3)
    #expect(still.output.contains("pose-unusable"))
  }

  @Test func poseReadingsMayComeFromAFile() throws {
    let tree = try makeTree()
    let file = try tree.write(
      "# sensor's own axes\ntop, 0, -9.8, 0.5\nleft, 9.8, 0, 0\nbottom, 0, 9.8, 0\nright, -9.8, 0, 0\n",
      to: "poses.txt")
    let result = try Swivel.run(["doctor", "--sysfs", tree.path, "--pose-samples", file])
    #expect(result.status == 0)
    #expect(result.output.contains("pose-right"))
  }

  @Test func theMatrixIsWrittenIntoTheConfigurationKeepingComments() throws {
    let tree = try makeTree()
    let file = try tree.write(
      "top -9.8 0 0\nleft 0 9.8 0\nbottom 9.8 0 0\nright 0 -9.8 0\n", to: "poses.txt")
    let config = try tree.write("# mine\nsensor:\n  # here\n  path: iio:device0\n", to: "c.yaml")
    let arguments = [
      "doctor", "--sysfs", tree.path, "--pose-samples", file, "--config", config,
    ]
    let before = try Swivel.run(arguments)
    #expect(before.status == 1 && before.output.contains("or without root"))
    #expect(try String(contentsOfFile: config, encoding: .utf8).contains("matrix") == false)
    let written = try Swivel.run(arguments + ["--write"])
    #expect(written.output.contains("+   matrix: [0, 1, 0, 1, 0, 0, 0, 0, -1]"))
    // What was wrong is mended, and one line says what is left to be done.
    #expect(written.status == 0 && !written.output.contains("problem  "))
    #expect(written.output.contains("pose-right"))
    let steps = written.output.split(separator: "\n").filter { $0.contains("restart") }
    #expect(steps.count == 1 && steps[0].contains("systemctl --user restart swivel"))
    #expect(
      try String(contentsOfFile: config, encoding: .utf8)
        == "# mine\nsensor:\n  # here\n  matrix: [0, 1, 0, 1, 0, 0, 0, 0, -1]\n  path: iio:device0\n"
    )
    let after = try Swivel.run(arguments + ["--write"])
    #expect(after.status == 0 && after.output.contains("nothing to write"))
    // What is not understood is left alone.
    let broken = try tree.write("sensor: {paths: a}\n", to: "c.yaml")
    let refused = try Swivel.run(arguments + ["--write"])
    #expect(refused.status == 2 && refused.errors.contains("paths"))
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == "sensor: {paths: a}\n")
  }

  /// The matrix that four poses give, in the hands of the real service: its words must be right.
  @Test(arguments: [("left-up", 0, 1000), ("normal", -1000, 0)])
  func theSolvedMatrixIsRightForTheSensorProxy(word: String, x: Int, y: Int) throws {
    let tree = try makeTree()
    let file = try tree.write(
      "top -9.8 0 0\nleft 0 9.8 0\nbottom 9.8 0 0\nright 0 -9.8 0\n", to: "poses.txt")
    let result = try Swivel.run(["doctor", "--sysfs", tree.path, "--pose-samples", file])
    let line = try #require(
      result.output.components(separatedBy: "\n").first { $0.contains("ACCEL_MOUNT_MATRIX=") })
    let matrix = try #require(line.components(separatedBy: "=").last)
    let bus = try MessageBus()
    let environment = Command.plainEnvironment.merging(bus.environment) { $1 }
    let service = try MockedAccelerometer(
      serving: bus,
      attributes: ["in_accel_mount_matrix": matrix, "in_accel_x_raw": "\(x)"], y: "\(y)")
    defer { service.stop() }
    let diagnosis = try Diagnosis(["--sysfs", service.root], environment: environment)
    #expect(diagnosis.text("found", of: "proxy-works")?.hasSuffix(word) == true)
  }
}
