// SPDX-License-Identifier: Apache-2.0
import Formats

/// The facts that decide whether the accelerometer is read, and for which purpose.
struct SensorGate {
  /// The purpose of readings.
  enum Demand {
    /// The sensor is released.
    case rest
    /// Only the hinge's angle is needed, which readings of the accelerometers give.
    case hinge
    /// The orientation of the device is judged.
    case judge
  }

  /// Whether a recording takes the sensor's place, which is judged from beginning to end.
  var isRecorded = false
  /// The reason why no output could rotate now; `nil` if one could.
  var unwanted: SensorRest? = .starting
  /// Whether the session is locked; false while logind does not report that.
  var isSessionLocked = false
  /// Whether the session is on the screen of its seat; true while logind does not report that.
  var isSessionActive = true
  /// Whether outputs follow the device in its present posture.
  var follows: Bool
  /// Whether the posture depends on the hinge's angle.
  var needsHinge = false

  /// That no sensor is there, or that it cannot be read, with the reason; `nil` if it can.
  var trouble: String?

  /// The reason why the orientation of the device is not judged; `nil` if it is.
  var rest: SensorRest? {
    if isRecorded { return nil }
    if let unwanted { return unwanted }
    if isSessionLocked { return .sessionLocked }
    if !isSessionActive { return .sessionInactive }
    if !follows { return .posture }
    return trouble == nil ? nil : .unavailable
  }

  /// The demand that the facts lead to.
  var demand: Demand {
    switch rest {
    case nil, .unavailable: .judge
    case .posture where needsHinge: .hinge
    case _?: .rest
    }
  }
}

/// A reason why the orientation of the device is not judged; raw values are those of the protocol.
enum SensorRest: String, CaseIterable {
  case starting, ending
  /// No output rotates with the device.
  case noOutput = "no-output"
  /// The user's lock leaves the device no choice.
  case rotationLock = "rotation-lock"
  /// Nothing generates orientations of the device.
  case unused
  case sessionLocked = "session-locked"
  case sessionInactive = "session-inactive"
  /// Outputs do not follow the device in its present posture.
  case posture
  /// The source cannot read the sensor.
  case unavailable

  /// The reason in words.
  var words: String {
    switch self {
    case .starting: "the daemon does not know the outputs yet"
    case .ending: "the daemon ends"
    case .noOutput: "no output rotates with the device"
    case .rotationLock: "rotation is locked"
    case .unused: "no program follows the device"
    case .sessionLocked: "the session is locked"
    case .sessionInactive: "the session is not in front"
    case .posture: "the outputs do not follow the device in this posture"
    case .unavailable: "the sensor cannot be read"
    }
  }

  /// Returns the reason in the protocol; `trouble` is the sentence about a sensor that is missing or
  /// cannot be read.
  func json(_ trouble: String?) -> JSONValue {
    let trouble = self == .unavailable ? trouble : nil
    return ["reason": .string(rawValue), "text": .string(trouble ?? words)]
  }
}
