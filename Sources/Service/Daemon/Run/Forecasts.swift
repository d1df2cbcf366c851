// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Explanation
import Formats

/// The sources of warnings about possible later decisions: trials of new windows (`Newcomers`) and,
/// if configured, model checks of the open windows (`LiveProof`).
final class Forecasts {
  private let newcomers: Newcomers
  private let proof: LiveProof
  private let rest: RestTimer

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

  var arbiter: () -> Arbiter? = { nil } {
    didSet { (newcomers.arbiter, proof.arbiter) = (arbiter, arbiter) }
  }

  func willDecide(_ event: Event, in arbiter: Arbiter?) {
    if case .add(let window, _) = event, let arbiter { newcomers.add(window.id, before: arbiter) }
  }

  func decided() {
    rest.worked()
    proof.changed()
  }

  func use(proving isOn: Bool) { proof.use(isOn) }

  var json: JSONValue { proof.json }

  func stop() {
    newcomers.stop()
    proof.stop()
    rest.stop()
  }
}
