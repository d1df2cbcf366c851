// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Glibc
import Orientation

/// The rotate button as a program that the daemon starts and ends, where the configuration wants it.
///
/// It comes back to us on the control socket. That it has gone is seen there too; with another signal
/// watched for children the hooks would not hear of theirs.
final class SuggestionProgram {
  private static let name = "swivel-overlay"
  /// Between the end of its connection and that of its process.
  private static let grace = Duration.milliseconds(500)

  private let loop: EventLoop
  private let note: (String) -> Void
  private var process: pid_t?

  init(on loop: EventLoop, note: @escaping (String) -> Void) {
    self.loop = loop
    self.note = note
  }

  /// Sees to it that it runs, or that it does not.
  func update(_ isWanted: Bool) {
    collect()
    guard isWanted else { return stop() }
    guard process == nil else { return }
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.start(Self.name, [OverlayOptions.suggestion.json.compact()])
    } catch {
      note("no rotate button: \(error)")
    }
  }

  /// A program that suggests turns has come or gone, perhaps this one.
  func suggestersChanged() {
    guard process != nil else { return }
    loop.schedule(after: Self.grace) { [weak self] in self?.collect() }
  }

  /// Asks it to end, which it does by itself when the daemon does.
  func stop() {
    guard let process else { return }
    kill(process, SIGTERM)
    suggestersChanged()
  }

  private func collect() {
    guard let process, let outcome = ChildProgram.outcome(of: process) else { return }
    self.process = nil
    if outcome != 0, outcome != -SIGTERM { note("the rotate button has ended; see above") }
  }
}
