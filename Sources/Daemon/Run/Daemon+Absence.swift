// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import WaylandClient

extension Daemon {
  /// The time between a compositor's end and its return.
  struct Absence {
    /// How long a compositor may take to come back, in nanoseconds.
    static let limit: Int64 = 10_000_000_000
    /// How long after one try the next one comes, in nanoseconds.
    static let pause: Int64 = 250_000_000

    /// What ended the session.
    let error: WaylandError
    /// When to give up, by the loop's clock.
    let end: Int64
  }

  /// The compositor is gone; one that was followed may come back, as after a crash or an update.
  func lose(_ error: WaylandError) {
    guard let known = arbiter, !isEnding else {
      return fail(
        CommandFailure(
          .failed, "\(error)" + (arbiter == nil ? "" : "; the outputs stay as they are")))
    }
    let seconds = Absence.limit / 1_000_000_000
    reporter.note("\(error); waiting \(seconds) s for the compositor to come back")
    // One that ends again before it was whole does not get its time anew.
    let end = absence?.end ?? loop.now + Absence.limit
    absence = Absence(error: error, end: end)
    if !known.scene.outputs.isEmpty || !known.scene.windows.isEmpty {
      let events = tracker.compositorDisconnected()
      publish(tracker.takeChanges())
      for event in events { handle(event) }
    }
    // Not from within the session's own report.
    loop.schedule(after: 0) { [weak self] in
      self?.detach()
      self?.tryAgain()
    }
  }

  private func tryAgain() {
    guard let absence, !isEnding, failure == nil else { return }
    do throws(WaylandError) {
      let session = try Session()
      do throws(SystemError) {
        try attach(session)
      } catch {
        fail(CommandFailure(.failed, "\(error)"))
      }
    } catch {
      guard loop.now < absence.end else {
        return fail(
          CommandFailure(.failed, "\(absence.error); the compositor has not come back"))
      }
      loop.schedule(after: Absence.pause) { [weak self] in self?.tryAgain() }
    }
  }

  /// Goes on where the compositor's end has interrupted: the outputs are new ones, and the device is
  /// held as it was.
  func resume(_ session: Session) {
    endPatience()
    absence = nil
    session.isLocked = isLocked
    reporter.note("the compositor is back")
    look(at: session)
    startInputs()
  }
}
