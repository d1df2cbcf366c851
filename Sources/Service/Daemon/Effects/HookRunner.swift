// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
import Orientation
import Text

/// The runner of hook programs, which ends those that exceed their timeout and reports failures.
final class HookRunner {
  /// The maximum number of programs that run at once; more of them indicate that programs hang.
  static let most = 16
  /// The time between SIGTERM and SIGKILL.
  private static let grace = Duration.milliseconds(500)

  private struct Running {
    let name: String
    let timer: Token
    let onEnd: () -> Void
  }

  private let loop: EventLoop
  private let programs: any ProgramStarter
  private let note: (String) -> Void
  private let onLine: (UntrustedText) -> Void
  private var running: [pid_t: Running] = [:]
  /// The process groups that were sent SIGTERM and will be sent SIGKILL.
  private var ending: Set<pid_t> = []
  private var signals: Token?

  init(
    on machine: Machine, onLine: @escaping (UntrustedText) -> Void, note: @escaping (String) -> Void
  ) {
    (loop, programs) = (machine.loop, machine.programs)
    (self.onLine, self.note) = (onLine, note)
  }

  var isBusy: Bool { !running.isEmpty }

  /// Starts a program; `onEnd` is called when the program has ended or could not be started, but
  /// not after `stop`.
  func run(
    _ words: [String], _ variables: [(name: String, value: String)], timeout: Duration,
    onEnd: @escaping () -> Void
  ) {
    let name = UntrustedText(words[0]).word
    guard running.count < Self.most else {
      note("hook \(name): not started, since \(Self.most) programs are still running")
      return onEnd()
    }
    do throws(SystemError) {
      try listen()
      let process = try programs.start(words, variables)
      let timer = loop.schedule(after: timeout) { [weak self] in
        self?.note(
          "hook \(name): the program has not ended within \(timeout.milliseconds) ms and is ended; "
            + "start a program that is to stay with setsid -f")
        self?.end(process)
      }
      running[process] = Running(name: name, timer: timer, onEnd: onEnd)
    } catch {
      note(
        error.code != ENOENT
          ? "hook \(name): \(error)"
          : words[0].hasPrefix("~")
            ? "hook \(name): there is no such program, since no shell expands ~; write the whole path"
            : "hook \(name): there is no such program")
      onEnd()
    }
  }

  func stop() {
    for process in ending { programs.signal(SIGKILL, group: process) }
    ending = []
    for (process, program) in running.sorted(by: { $0.key < $1.key }) {
      loop.remove(program.timer)
      programs.signal(SIGKILL, group: process)
      note("hook \(program.name): the program was still running and is ended")
    }
    running = [:]
    if let signals { loop.remove(signals) }
    signals = nil
    programs.endFollowing()
  }

  private func listen() throws(SystemError) {
    guard signals == nil else { return }
    try programs.follow(on: loop, onLine: onLine)
    signals = try programs.watch(on: loop) { [weak self] in self?.collect() }
  }

  // The kernel may merge the SIGCHLD signals of several programs, so all programs are checked.
  private func collect() {
    for process in running.keys.sorted() {
      guard let outcome = programs.outcome(of: process),
        let program = running.removeValue(forKey: process)
      else { continue }
      loop.remove(program.timer)
      // The other processes of the program's group are killed only after a timeout.
      if outcome < 0 {
        note("hook \(program.name): ended by signal \(-outcome)")
      } else if outcome > 0 {
        note("hook \(program.name): ended with exit code \(outcome)")
      }
      program.onEnd()
    }
  }

  private func end(_ process: pid_t) {
    programs.signal(SIGTERM, group: process)
    ending.insert(process)
    loop.schedule(after: Self.grace) { [weak self] in
      guard self?.ending.remove(process) != nil else { return }
      // Children may outlive the program; while one runs, the kernel does not reuse the group's
      // number.
      self?.programs.signal(SIGKILL, group: process)
      self?.collect()
    }
  }
}

/// A starter of programs, each in its own process group, which returns their exit codes.
protocol ProgramStarter {
  /// Starts a program, found in PATH unless its name has a slash; returns its process number.
  func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t
  /// Calls `onEnd` in the loop whenever programs have ended.
  func watch(on loop: EventLoop, onEnd: @escaping () -> Void) throws(SystemError) -> Token
  /// Returns a program's exit code, or minus the number of the signal that ended the program.
  ///
  /// Returns a result once for each program, and `nil` while the program runs.
  func outcome(of process: pid_t) -> Int32?
  func signal(_ number: Int32, group: pid_t)
  /// Calls `onLine` with each line that the programs print from now on.
  func follow(on loop: EventLoop, onLine: @escaping (UntrustedText) -> Void) throws(SystemError)
  /// Stops `follow`, after one last read.
  func endFollowing()
}

/// Children of this process, started without a shell.
final class ChildPrograms: ProgramStarter {
  private var output: ProgramOutput?

  func follow(on loop: EventLoop, onLine: @escaping (UntrustedText) -> Void) throws(SystemError) {
    if output == nil { output = try ProgramOutput(on: loop, onLine: onLine) }
  }

  func endFollowing() {
    output?.finish()
    output = nil
  }

  func watch(on loop: EventLoop, onEnd: @escaping () -> Void) throws(SystemError) -> Token {
    try loop.watch(signals: [SIGCHLD]) { _ in onEnd() }
  }

  func outcome(of process: pid_t) -> Int32? { ChildProgram.outcome(of: process) }

  func signal(_ number: Int32, group: pid_t) { kill(-group, number) }

  func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t {
    do throws(ChildProgram.Failure) {
      return try ChildProgram.start(
        words[0], Array(words.dropFirst()), isCompanion: false, asJobWith: variables,
        printingTo: output?.writing)
    } catch {
      throw SystemError(call: error.name, code: error.code)
    }
  }
}
