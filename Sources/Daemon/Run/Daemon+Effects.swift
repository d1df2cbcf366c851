// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Arbitration
import Desktop
import Orientation

extension Daemon {
  /// Carries out what the arbiter says.
  func execute(_ effect: Effect) {
    switch effect {
    case .ask(let id, let question): ask(id, question)
    case .armDeadline(let id, let instant):
      disarm(id)
      deadlines[id] = loop.schedule(at: clock.nanoseconds(instant)) { [weak self] in
        self?.deadlines[id] = nil
        self?.handle(.deadline(id))
      }
    case .disarmDeadline(let id): disarm(id)
    case .rotateOutput(let id, let transform, let change):
      rotate(id, to: transform, change)
    case .outputReport(let report):
      tracker.note(report)
      journal.keep(outputs: tracker.turned)
      reporter.report(report, output: tracker.name(of: report.output))
      publish(report)
      settleHooks(report)
      if isEnding { noteEnd(of: report) }
      updateInputs()
    case .report(let verdict):
      tell(verdict)
      publish(verdict)
    }
  }

  private func rotate(
    _ id: OutputID, to transform: Transform, _ change: ChangeID
  ) {
    guard let name = tracker.name(of: id),
      let output = arbiter?.scene.outputs.first(where: { $0.id == id })
    else { return }
    tracker.noteRequest(transform, on: id)
    journal.keep(outputs: tracker.turned)
    let environment = HookEnvironment(
      output: name, panel: output.panel, old: output.transform, new: transform)
    hooks.turn(id, environment) { [weak self] in
      self?.session?.apply(
        transform: transform, to: name, change: change)
    }
  }

  private func settleHooks(_ report: OutputReport) {
    switch report.result {
    case .confirmed: hooks.confirmed(report.output, report.transform)
    // The request that sets it back follows.
    case .retried, .overruled: break
    case .refused, .cancelled, .unanswered, .unsupported, .byOther, .contested:
      hooks.abandon(report.output)
    }
  }

  private func disarm(_ id: DeadlineID) {
    if let token = deadlines.removeValue(forKey: id) { loop.remove(token) }
  }
}
