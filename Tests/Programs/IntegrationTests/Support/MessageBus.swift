// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation

/// A private message bus that permits everything and ends when it is released.
final class MessageBus {
  let path: String
  private let directory: RuntimeDirectory
  private let configuration: String
  private var process: ChildProcess
  private var polkit: ChildProcess?

  init() throws {
    directory = try RuntimeDirectory()
    path = "\(directory.path)/bus"
    let everything = ["method_call", "signal", "method_return", "error"]
      .map { "<allow send_type=\"\($0)\"/><allow receive_type=\"\($0)\"/>" }.joined()
    configuration = try directory.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>custom</type><listen>unix:path=\(path)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow user="*"/><allow own="*"/>\(everything)</policy></busconfig>
      """, to: "bus.conf")
    process = try Self.start(configuration, at: path)
  }

  private static func start(_ configuration: String, at path: String) throws -> ChildProcess {
    let process = try ChildProcess(
      "dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--nosyslog"],
      environment: Command.plainEnvironment)
    try Deadline.waitUntil("the bus\n\(process.errors)") { Self.listens(at: path) }
    return process
  }

  /// Ends the bus, which all lose, and starts it again at the same place.
  func restart() throws {
    process.stop()
    unlink(path)
    process = try Self.start(configuration, at: path)
  }

  /// Returns whether a program listens; the socket's file is there a moment earlier.
  private static func listens(at path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  deinit { stop() }

  var address: BusAddress { .address("unix:path=\(path)") }

  /// The variables that make this bus a program's system bus.
  var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)"] }

  /// The variables that make this bus a program's session bus, too.
  var sessionEnvironment: [String: String] {
    environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { $1 }
  }

  func stop() {
    polkit?.stop()
    process.stop()
  }

  /// Starts a mocked polkit that permits everything; iio-sensor-proxy since 3.7 asks polkit before
  /// a claim.
  func permitEverything() throws {
    guard polkit == nil else { return }
    let name = "org.freedesktop.PolicyKit1"
    polkit = try mock(["--template", "polkitd"], owning: name)
    try BusCaller(self).mock(
      name, "/org/freedesktop/PolicyKit1/Authority", "AllowUnknown", [.boolean(true)])
  }

  /// Starts a mocked iio-sensor-proxy, and waits until it owns its name.
  func mockSensorProxy(
    has: Bool = true, _ orientation: String = "left-up"
  ) throws -> ChildProcess {
    try mock(
      [
        "--template",
        "\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/sensor-proxy.py", "-p",
        "{\"has_accelerometer\": \(has), \"accelerometer_orientation\": \"\(orientation)\"}",
      ], owning: "net.hadess.SensorProxy")
  }

  /// Starts a mocked service of python-dbusmock, and waits until it owns its name.
  func mock(_ arguments: [String], owning name: String) throws -> ChildProcess {
    var environment = Command.plainEnvironment.merging(self.environment) { $1 }
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(path)"
    let process = try ChildProcess(
      "/usr/bin/python3", ["-m", "dbusmock"] + arguments, environment: environment)
    let caller = try BusCaller(self)
    try Deadline.waitUntil("\(name)\n\(process.errors)") { try caller.isOwned(name) }
    return process
  }
}
