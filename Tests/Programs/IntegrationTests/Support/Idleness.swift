// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whether a process sleeps until an event comes from outside, as the kernel shows it.
///
/// A process that is idle has no armed timer, and all its threads sleep without a time limit: it
/// cannot wake up by itself, however long a test would watch it.
struct Idleness: CustomStringConvertible {
  /// The time until the earliest armed timer expires; `nil` while none is armed.
  let nextTimer: Duration?
  /// Threads that run, or that sleep with a time limit, as `number: state, system call`.
  let restless: [String]
  /// The number of times that all threads went to sleep.
  let switches: Int

  var isIdle: Bool { nextTimer == nil && restless.isEmpty }

  var description: String {
    "next timer: \(nextTimer.map { "\($0)" } ?? "none"), threads: \(restless), \(switches) switches"
  }

  /// Waits until a process is idle and remains asleep for a fifth of a second.
  ///
  /// That pause detects events that others send repeatedly, such as frames.
  static func wait(for pid: pid_t) throws {
    var last: Idleness?
    try Deadline.waitUntil("process \(pid) idle: \(last.map { "\($0)" } ?? "unknown")") {
      let before = try Idleness(of: pid)
      last = before
      guard before.isIdle else { return false }
      usleep(200_000)
      let after = try Idleness(of: pid)
      last = after
      return after.isIdle && after.switches == before.switches
    }
  }

  init(of pid: pid_t) throws {
    nextTimer = try Self.timers(of: pid).min()
    let directory = "/proc/\(pid)/task"
    restless = try FileManager.default.contentsOfDirectory(atPath: directory)
      .compactMap { thread in
        let stat = Self.text("\(directory)/\(thread)/stat")
        let state = stat.split(separator: ")").last?.split(separator: " ").first ?? "?"
        let call = Self.text("\(directory)/\(thread)/syscall")
        let isAsleep = state == "S" && Self.sleepsWithoutLimit(call)
        return isAsleep ? nil : "\(thread): \(state), \(call)"
      }
    switches = try ContextSwitches(of: pid).voluntary
  }

  private static func text(_ file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }

  /// Returns the remaining times of the armed timers.
  private static func timers(of pid: pid_t) throws -> [Duration] {
    let directory = "/proc/\(pid)/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: directory).compactMap { file in
      // Only timers have `it_value: (seconds, nanoseconds)`, which is zero while disarmed.
      guard
        let value = text("\(directory)/\(file)").firstMatch(of: /it_value: \((\d+), (\d+)\)/),
        let seconds = Int64(value.1), let nanoseconds = Int64(value.2),
        seconds != 0 || nanoseconds != 0
      else { return nil }
      return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
  }

  #if arch(x86_64)
  /// The argument that is a limit in milliseconds, by system call: poll, epoll_wait, epoll_pwait.
  private static let milliseconds = [7: 2, 232: 3, 281: 3]
  /// The argument that points to a limit, by system call: select, futex, pselect6, ppoll,
  /// epoll_pwait2.
  private static let pointers = [23: 4, 202: 3, 270: 4, 271: 2, 441: 3]
  /// nanosleep, restart_syscall, clock_nanosleep.
  private static let sleeps: Set = [35, 219, 230]
  #else
  /// The argument that is a limit in milliseconds, by system call: epoll_pwait.
  private static let milliseconds = [22: 3]
  /// The argument that points to a limit, by system call: pselect6, ppoll, futex, epoll_pwait2.
  private static let pointers = [72: 4, 73: 2, 98: 3, 441: 3]
  /// nanosleep, clock_nanosleep, restart_syscall.
  private static let sleeps: Set = [101, 115, 128]
  #endif

  /// Parses a line of `/proc/PID/syscall`: the call's number and its arguments.
  private static func sleepsWithoutLimit(_ call: String) -> Bool {
    let fields = call.split(whereSeparator: \.isWhitespace)
    guard let number = fields.first.flatMap({ Int($0) }) else { return false }
    func argument(_ index: Int) -> UInt64? {
      fields.count > index + 1 ? UInt64(fields[index + 1].dropFirst(2), radix: 16) : nil
    }
    if let index = milliseconds[number] {
      return argument(index).map { Int32(truncatingIfNeeded: $0) < 0 } ?? false
    }
    if let index = pointers[number] { return argument(index) == 0 }
    return !sleeps.contains(number)
  }
}
