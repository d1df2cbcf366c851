// SPDX-License-Identifier: Apache-2.0
import Desktop
import Glibc
import Orientation
import WaylandClient

/// `apply.c` with our own session: turns an output again and again.
///
/// Prints, for each turn, the transform and the nanoseconds from `apply` to the report that shows
/// the transform.
final class Turner {
  /// How long a turn may take altogether.
  private static let patience = Duration.seconds(5)
  /// How long the frame that a turn causes has to be drawn before the next one.
  private static let pause = Duration.milliseconds(20)

  private let session: Session
  private let name: String
  private var change: UInt32 = 0
  private var shown: Transform?
  private var answer: ChangeResult?

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let turns = Int(arguments[1]) else {
      print("usage: swivel-bench-apply OUTPUT TURNS")
      return 2
    }
    do throws(WaylandError) {
      let turner = Turner(try Session(), turning: arguments[0])
      guard turner.makeTurns(turns) else {
        print("error: a turn was refused or not confirmed")
        return 1
      }
      return 0
    } catch {
      print("error: \(error)")
      return 1
    }
  }

  private init(_ session: Session, turning name: String) {
    self.session = session
    self.name = name
    session.onEvent = { [unowned self] in handle($0) }
  }

  private func handle(_ event: SessionEvent) {
    switch event {
    case .outputAdded(let output), .outputChanged(let output):
      if output.name == name { shown = output.transform }
    case .changeFinished(change, let result): answer = result
    default: break
    }
  }

  private func makeTurns(_ count: Int) -> Bool {
    guard wait(until: { session.isReady && shown != nil }) else { return false }
    for _ in 0..<count {
      guard let old = shown, let next = Transform(rawValue: (old.rawValue + 1) % 4),
        let time = turn(to: next)
      else { return false }
      print("\(next.rawValue) \(time)")
    }
    return true
  }

  /// Nanoseconds until the output's own report shows the transform; nil if it never did.
  private func turn(to transform: Transform) -> Int64? {
    let serial = session.serial
    change += 1
    answer = nil
    let begin = Self.now
    session.apply(transform: transform, to: name, tag: change)
    guard wait(until: { shown == transform }) else { return nil }
    let time = Self.now - begin
    // Not measured: what the next turn builds upon, and the frame that this one causes.
    guard wait(until: { answer == .succeeded && session.serial != serial }) else { return nil }
    let end = ContinuousClock.now + Self.pause
    while ContinuousClock.now < end { session.run(for: end - ContinuousClock.now) }
    return time
  }

  private func wait(until isSo: () -> Bool) -> Bool {
    let end = ContinuousClock.now + Self.patience
    while !isSo() {
      guard session.failure == nil, ContinuousClock.now < end else { return false }
      if let answer, answer != .succeeded { return false }
      session.run(for: Self.patience)
    }
    return true
  }

  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
