// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelChecker

/// How far a check has come, on one line of a terminal that is written over.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var isShown = false

  init() {
    start = clock.now
    last = start
  }

  /// Shows how far a check has come.
  func show(_ progress: CheckProgress) {
    show(
      "\(progress.states) states, \(progress.states - progress.expanded) to look at, "
        + "\(progress.depth) events deep, \(progress.bytes >> 20) MiB")
  }

  /// Shows how far a model for Spin has come.
  func show(situations: Int) { show("\(situations) situations tried") }

  /// Writes the line, at most every half second.
  private func show(_ text: @autoclosure () -> String) {
    guard isTerminal, clock.now - last > .milliseconds(500) else { return }
    last = clock.now
    isShown = true
    write("\r\u{1B}[K\(text()), \((last - start).components.seconds) s")
  }

  /// Takes the line away.
  func clear() {
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
