// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Arbitration
import Desktop

extension Daemon {
  /// Carries out what the arbiter says, in its order.
  func execute(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .ask(let id, let question): ask(id, question)
      case .armDeadline(let id, let instant):
        disarm(id)
        deadlines[id] = loop.schedule(at: clock.nanoseconds(instant)) { [weak self] in
          self?.deadlines[id] = nil
          self?.handle(.deadline(id))
          self?.endIfRestored()
        }
      case .disarmDeadline(let id): disarm(id)
      case .rotateOutput(let id, let transform, let change):
        guard let name = tracker.name(of: id) else { continue }
        session?.apply(
          transform: transform, to: name, change: Desktop.ChangeID(change.rawValue))
      case .outputReport(let report):
        reporter.report(report, output: tracker.name(of: report.output))
        publish(report)
        if isEnding { noteEnd(of: report) }
      case .report(let verdict):
        tell(verdict)
        publish(verdict)
      }
    }
  }

  private func disarm(_ id: DeadlineID) {
    if let token = deadlines.removeValue(forKey: id) { loop.remove(token) }
  }
}
