// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Control
import Formats

extension Daemon {
  /// Begins to serve on the session bus, where there is one.
  func startSessionBus() {
    do throws(BusError) {
      sessionBus = try SessionBus(
        on: loop,
        status: { [weak self] in
          SessionStatus(state: .object(self?.state ?? []), rules: self?.plan.rules.id ?? "")
        },
        answer: { [weak self] request in
          self?.answer(request) ?? .failure(ControlFailure(.notReady, "the daemon ends"))
        },
        onProblem: { [weak self] in self?.noteBusProblem($0) })
    } catch {
      noteBusProblem("not on the session bus: \(error)")
    }
  }

  private func noteBusProblem(_ problem: String) {
    reporter.note(
      problem
        + (control == nil
          ? "; without a control socket either nobody can ask this run anything"
          : "; the control socket still serves"))
  }

  /// Tells those who watch on the socket, and those who listen on the bus.
  func publish(isNews: Bool = true, _ event: () -> ControlEvent) {
    control?.publish(isNews: isNews, event)
    if isNews, let sessionBus { sessionBus.emit(event()) }
  }
}
