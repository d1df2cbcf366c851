// SPDX-License-Identifier: Apache-2.0

/// Calls an action once after a period without work; a process at rest is not woken again.
package final class RestTimer {
  /// The period without work after which the action is called.
  private static let delay = Duration.milliseconds(400)

  private let loop: EventLoop
  private let action: () -> Void
  private var timer: Token?

  /// Creates a timer with an action for the rest, such as releasing the program's pages.
  package init(on loop: EventLoop, action: @escaping () -> Void) {
    (self.loop, self.action) = (loop, action)
  }

  /// Restarts the period, since work was done.
  package func worked() {
    if let timer { loop.remove(timer) }
    timer = loop.schedule(after: Self.delay) { [weak self] in
      self?.timer = nil
      self?.action()
    }
  }

  /// Stops the timer without calling the action.
  package func stop() {
    if let timer { loop.remove(timer) }
    timer = nil
  }
}
