// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import EventLoop
import Formats

/// What the windows can lead to: each new window is tried before the next rotation, and the stack is
/// proved where the configuration asks for that.
final class Forecasts {
  private let newcomers: Newcomers
  private let proof: LiveProof
  private let rest: RestTimer

  /// Looks at what `arbiter` returns, nil while nothing may be tried; warnings go to people and to
  /// everybody who watches the daemon.
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

  /// Returns the arbiter to look at; nil while nothing may be tried.
  var arbiter: () -> Arbiter? = { nil } {
    didSet { (newcomers.arbiter, proof.arbiter) = (arbiter, arbiter) }
  }

  /// Notes an event that is about to be decided; one that adds a window has the window tried.
  func willDecide(_ event: Event, in arbiter: Arbiter?) {
    if case .add(let window, _) = event, let arbiter { newcomers.add(window.id, before: arbiter) }
  }

  /// Called when a decision was made, which may have changed the stack.
  func decided() {
    rest.worked()
    proof.changed()
  }

  /// Proves the stack, or stops to do so.
  func use(proving isOn: Bool) { proof.use(isOn) }

  /// The last proof for `swivel status`; null while stacks are not proved.
  var json: JSONValue { proof.json }

  func stop() {
    newcomers.stop()
    proof.stop()
    rest.stop()
  }
}
