// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Our own command, as it was built together with the tests.
enum Swivel {
  /// `swivel` lies beside the test bundle, unless `SWIVEL_PROGRAM` names another build of it.
  static let path: String = {
    if let other = ProcessInfo.processInfo.environment["SWIVEL_PROGRAM"] { return other }
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("swivel").path
  }()

  /// The root of the package, for the examples.
  static let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The arguments that turn the outputs as a hand turned a real tablet: left edge up.
  static let replay = [
    "run", "--sensor", "replay:\(packageRoot)/examples/traces/turn-left-up.csv",
  ]

  /// Runs the command to its end, outside of any desktop.
  static func run(_ arguments: [String], within seconds: Double = 20) throws -> Command {
    try Command.run(path, arguments, within: seconds)
  }

  /// Starts the command as a client of a compositor.
  static func start(_ arguments: [String], on compositor: Compositor) throws -> ChildProcess {
    try ChildProcess(path, arguments, environment: compositor.clientEnvironment)
  }
}
