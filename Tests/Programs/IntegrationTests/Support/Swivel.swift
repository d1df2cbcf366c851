// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Foundation

/// The `swivel` command, as it was built together with the tests.
enum Swivel {
  /// The path of `swivel`, beside the test bundle unless `SWIVEL_PROGRAM` names another build.
  static let path: String = {
    if let other = ProcessInfo.processInfo.environment["SWIVEL_PROGRAM"] { return other }
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("swivel").path
  }()

  /// The root of the package, for the examples.
  static let packageRoot = ExampleFiles.root.path

  /// The arguments that rotate the outputs by a recording of a real tablet: left edge up.
  static let replay = [
    "run", "--sensor", "replay:\(packageRoot)/examples/traces/turn-left-up.csv",
  ]

  /// Runs the command to its end, outside of any desktop.
  static func run(_ arguments: [String], within seconds: Double = Limit.event) throws -> Command {
    try Command.run(path, arguments, within: seconds)
  }

  /// Returns the answer of a compositor's daemon to `swivel status --json`.
  static func status(on compositor: Compositor) throws -> JSONValue {
    let result = try compositor.run(path, ["status", "--json"])
    guard result.status == 0 else { throw Deadline.Passed(description: result.errors) }
    return try JSONValue.parse(result.output, file: "status")
  }

  /// Waits until a compositor's daemon has counted `count` more readings of a kind, `readings` or
  /// `left-out`; by default one of them begins after the call.
  static func waitForReadings(
    _ kind: String = "readings", count: Int64 = 2, on compositor: Compositor
  ) throws {
    func number() throws -> Int64 { try status(on: compositor)[kind]?.int ?? 0 }
    let before = try number()
    try Deadline.waitUntil("\(count) \(kind)") { try number() >= before + count }
  }

  /// Starts the command as a client of a compositor.
  static func start(_ arguments: [String], on compositor: Compositor) throws -> ChildProcess {
    try ChildProcess(path, arguments, environment: compositor.clientEnvironment)
  }
}
