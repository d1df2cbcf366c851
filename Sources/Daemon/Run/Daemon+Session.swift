// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import Scenarios
import WaylandClient

extension Daemon {
  /// Takes in what the compositor has said in one go.
  func take(_ reports: [SessionEvent]) {
    for case .lost(let error) in reports { return lose(error) }
    guard let session, session.isReady else { return }
    if !isAttached {
      // A signal before the start leaves nothing to be given back.
      if !isEnding { chooseApplier(session) }
    } else {
      look(at: session)
      for case .changeFinished(let change, let result) in reports { answer(change, result) }
    }
    endIfRestored()
  }

  /// Takes in what is different in the session, or is seen differently.
  func look(at session: Session) {
    let events = tracker.look(at: session.outputs, session.windows)
    journal.keep(outputs: tracker.turned)
    tell(tracker.takeChanges())
    for event in events
    where !isEnding || event.isReportOfTransform {
      handle(event)
    }
    reporter.titles(of: session.windows, named: { tracker.windows[$0]?.name })
    updateInputs()
  }

  private func answer(_ change: ChangeID, _ result: ChangeResult) {
    switch result {
    case .unsupported(let reason): reporter.note("cannot turn: \(reason)")
    case .refused(let reason): reporter.note("refused: \(reason)")
    case .succeeded, .failed, .cancelled: break
    }
    handle(.applied(change, ApplyResult(result)))
  }

  /// Throws unless every output that the command line names is there.
  func requireOutputs(_ outputs: [DesktopOutput]) throws(CommandFailure) {
    // One that is off may come on.
    let names = outputs.map(\.name).sorted()
    for name in plan.requiredOutputs where !names.contains(name) {
      let mark = Mark(file: "--output", line: 0, column: 0)
      throw CommandFailure(
        mark.error("there is no output \(Quoting.quoted(name))", valid: names, near: name))
    }
  }
}

extension Event {
  fileprivate var isReportOfTransform: Bool {
    if case .output(.transform) = self { true } else { false }
  }
}

extension ApplyResult {
  fileprivate init(_ result: ChangeResult) {
    self =
      switch result {
      case .succeeded: .succeeded
      case .failed, .refused: .failed
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      }
  }
}
