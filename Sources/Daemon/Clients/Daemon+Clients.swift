// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop

extension Daemon {
  /// Opens the socket for policies of other processes; without it the daemon runs all the same.
  func startClients() {
    do {
      clients = try ClientDesk(on: loop, answerWithin: Arbiter.usualPatience) {
        [weak self] report in
        self?.take(report)
      }
    } catch {
      reporter.note("no socket for policies of other programs: \(error)")
    }
  }

  private func take(_ report: ClientDesk.Report) {
    switch report {
    case .note(let text): reporter.note(text)
    case .event(let event):
      answers.append(event)
      handInSoon()
    case .matchesChanged:
      guard !isLookDue else { return }
      isLookDue = true
      // Once for everything that came in one go, so that a policy which is replaced leaves no gap.
      loop.schedule(after: 0) { [weak self] in
        self?.isLookDue = false
        self?.lookAgain()
      }
    case .reconsider(let policy): reconsider(policy)
    }
  }

  // An answer can come while the arbiter's effects are carried out, which hands it in at their end;
  // otherwise it comes out of the loop and nobody else would.
  private func handInSoon() {
    guard !isHandling else { return }
    handInAnswers()
    updateDemand()
  }

  /// Looks at the windows again, since others may answer for them now.
  private func lookAgain() {
    guard let session, session.isReady, arbiter != nil, !isEnding else { return }
    tracker.book.clients = clients?.matches ?? []
    look(at: session)
  }
}
