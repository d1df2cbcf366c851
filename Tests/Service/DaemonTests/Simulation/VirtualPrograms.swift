// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Glibc
import Text

@testable import Daemon

/// Simulated programs around a rotation that end well, badly, late, or not before they are killed;
/// the first word of each is its kind.
final class VirtualPrograms: ProgramStarter {
  enum Kind: String, CaseIterable { case ends, fails, lingers, hangs, isStubborn, isMissing }

  private let agenda: Agenda
  private var lastProcess: pid_t = 100
  private var running: [pid_t: Kind] = [:]
  /// The exit codes that were not collected yet.
  private var ended: [pid_t: Int32] = [:]
  private var onEnd: () -> Void = {}
  /// The maximum of programs that ran at once.
  private(set) var most = 0

  init(_ agenda: Agenda) { self.agenda = agenda }

  /// The numbers of running programs and of exit codes that were not collected.
  var counts: (running: Int, uncollected: Int) { (running.count, ended.count) }

  /// Called when the daemon that started the programs is gone; they go on alone.
  func abandon() { (running, ended, onEnd) = ([:], [:], {}) }

  func start(
    _ words: [String], _ variables: [(name: String, value: String)]
  ) throws(SystemError) -> pid_t {
    guard let kind = Kind(rawValue: words[0]), kind != .isMissing else {
      throw SystemError(call: words[0], code: ENOENT)
    }
    lastProcess += 1
    let process = lastProcess
    running[process] = kind
    most = max(most, running.count)
    switch kind {
    case .ends: end(process, after: .milliseconds(3), 0)
    case .fails: end(process, after: .milliseconds(20), 3)
    case .lingers: end(process, after: .milliseconds(700), 0)
    case .hangs, .isStubborn, .isMissing: break
    }
    return process
  }

  func watch(on loop: EventLoop, onEnd: @escaping () -> Void) throws(SystemError) -> Token {
    self.onEnd = onEnd
    return loop.prepare {}
  }

  func follow(on loop: EventLoop, onLine: @escaping (UntrustedText) -> Void) {}
  func endFollowing() {}

  func outcome(of process: pid_t) -> Int32? { ended.removeValue(forKey: process) }

  func signal(_ number: Int32, group: pid_t) {
    guard let kind = running[group], number == SIGKILL || kind != .isStubborn else { return }
    if number == SIGKILL {
      running[group] = nil
      ended[group] = -number
    } else {
      end(group, after: .milliseconds(1), -number)
    }
  }

  private func end(_ process: pid_t, after delay: Duration, _ outcome: Int32) {
    agenda.after(delay) { [weak self] in
      guard let self, running.removeValue(forKey: process) != nil else { return }
      ended[process] = outcome
      onEnd()
    }
  }
}

extension HookChoice {
  /// Creates a choice of such programs at every moment, with a timeout of a second.
  init(_ before: [VirtualPrograms.Kind], _ others: [VirtualPrograms.Kind]) {
    self.init(timeout: .seconds(1))
    for moment in HookMoment.allCases {
      programs[moment] = (moment == .before ? before : others).map { [$0.rawValue] }
    }
  }
}
