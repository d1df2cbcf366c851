// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Formats

/// The forecasts about windows: a trial of each new window and, if configured, model checking of
/// the stack.
final class Forecasts {
  private let newcomers: Newcomers
  private let proof: LiveProof
  private let rest: RestTimer

  /// Creates forecasts; warnings go to the reporter and to all watchers of the daemon.
  init(
    on machine: Machine, clock: Clock, rest: RestTimer, reporter: Reporter, control: ControlService
  ) {
    newcomers = Newcomers(on: machine.loop)
    proof = LiveProof(on: machine.loop, start: machine.startProof)
    self.rest = rest
    newcomers.onWarnings = { warnings, more in
      reporter.report(warnings, more: more, at: clock.now)
      control.publish(warnings, at: clock.now)
    }
    proof.onResult = { warnings in
      rest.worked()
      for warning in warnings {
        reporter.report(warning, at: clock.now)
        control.publish(warning, at: clock.now)
      }
    }
  }

  /// Returns the current arbiter; `nil` while no trial may run.
  var arbiter: () -> Arbiter? = { nil } {
    didSet { (newcomers.arbiter, proof.arbiter) = (arbiter, arbiter) }
  }

  /// Called before an event is decided; queues a trial of the window that the event adds.
  func willDecide(_ event: Event, in arbiter: Arbiter?) {
    if case .add(let window, _) = event, let arbiter { newcomers.add(window.id, before: arbiter) }
  }

  /// Called after a decision, which may have changed the stack of windows.
  func decided() {
    rest.worked()
    proof.changed()
  }

  /// Enables or disables model-checking of the stack.
  func use(proving isOn: Bool) { proof.use(isOn) }

  /// The last result of model-checking for `swivel status`; null while it is disabled.
  var json: JSONValue { proof.json }

  func stop() {
    newcomers.stop()
    proof.stop()
    rest.stop()
  }
}
