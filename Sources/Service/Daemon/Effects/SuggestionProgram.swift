// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Glibc
import Orientation

/// The program with the rotate button, which the daemon starts and ends as configured.
///
/// The end of the program's connection to the control socket shows that the program has ended.
/// SIGCHLD is not used, since a second reader would take that signal from the hooks.
final class SuggestionProgram {
  private static let name = "swivel-overlay"
  /// The wait until the exit code is collected, after SIGTERM or a change of the clients with a
  /// rotate button.
  private static let grace = Duration.milliseconds(500)

  private let loop: EventLoop
  private let note: (String) -> Void
  private var process: pid_t?

  init(on loop: EventLoop, note: @escaping (String) -> Void) {
    self.loop = loop
    self.note = note
  }

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

  /// Called when a client with a rotate button, perhaps this program, connects or disconnects.
  func suggestersChanged() {
    guard process != nil else { return }
    loop.schedule(after: Self.grace) { [weak self] in self?.collect() }
  }

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
