// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Orientation

/// Windows that have just appeared, until there is time to try what they would do to the next turn.
///
/// A trial is as dear as some decisions about all windows, so those that appear together are tried
/// together, one look takes a small part of the time, and where windows are very many there is none.
final class Newcomers {
  /// With more windows than this none is tried beforehand: finding who is to blame for a turn that
  /// does not come off grows with the square of their number.
  static let mostWindows = 256
  /// How many of those that appear together are named.
  static let mostNamed = 8
  /// A look is followed by so many times as long without one.
  private static let share = 20

  private let loop: EventLoop
  private var ids: [WindowID] = []
  /// How things stood before the first of them.
  private var before: Arbiter?
  private var timer: Token?
  private var rest = Instant.zero
  /// Tells how things stand; nil while nothing may be tried.
  var arbiter: () -> Arbiter? = { nil }
  /// Takes what was found, and how many more windows would be in the way.
  var onWarnings: (_ named: [NewWindowWarning], _ more: Int) -> Void = { _, _ in }

  init(on loop: EventLoop) { self.loop = loop }

  /// A window has appeared in what was like this before.
  func add(_ id: WindowID, before: Arbiter) {
    guard before.scene.windows.count < Self.mostWindows else { return }
    if ids.isEmpty { self.before = before }
    ids.append(id)
    if timer == nil {
      timer = loop.schedule(at: max(loop.now, rest)) { [weak self] in self?.tryPending() }
    }
  }

  func stop() {
    if let timer { loop.remove(timer) }
    (timer, ids, before) = (nil, [], nil)
  }

  private func tryPending() {
    timer = nil
    guard let before, let after = arbiter(), after.scene.windows.count <= Self.mostWindows else {
      return stop()
    }
    // A decision that waits for an answer has a deadline, and nothing can be tried until then.
    guard !after.isWaiting else {
      timer = loop.schedule(after: .milliseconds(50)) { [weak self] in self?.tryPending() }
      return
    }
    let start = loop.now
    let found = NewWindowWarning.found(of: ids, before: before, after: after)
    stop()
    rest = loop.now + (loop.now - start) * Self.share
    guard !found.isEmpty else { return }
    onWarnings(Array(found.prefix(Self.mostNamed)), max(0, found.count - Self.mostNamed))
  }
}
