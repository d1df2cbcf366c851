// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Other programs, run as children of this one or in its place.
public enum ChildProgram {
  /// Why a program could not be run, in words for people.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Which program, and the system's reason.
    public let description: String

    init(_ name: String, _ code: Int32) {
      description = unsafe "cannot run \(name): \(String(cString: strerror(code)))"
    }
  }

  /// Starts one; signals are delivered to it as usual, whatever this program has blocked.
  ///
  /// A companion lies beside this program, or else in the PATH; another is looked for in the PATH only.
  public static func start(
    _ name: String, _ arguments: [String], isCompanion: Bool = true
  ) throws(Failure) -> Int32 {
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
        (isCompanion ? beside(name) : nil).map {
          unsafe posix_spawn(&process, $0, nil, &attributes, words, environ)
        } ?? ENOENT
      return unsafe result == ENOENT
        ? posix_spawnp(&process, name, nil, &attributes, words, environ) : result
    }
    guard result == 0 else { throw Failure(name, result) }
    return process
  }

  /// Waits for its end; returns its exit code, or minus the number of the signal that ended it.
  public static func end(of process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return code(status)
  }

  /// How a child has ended, as `end` says it; nil while it runs.
  public static func outcome(of process: Int32) -> Int32? {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) == process ? code(status) : nil
  }

  /// Lets this process become a companion; returns why it could not.
  public static func become(_ name: String, _ arguments: [String]) -> Failure {
    fflush(nil)
    return unsafe withWords([name] + arguments) { words in
      if let path = beside(name) { unsafe execv(path, words) }
      unsafe execvp(name, words)
      return Failure(name, errno)
    }
  }

  /// What a status of `waitpid` says: the exit code, or minus the number of a signal.
  private static func code(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
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
