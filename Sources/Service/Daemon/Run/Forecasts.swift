// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Formats

/// Warnings about windows: each new one is tried ahead of the next rotation, and the stack is
/// proved if the configuration enables that.
final class Forecasts {
  private let newcomers: Newcomers
  private let proof: LiveProof
  private let rest: RestTimer

  /// Creates forecasts for the arbiter that `arbiter` returns; warnings go to the reporter and to
  /// all watchers of the daemon.
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

  /// Returns the current arbiter; `nil` while no window may be tried.
  var arbiter: () -> Arbiter? = { nil } {
    didSet { (newcomers.arbiter, proof.arbiter) = (arbiter, arbiter) }
  }

  /// Called before an event is decided; queues a window that the event adds, to be tried.
  func willDecide(_ event: Event, in arbiter: Arbiter?) {
    if case .add(let window, _) = event, let arbiter { newcomers.add(window.id, before: arbiter) }
  }

  /// Called when a decision was made, which may have changed the stack.
  func decided() {
    rest.worked()
    proof.changed()
  }

  /// Starts or stops proving the stack.
  func use(proving isOn: Bool) { proof.use(isOn) }

  /// The last proof for `swivel status`; null while stacks are not proved.
  var json: JSONValue { proof.json }

  func stop() {
    newcomers.stop()
    proof.stop()
    rest.stop()
  }
}
