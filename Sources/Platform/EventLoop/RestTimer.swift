// SPDX-License-Identifier: Apache-2.0

/// Calls an action once, a moment after the last work: what is at rest is not woken up for it again.
package final class RestTimer {
  /// How long after the last work nobody is in a hurry any more.
  private static let delay = Duration.milliseconds(400)

  private let loop: EventLoop
  private let action: () -> Void
  private var timer: Token?

  /// Takes what is to be done at rest, such as giving back the pages of the program.
  package init(on loop: EventLoop, action: @escaping () -> Void) {
    (self.loop, self.action) = (loop, action)
  }

  /// Something was done; the rest begins later.
  package func worked() {
    if let timer { loop.remove(timer) }
    timer = loop.schedule(after: Self.delay) { [weak self] in
      self?.timer = nil
      self?.action()
    }
  }

  /// Forgets the work.
  package func stop() {
    if let timer { loop.remove(timer) }
    timer = nil
  }
}
