// SPDX-License-Identifier: Apache-2.0
import Daemon
import Formats
import Glibc

/// The other programs that `swivel` starts, or that replace its process.
enum CompanionProgram {
  /// Runs a program until its end: the executable beside this one, otherwise the first in the PATH.
  ///
  /// Throws a failure if the program does not start, or, with the text `complaint`, if its exit
  /// code is not 0.
  static func run(_ name: String, _ arguments: [String], complaint: String) throws(CommandFailure) {
    let process = try start(name, arguments)
    guard ChildProgram.end(of: process) == 0 else { throw CommandFailure(.failed, complaint) }
  }

  /// Starts a program with an empty signal mask, even if this process blocks signals.
  static func start(_ name: String, _ arguments: [String]) throws(CommandFailure) -> pid_t {
    do throws(ChildProgram.Failure) {
      return try ChildProgram.start(name, arguments)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
  }

  /// Replaces this process by another program; returns the error if that fails.
  static func become(_ name: String, _ arguments: [String]) -> CommandFailure {
    CommandFailure(.failed, ChildProgram.become(name, arguments).description)
  }
}
