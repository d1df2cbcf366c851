// SPDX-License-Identifier: Apache-2.0
import Daemon
import Glibc

/// The programs that belong to this one but load libraries that it should not.
enum CompanionProgram {
  /// Runs one to its end: the one beside this program, or else the first in the PATH.
  ///
  /// Throws unless it ends with 0, `complaint` then says what did not come off.
  static func run(_ name: String, _ arguments: [String], complaint: String) throws(CommandFailure) {
    let process = try start(name, arguments)
    guard end(of: process) == 0 else { throw CommandFailure(.failed, complaint) }
  }

  /// Starts one; signals are delivered to it as usual, whatever this program has blocked.
  static func start(_ name: String, _ arguments: [String]) throws(CommandFailure) -> pid_t {
    // What was printed so far comes before what the other program may print.
    fflush(nil)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var nothing = sigset_t()
    unsafe sigemptyset(&nothing)
    unsafe posix_spawnattr_setsigmask(&attributes, &nothing)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let result = unsafe withWords([name] + arguments) { words in
      let result =
        beside(name).map { unsafe posix_spawn(&process, $0, nil, &attributes, words, environ) }
        ?? ENOENT
      return unsafe result == ENOENT
        ? posix_spawnp(&process, name, nil, &attributes, words, environ) : result
    }
    guard result == 0 else { throw missing(name, result) }
    return process
  }

  /// Waits for its end; returns its exit code, or minus the number of the signal that ended it.
  static func end(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return code(status)
  }

  /// What a status of `waitpid` says: the exit code, or minus the number of a signal.
  static func code(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Lets this process become the other program; returns why it could not.
  static func become(_ name: String, _ arguments: [String]) throws -> CommandFailure {
    fflush(nil)
    return unsafe withWords([name] + arguments) { words in
      if let path = beside(name) { unsafe execv(path, words) }
      unsafe execvp(name, words)
      return missing(name, errno)
    }
  }

  private static func missing(_ name: String, _ code: Int32) -> CommandFailure {
    CommandFailure(.failed, unsafe "cannot run \(name): \(String(cString: strerror(code)))")
  }

  private static func withWords<Result>(
    _ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    return unsafe body(words)
  }

  private static func beside(_ name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
