// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
import Orientation

/// The result of checking a plug-in in a child process, with its findings.
struct PluginCheck: Sendable {
  let path: String
  private(set) var findings: [PluginFinding] = []
  private var step: String?

  var hasProblem: Bool { findings.contains { $0.level == .problem } }

  /// Runs `program` as a child process that probes the plug-in, and collects its findings.
  ///
  /// `arguments` returns the child's arguments for the descriptor of its report. A child that runs
  /// longer than `limit` is killed.
  init(
    path: String, program: String, arguments: (_ report: Int32) -> [String], limit: Duration
  ) {
    self.path = path
    var pipe: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&pipe) == 0 else {
      note(.problem, unsafe "no pipe: \(String(cString: strerror(errno)))")
      return
    }
    _ = fcntl(pipe[0], F_SETFD, FD_CLOEXEC)
    let report: Int32 = 3
    let pid = Self.spawn(program, arguments(report), report: pipe[1], as: report)
    close(pipe[1])
    defer { close(pipe[0]) }
    guard let pid else {
      note(.problem, unsafe "\(program) does not start: \(String(cString: strerror(errno)))")
      return
    }
    let deadline = EventLoop.now + limit
    var isInTime = listen(pipe[0], until: deadline)
    var status: Int32 = 0
    var ended: pid_t = 0
    // A child that has closed its report can still hang.
    while isInTime, ended == 0 {
      ended = unsafe waitpid(pid, &status, WNOHANG)
      if ended == 0 { usleep(1_000) }
      isInTime = ended != 0 || EventLoop.now < deadline
    }
    if !isInTime { kill(pid, SIGKILL) }
    while ended <= 0 {
      ended = unsafe waitpid(pid, &status, 0)
      if ended < 0, errno != EINTR { break }
    }
    judge(status, isInTime, limit)
  }

  private mutating func note(_ level: PluginFinding.Level, _ text: String) {
    findings.append(PluginFinding(level, text))
  }

  private mutating func judge(_ status: Int32, _ isInTime: Bool, _ limit: Duration) {
    let step = step ?? "start"
    if !isInTime {
      note(
        .problem,
        "the plug-in hangs at the step \"\(step)\": ended after \(limit.components.seconds) s; a "
          + "daemon would hang with the plug-in")
    } else if status & 0x7F != 0 {
      note(
        .problem,
        "the plug-in crashes at the step \"\(step)\": \(Self.name(ofSignal: status & 0x7F)); the "
          + "crash would end a daemon, and with it every window's answer")
    } else if status >> 8 & 0xFF != 0 || findings.last?.text != PluginFinding.end && !hasProblem {
      note(
        .problem,
        "the plug-in ends the process at the step \"\(step)\", with exit code \(status >> 8 & 0xFF)"
      )
    }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], report: Int32, as number: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    // The plug-in's standard output goes to standard error, apart from the output of `swivel`.
    unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, report, number)
    if report != number { unsafe posix_spawn_file_actions_addclose(&actions, report) }
    var pid: pid_t = 0
    let code = unsafe ChildProgram.withWords([program] + arguments) { words in
      // Swift's backtrace on a crash would delay the end of the child.
      unsafe ChildProgram.withEnvironment([("SWIFT_BACKTRACE", "enable=no")]) { environment in
        unsafe posix_spawn(&pid, program, &actions, nil, words, environment)
      }
    }
    errno = code
    return code == 0 ? pid : nil
  }

  /// Reads the child's report until its end; returns `false` if the deadline passed before.
  private mutating func listen(_ descriptor: Int32, until end: Instant) -> Bool {
    var lines = LineBuffer(limit: 64 << 10)
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = end - EventLoop.now
      guard left > .zero else { return false }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, left.pollMilliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      let count = unsafe read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return true }
      lines.append(chunk[..<count])
      while let line = lines.next() { receive(line) }
    }
  }

  private mutating func receive(_ line: [UInt8]) {
    guard let json = try? JSONValue.parse(line, file: "probe") else { return }
    if let step = json["step"]?.string { self.step = step }
    if let finding = PluginFinding(json) { findings.append(finding) }
  }

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGBUS: "SIGBUS",
      SIGFPE: "SIGFPE", SIGTRAP: "SIGTRAP", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
    ]
    let words = unsafe strsignal(number).map { unsafe String(cString: $0) } ?? "?"
    return "\(names[number] ?? "signal \(number)") (\(words))"
  }
}

extension PluginCheck {
  var text: String {
    findings.map { finding in
      let word = finding.level.rawValue
      return word + String(repeating: " ", count: 9 - word.count) + finding.text
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "swivel": .int(1), "file": .string(path), "ok": .bool(!hasProblem),
      "findings": .array(findings.map(\.json)),
    ]
  }
}

struct PluginFinding: Sendable, Equatable {
  /// The severity of a finding; the raw values are those of the JSON output.
  enum Level: String, Sendable, CaseIterable {
    case ok, note, problem
  }

  /// The text of the last finding of a plug-in that was stopped without a crash.
  static let end = "the plug-in was stopped"

  var level: Level
  var text: String

  init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }

  var json: JSONValue {
    ["level": .string(level.rawValue), "text": .string(text)]
  }

  init?(_ json: JSONValue) {
    guard let word = json["level"]?.string, let level = Level(rawValue: word),
      let text = json["text"]?.string
    else { return nil }
    self.init(level, text)
  }
}
