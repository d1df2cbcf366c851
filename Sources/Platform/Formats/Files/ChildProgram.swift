// SPDX-License-Identifier: Apache-2.0
import Glibc
import Text

/// The start of other programs, as child processes or in place of this one.
public enum ChildProgram {
  /// The reason why a program could not be run.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The requested name of the program.
    public let name: String
    /// The value of `errno`.
    public let code: Int32

    /// The message: the program and the system's reason or, for a missing companion program, the
    /// folders that were searched and the remedy.
    public var description: String {
      if code == ENOENT, name.hasPrefix("swivel-") {
        let folder = ChildProgram.beside("")?.dropLast() ?? "the folder of this program"
        return "\(UntrustedText(name).path) is needed for this, and is neither in \(folder) nor in "
          + "PATH; in the source folder `make build` builds every program, and `make install` "
          + "installs them; Debian's package swivel-tools has them"
      }
      return unsafe "cannot run \(UntrustedText(name).path): \(String(cString: strerror(code)))"
    }
  }

  /// Starts a program with no signal blocked; returns its process number.
  ///
  /// A companion is searched beside this program, then in PATH; any other program only in PATH,
  /// unless its name has a slash. If `variables` are given, the program is a background job: it has
  /// a process group of its own, an empty standard input, default signal actions and these
  /// environment variables; both of its outputs go to `printingTo`, by default standard error.
  /// Otherwise `input` is the descriptor of its standard input, if given.
  public static func start(
    _ name: String, _ arguments: [String], isCompanion: Bool = true, input: Int32? = nil,
    asJobWith variables: [(name: String, value: String)]? = nil,
    printingTo descriptor: Int32? = nil
  ) throws(Failure) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK
    if variables == nil {
      if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
      // Earlier output must precede the program's output. This does not apply to a background job,
      // which prints to standard error: the daemon's loop must not block on a pipe that nobody
      // reads.
      fflush(nil)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      let descriptor = descriptor ?? STDERR_FILENO
      for output in [STDOUT_FILENO, STDERR_FILENO] where output != descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, output)
      }
      // The daemon ignores SIGPIPE, which a program would otherwise inherit.
      unsafe sigfillset(&signals)
      unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process = pid_t()
    let result = unsafe withWords([name] + arguments) { words in
      unsafe withEnvironment(variables ?? []) { environment in
        let result =
          (isCompanion ? beside(name) : nil).map {
            unsafe posix_spawn(&process, $0, &actions, &attributes, words, environment)
          } ?? ENOENT
        return unsafe result == ENOENT
          ? posix_spawnp(&process, name, &actions, &attributes, words, environment) : result
      }
    }
    guard result == 0 else { throw Failure(name: name, code: result) }
    return process
  }

  /// The folders in which programs are searched if there is no PATH, as the C library has them.
  public static let defaultPath = "/bin:/usr/bin"

  /// Returns whether an executable regular file exists for a program: the file itself if its name
  /// has a slash, otherwise in one of the folders of `path`.
  public static func exists(_ name: String, in path: String) -> Bool {
    let folders = path.split(separator: ":", omittingEmptySubsequences: false)
    let files = name.contains("/") ? [name] : folders.map { "\($0.isEmpty ? "." : $0)/\(name)" }
    return files.contains { file in
      var status = stat()
      return unsafe stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(file, X_OK) == 0
    }
  }

  /// Waits for a child process; returns its exit code, or minus the number of the signal that ended
  /// it.
  ///
  /// The result is also -1 if there is no such child process.
  public static func end(of process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return code(status)
  }

  /// Returns the exit code of a child process, or minus the number of its signal; `nil` while it
  /// runs, and if there is no such child process.
  public static func outcome(of process: Int32) -> Int32? {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) == process ? code(status) : nil
  }

  /// Replaces this process by a companion program; returns only on failure, with the reason.
  public static func become(_ name: String, _ arguments: [String]) -> Failure {
    fflush(nil)
    return unsafe withWords([name] + arguments) { words in
      if let path = beside(name) { unsafe execv(path, words) }
      unsafe execvp(name, words)
      return Failure(name: name, code: errno)
    }
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Calls `body` with the words as a null-terminated array of C strings, which are valid during
  /// the call.
  package static func withWords<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let words: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    return unsafe body(words)
  }

  /// Calls `body` with this program's environment, in which the given variables are set, as a
  /// null-terminated array that is valid during the call.
  package static func withEnvironment<Result>(
    _ variables: [(name: String, value: String)],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    unsafe withWords(variables.map { "\($0.name)=\($0.value)" }) { added in
      var inherited: [UnsafeMutablePointer<CChar>?] = unsafe []
      var entry = unsafe environ
      while let text = unsafe entry.pointee {
        let name = unsafe String(cString: text).prefix { $0 != "=" }
        if !variables.contains(where: { $0.name == name }) { unsafe inherited.append(text) }
        unsafe entry += 1
      }
      return unsafe body(inherited + added)
    }
  }

  private static func beside(_ name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }
}
