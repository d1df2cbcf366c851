// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation

/// Runs programs beside the loop, ends those that take too long, and says what went wrong.
final class HookRunner {
  /// How many may run at once; with more, something hangs.
  static let most = 16
  /// How long a program may take to obey SIGTERM.
  private static let grace = Duration.milliseconds(500)

  private struct Running {
    let name: String
    let timer: Token
    let onEnd: () -> Void
  }

  private let loop: EventLoop
  private let programs: any ProgramStarter
  private let note: (String) -> Void
  private var running: [pid_t: Running] = [:]
  /// Groups that have been asked to end, and have a moment left.
  private var ending: Set<pid_t> = []
  private var signals: Token?

  init(on machine: Machine, note: @escaping (String) -> Void) {
    (loop, programs) = (machine.loop, machine.programs)
    self.note = note
  }

  var isBusy: Bool { !running.isEmpty }

  /// Starts a program; `onEnd` is called once it has ended, however, or could not be started.
  func run(
    _ words: [String], _ variables: [(name: String, value: String)], timeout: Duration,
    onEnd: @escaping () -> Void
  ) {
    let name = PlainText.name(words[0])
    guard running.count < Self.most else {
      note("hook \(name): left out, since \(Self.most) programs are still running")
      return onEnd()
    }
    do throws(SystemError) {
      try listen()
      let process = try programs.start(words, variables)
      let timer = loop.schedule(after: timeout) { [weak self] in
        self?.note("hook \(name): has not ended within \(timeout.milliseconds) ms and is ended")
        self?.end(process)
      }
      running[process] = Running(name: name, timer: timer, onEnd: onEnd)
    } catch {
      let isMissing = error.code == ENOENT
      note("hook \(name): " + (isMissing ? "there is no such program" : "\(error)"))
      onEnd()
    }
  }

  func stop() {
    for process in ending { programs.signal(SIGKILL, group: process) }
    ending = []
    for (process, program) in running.sorted(by: { $0.key < $1.key }) {
      loop.remove(program.timer)
      programs.signal(SIGKILL, group: process)
      note("hook \(program.name): was still running and is ended")
    }
    running = [:]
    if let signals { loop.remove(signals) }
    signals = nil
  }

  private func listen() throws(SystemError) {
    guard signals == nil else { return }
    signals = try programs.watch(on: loop) { [weak self] in self?.collect() }
  }

  // Several ends can come as one signal.
  private func collect() {
    for process in running.keys.sorted() {
      guard let status = programs.status(of: process),
        let program = running.removeValue(forKey: process)
      else { continue }
      loop.remove(program.timer)
      // What it has left behind in its group goes with it only if it was too late.
      if status & 0x7f != 0 {
        note("hook \(program.name): ended by signal \(status & 0x7f)")
      } else if status >> 8 & 0xff != 0 {
        note("hook \(program.name): ended with exit code \(status >> 8 & 0xff)")
      }
      program.onEnd()
    }
  }

  private func end(_ process: pid_t) {
    programs.signal(SIGTERM, group: process)
    ending.insert(process)
    loop.schedule(after: Self.grace) { [weak self] in
      guard self?.ending.remove(process) != nil else { return }
      // Its children may be left even where it is gone; nobody else can have its number while they are.
      self?.programs.signal(SIGKILL, group: process)
      self?.collect()
    }
  }
}

/// What starts programs, each in a process group of its own, and tells what becomes of them.
protocol ProgramStarter {
  /// Starts a program that is found in PATH unless its name has a slash; returns its process number.
  func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t
  /// Calls `onEnd` in the loop whenever some of them have ended.
  func watch(on loop: EventLoop, onEnd: @escaping () -> Void) throws(SystemError) -> Token
  /// How a program has ended, as `waitpid` puts it, told once; nil while it runs.
  func status(of process: pid_t) -> Int32?
  func signal(_ number: Int32, group: pid_t)
}

/// Children of this process, started without a shell.
struct ChildPrograms: ProgramStarter {
  func watch(on loop: EventLoop, onEnd: @escaping () -> Void) throws(SystemError) -> Token {
    try loop.watch(signals: [SIGCHLD]) { _ in onEnd() }
  }

  func status(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) == process ? status : nil
  }

  func signal(_ number: Int32, group: pid_t) { kill(-group, number) }

  // Its input is empty, its output goes where our errors go. Nothing else of ours reaches it but the
  // environment.
  func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The loop has taken signals out of ordinary delivery, and SIGPIPE is ignored here.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = unsafe words.map { unsafe strdup($0) } + [nil]
    var envp = unsafe environment(variables).map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, words[0], &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw SystemError(call: words[0], code: code) }
    return process
  }

  private func environment(_ variables: [(name: String, value: String)]) -> [String] {
    var result: [String] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let line = unsafe String(cString: text)
      let name = line.prefix { $0 != "=" }
      if !variables.contains(where: { $0.name == name }) { result.append(line) }
      unsafe entry += 1
    }
    return result + variables.map { "\($0.name)=\($0.value)" }
  }
}
