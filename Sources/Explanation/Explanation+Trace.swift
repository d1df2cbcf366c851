// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Explanation {
  /// Every gate in order, as `"main" autorotate stopped (B-2)`.
  var gates: [String] {
    evidence.verdict.gates.map { gate in
      let who = gate.window.map { evidence.quoted($0) } ?? evidence.say(LayoutPhrase.all)
      return evidence.say(
        gate.isPassed ? LayoutPhrase.gatePassed : .gateStopped, who, gate.gate.rawValue,
        gate.rule.rawValue)
    }
  }

  /// What the app heard, in order.
  var heard: [String] {
    evidence.verdict.notices.map { notice in
      switch notice {
      case .notification(let notification): return "\(notification.name): \(notification.value)"
      case .callback(let callback):
        let to = callback.to.map { evidence.say(LayoutPhrase.to, $0.name) } ?? ""
        let from = callback.from.map { evidence.say(LayoutPhrase.from, $0.name) } ?? ""
        return "\(SafeText.quoted(callback.controller)) \(callback.name.rawValue)\(to)\(from)"
      }
    }
  }
}
