// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Orientation

/// New windows, whose effect on the next rotation is tried once there is time.
///
/// A trial costs as much as several decisions about all windows. So windows that appear together
/// are tried together, trials take a small share of the time, and very many windows are not tried.
final class Newcomers {
  /// The number of windows above which none is tried: the cost of blame for a blocked rotation
  /// grows with the square of that number.
  static let mostWindows = 256
  /// The maximum of windows that are named of those that appear together.
  static let mostNamed = 8
  /// The pause after a trial, as a multiple of the trial's time.
  private static let share = 20

  private let loop: EventLoop
  private var ids: [WindowID] = []
  /// The arbiter before the first of `ids` was added.
  private var before: Arbiter?
  private var timer: Token?
  private var rest = Instant.zero
  /// Returns the current arbiter; `nil` while nothing may be tried.
  var arbiter: () -> Arbiter? = { nil }
  /// Called with the warnings of a trial, and the number of further windows in the way.
  var onWarnings: (_ named: [NewWindowWarning], _ more: Int) -> Void = { _, _ in }

  init(on loop: EventLoop) { self.loop = loop }

  /// Queues a window that is about to be added; `before` is the arbiter without the window.
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
    // Nothing can be tried while a decision waits for an answer, which has a deadline.
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
