// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that was run to its end.
struct Command {
  /// The exit code, or minus the number of the signal that ended it.
  let status: Int32
  let output: String
  let errors: String

  /// The variables that a program needs to run at all; nothing of the desktop around the tests.
  static var plainEnvironment: [String: String] {
    var environment = ["LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return environment
  }

  static func run(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = plainEnvironment, within seconds: Double = Limit.event
  ) throws -> Command {
    let process = try ChildProcess(program, arguments, environment: environment)
    let status = try process.waitForExit(within: seconds)
    return Command(status: status, output: process.output, errors: process.errors)
  }
}
