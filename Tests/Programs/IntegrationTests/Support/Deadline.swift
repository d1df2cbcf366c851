// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Foundation
import Orientation

/// Waits with a time limit until a condition holds.
enum Deadline {
  struct Passed: Error, CustomStringConvertible {
    let description: String
  }

  /// The shortest and the longest pause between two attempts, in microseconds.
  private static let pauses = 5_000.0...100_000

  /// Calls `attempt` repeatedly until it returns an answer; throws after `seconds`.
  ///
  /// Pauses are twice as long as the attempt before them, within `pauses`: attempts that start
  /// programs leave most of the processor to the event that they wait for.
  static func wait<Answer>(
    _ seconds: Double = Limit.event, for what: @autoclosure () -> String,
    _ attempt: () throws -> Answer?
  ) throws -> Answer {
    let start = DispatchTime.now().uptimeNanoseconds
    let end = start + UInt64(seconds * 1e9)
    var begin = start
    while true {
      if let answer = try attempt() { return answer }
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < end else {
        throw Passed(description: "waited \(seconds) s in vain for \(what())")
      }
      let pause = Double(now - begin) / 1_000 * 2
      usleep(UInt32(min(max(pause, pauses.lowerBound), pauses.upperBound)))
      begin = DispatchTime.now().uptimeNanoseconds
    }
  }

  /// Evaluates the condition repeatedly until it holds; throws after `seconds`.
  static func waitUntil(
    _ seconds: Double, _ what: @autoclosure () -> String, _ isSo: () throws -> Bool
  ) throws {
    _ = try wait(seconds, for: what()) { try isSo() ? true : nil }
  }

  /// Evaluates the condition repeatedly until it holds; throws after `Limit.event`.
  static func waitUntil(
    _ what: @autoclosure () -> String, _ isSo: () throws -> Bool
  ) throws {
    try waitUntil(Limit.event, what(), isSo)
  }

  /// Lets this thread's loop handle events until the condition holds; throws after `Limit.event`.
  static func waitUntil(
    _ what: @autoclosure () -> String, turning loop: EventLoop, _ isSo: () throws -> Bool
  ) throws {
    try waitUntil(Limit.event, what(), turning: loop, isSo)
  }

  /// Lets this thread's loop handle events until the condition holds; throws after `seconds`.
  static func waitUntil(
    _ seconds: Double, _ what: @autoclosure () -> String, turning loop: EventLoop,
    _ isSo: () throws -> Bool
  ) throws {
    try waitUntil(
      seconds, what(), handlingEvents: { try loop.turn(waitingAtMost: .milliseconds(20)) }, isSo)
  }

  /// Calls `handle`, which waits briefly for events, until the condition holds, at most `seconds`.
  static func waitUntil(
    _ seconds: Double, _ what: @autoclosure () -> String, handlingEvents handle: () throws -> Void,
    _ isSo: () throws -> Bool
  ) throws {
    let end = EventLoop.now + .seconds(seconds)
    while try !isSo() {
      guard EventLoop.now < end else {
        throw Passed(description: "waited \(seconds) s in vain for \(what())")
      }
      try handle()
    }
  }
}
