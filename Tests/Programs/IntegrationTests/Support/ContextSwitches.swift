// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The number of times that all threads of a process went to sleep; each wake-up ends in one.
struct ContextSwitches {
  let voluntary: Int

  /// Returns the number once it is constant for half a second: a thread that was just active goes
  /// to sleep a little later.
  static func atRest(of pid: pid_t) throws -> Int {
    var last = try ContextSwitches(of: pid).voluntary
    try Deadline.waitUntil(20, "process \(pid) at rest") {
      usleep(500_000)
      defer { last = (try? ContextSwitches(of: pid).voluntary) ?? last }
      return try ContextSwitches(of: pid).voluntary == last
    }
    return last
  }

  init(of pid: pid_t) throws {
    let directory = "/proc/\(pid)/task"
    var sum = 0
    for thread in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let data = FileManager.default.contents(atPath: "\(directory)/\(thread)/status") ?? Data()
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches") }
      sum += line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }
    voluntary = sum
  }
}
