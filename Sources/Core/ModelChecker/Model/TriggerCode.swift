// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What is to be decided, as a small number.
package enum TriggerCode {
  package static let nothing: UInt8 = 0
  // 1 to 4 turn to the orientation of that raw value.
  package static let turnNowhere: UInt8 = 5
  package static let reconsider: UInt8 = 6
  package static let place: UInt8 = 7

  /// Returns the code of a list of triggers; nil for a trigger that checks do not support.
  static func code(_ triggers: [DecisionTrigger], window: WindowID?) -> UInt8? {
    guard let first = triggers.first else { return nothing }
    guard triggers.count == 1 else { return nil }
    switch first {
    case .turn(let target, nil): return target == .unknown ? turnNowhere : target.rawValue
    case .reconsider: return reconsider
    case .place(window): return place
    default: return nil
    }
  }

  /// Returns the trigger of a code; `window` is an index in `ids`, read for a placing only.
  static func trigger(_ code: UInt8, window: Int, of ids: [WindowID]) -> DecisionTrigger {
    switch code {
    case 1...4: .turn(to: InterfaceOrientation(rawValue: code) ?? .unknown, only: nil)
    case turnNowhere: .turn(to: .unknown, only: nil)
    case place: .place(ids[window])
    default: .reconsider
    }
  }
}
