// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Daemon {
  /// Opens the socket for policies of other processes; without it the daemon runs all the same.
  func startClients() {
    do {
      clients = try RotationProtocolServer(on: loop, answerTimeout: Arbiter.usualPatience) {
        [weak self] report in
        self?.take(report)
      }
    } catch {
      reporter.note("no socket for policies of other programs: \(error)")
    }
  }

  private func take(_ report: RotationProtocolServer.Report) {
    switch report {
    case .note(let text): reporter.note(text)
    case .event(let event): handle(event)
    case .matchesChanged: soon(.look)
    case .reconsider(let policy): reconsider(policy)
    }
  }
}
