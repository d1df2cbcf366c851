// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Orientation

/// The trials of new windows: the effect of each on the next rotation, computed in a later
/// iteration of the loop.
///
/// A trial costs as much as several decisions about all windows. So windows that appear together
/// share one trial, trials take a small share of the time, and none is made with very many windows.
final class Newcomers {
  /// The number of windows above which no trial is made: the cost of blame for a blocked rotation
  /// is quadratic in that number.
  static let mostWindows = 256
  /// The maximum number of windows that one trial warns about; further ones are only counted.
  static let mostNamed = 8
  /// The pause after a trial, as a multiple of the trial's time.
  private static let share = 20

  private let loop: EventLoop
  private var ids: [WindowID] = []
  /// The arbiter before the first window of `ids` was added; `nil` while `ids` is empty.
  private var before: Arbiter?
  private var timer: Token?
  private var rest = Instant.zero
  /// Returns the current arbiter; `nil` while no trial may run.
  var arbiter: () -> Arbiter? = { nil }
  /// Called after a trial with warnings: the first `mostNamed` of them, and the number of the
  /// others.
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
    // A trial is impossible while a decision waits for an answer; the answer's deadline ends that.
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
