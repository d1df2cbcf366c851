// SPDX-License-Identifier: Apache-2.0
import Control
import Formats
import Text

/// The facts that determine whether the accelerometer is read, and for which purpose.
struct SensorGate {
  enum Demand {
    case rest
    /// Readings serve only to compute the hinge's angle.
    case hinge
    case judge
  }

  /// Whether a recording replaces the sensor; it is judged from beginning to end.
  var isRecorded = false
  /// The reason why no output could rotate now; `nil` if one could.
  var unwanted: SensorRest? = .starting
  /// Whether the session is locked; false while logind does not report that.
  var isSessionLocked = false
  /// Whether the session is on the screen of its seat; true while logind does not report that.
  var isSessionActive = true
  /// Whether outputs follow the device in its present posture.
  var follows: Bool
  /// Whether the hinge's angle determines if outputs follow the device.
  var needsHinge = false

  /// Why the sensor is missing or unreadable; `nil` if no trouble is known.
  var trouble: SensorTrouble?

  /// The reason why the device orientation is not judged; `nil` if it is judged.
  var rest: SensorRest? {
    if isRecorded { return nil }
    if let unwanted { return unwanted }
    if isSessionLocked { return .sessionLocked }
    if !isSessionActive { return .sessionInactive }
    if !follows { return .posture }
    return trouble == nil ? nil : .unavailable
  }

  var demand: Demand {
    switch rest {
    case nil, .unavailable: .judge
    case .posture where needsHinge: .hinge
    case _?: .rest
    }
  }
}

extension SensorRest {
  /// Returns the reason as the control protocol has it; `trouble` says why a sensor is unavailable.
  func json(_ trouble: SensorTrouble?, _ language: Language) -> JSONValue {
    let trouble = self == .unavailable ? trouble : nil
    return [
      "reason": .string(name), "text": .string(trouble?.words(language) ?? self(language)),
    ]
  }
}

/// A missing or unreadable sensor, with the reason in the source's own words.
struct SensorTrouble: Equatable {
  let kind: SensorTroublePhrase
  let fault: Message

  func words(_ language: Language) -> String { UntrustedText(kind(fault)(language)).line }
}

/// The sentences about a sensor that is missing or unreadable.
enum SensorTroublePhrase: String, Phrase {
  case missing = "no sensor is there: {fault} | 没有传感器：{fault}"
  case unreadable = "the sensor cannot be read: {fault} | 无法读取传感器：{fault}"
}
