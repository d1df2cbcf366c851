// SPDX-License-Identifier: Apache-2.0
import Daemon
import Formats
import Glibc

/// The project's other programs, which load libraries that `swivel` should not load.
enum CompanionProgram {
  /// Runs a program to its end: the one beside this executable, or else the first in the PATH.
  ///
  /// Throws a failure with the text `complaint` unless the exit code is 0.
  static func run(_ name: String, _ arguments: [String], complaint: String) throws(CommandFailure) {
    let process = try start(name, arguments)
    guard ChildProgram.end(of: process) == 0 else { throw CommandFailure(.failed, complaint) }
  }

  /// Starts a program with no signal blocked, whatever this one has blocked.
  static func start(_ name: String, _ arguments: [String]) throws(CommandFailure) -> pid_t {
    do throws(ChildProgram.Failure) {
      return try ChildProgram.start(name, arguments)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
  }

  /// Replaces this process by the other program; returns the error if that fails.
  static func become(_ name: String, _ arguments: [String]) -> CommandFailure {
    CommandFailure(.failed, ChildProgram.become(name, arguments).description)
  }
}
