// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program in a process group of its own; its output goes to files, so that no pipe can fill up.
final class ChildProcess {
  let name: String
  let pid: pid_t
  private let directory: RuntimeDirectory
  private var status: Int32?
  private var linesTaken = 0
  private var isStopped = false

  /// Starts a program with exactly this environment and an empty standard input.
  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    let path = try Program.require(program)
    name = program
    directory = try RuntimeDirectory()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "\(directory.path)/out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "\(directory.path)/err", flags, 0o600)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.pid = pid
  }

  deinit { stop() }

  var output: String { contents(of: "out") }
  var errors: String { contents(of: "err") }

  /// The exit code, or minus the number of the signal that ended the program; `nil` while it runs.
  var exitStatus: Int32? {
    if status == nil {
      var raw: Int32 = 0
      if waitpid(pid, &raw, WNOHANG) == pid {
        status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : -(raw & 0x7f)
      }
    }
    return status
  }

  /// Whether the program waits for signals in its loop, as Swivel's programs do once they are up.
  var isWaitingForSignals: Bool { Self.isWaitingForSignals(pid) }

  /// Returns the same for a program that this one did not start.
  static func isWaitingForSignals(_ pid: pid_t) -> Bool {
    // Foundation reads only links to files.
    (0..<64).contains { file in
      var target = [CChar](repeating: 0, count: 64)
      let length = readlink("/proc/\(pid)/fd/\(file)", &target, target.count - 1)
      return length > 0 && target.starts(with: "anon_inode:[signalfd]".utf8CString.dropLast())
    }
  }

  func send(_ signal: Int32) {
    if exitStatus == nil { kill(pid, signal) }
  }

  func waitForExit(within seconds: Double = Limit.event) throws -> Int32 {
    try Deadline.wait(seconds, for: "the end of \(name)\n\(errors)") { exitStatus }
  }

  /// Returns the next complete line of output that fits, and skips those before.
  ///
  /// Throws after `seconds`, or when the program ends without such a line.
  func waitForLine(
    within seconds: Double = Limit.event, where fits: (String) -> Bool = { _ in true }
  ) throws -> String {
    try Deadline.wait(seconds, for: "a line of \(name)\n\(output)\(errors)") {
      let hasEnded = exitStatus != nil
      // The part after the last newline is not a line yet.
      let lines = output.components(separatedBy: "\n").dropLast().dropFirst(linesTaken)
      for line in lines {
        linesTaken += 1
        if fits(line) { return line }
      }
      guard !hasEnded else {
        throw Deadline.Passed(description: "\(name) ended too early\n\(output)\(errors)")
      }
      return nil
    }
  }

  /// Ends the whole process group, and kills what is left of it after `Limit.termination`.
  func stop() {
    // Once all its processes are gone, the group's number may be used again.
    guard !isStopped else { return }
    isStopped = true
    kill(-pid, SIGTERM)
    // A stopped process takes no signal but SIGKILL until it continues.
    kill(-pid, SIGCONT)
    try? Deadline.waitUntil(Limit.termination, name) { exitStatus != nil }
    kill(-pid, SIGKILL)
    try? Deadline.waitUntil(Limit.termination, name) { exitStatus != nil }
    try? Deadline.waitUntil(Limit.termination, name) { ProcessGroup.isGone(pid) }
  }

  private func contents(of file: String) -> String {
    let data = FileManager.default.contents(atPath: "\(directory.path)/\(file)")
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
