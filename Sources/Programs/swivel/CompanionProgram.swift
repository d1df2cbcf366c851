// SPDX-License-Identifier: Apache-2.0
import Daemon
import Formats
import Glibc

/// The programs that belong to this one but load libraries that it should not.
enum CompanionProgram {
  /// Runs one to its end: the one beside this program, or else the first in the PATH.
  ///
  /// Throws unless it ends with 0, `complaint` then says what did not come off.
  static func run(_ name: String, _ arguments: [String], complaint: String) throws(CommandFailure) {
    let process = try start(name, arguments)
    guard ChildProgram.end(of: process) == 0 else { throw CommandFailure(.failed, complaint) }
  }

  /// Starts one; signals are delivered to it as usual, whatever this program has blocked.
  static func start(_ name: String, _ arguments: [String]) throws(CommandFailure) -> pid_t {
    do throws(ChildProgram.Failure) {
      return try ChildProgram.start(name, arguments)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
  }

  /// Lets this process become the other program; returns why it could not.
  static func become(_ name: String, _ arguments: [String]) -> CommandFailure {
    CommandFailure(.failed, ChildProgram.become(name, arguments).description)
  }
}
