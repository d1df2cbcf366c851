// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Waits for something to become true without waiting for ever.
enum Deadline {
  struct Passed: Error, CustomStringConvertible {
    let description: String
  }

  /// Asks every few milliseconds until there is an answer; throws after `seconds`.
  static func wait<Answer>(
    _ seconds: Double = 10, for what: @autoclosure () -> String,
    _ attempt: () throws -> Answer?
  ) throws -> Answer {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while true {
      if let answer = try attempt() { return answer }
      guard DispatchTime.now().uptimeNanoseconds < end else {
        throw Passed(description: "waited \(seconds) s in vain for \(what())")
      }
      usleep(5000)
    }
  }

  /// Asks every few milliseconds until it is so; throws after `seconds`.
  static func waitUntil(
    _ seconds: Double = 10, _ what: @autoclosure () -> String, _ isSo: () throws -> Bool
  ) throws {
    _ = try wait(seconds, for: what()) { try isSo() ? true : nil }
  }
}
