// SPDX-License-Identifier: Apache-2.0

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
  /// Whether an output could rotate now.
  var isWanted = false
  /// Whether the session is locked; false while logind does not report that.
  var isSessionLocked = false
  /// Whether the session is on the screen of its seat; true while logind does not report that.
  var isSessionActive = true
  /// Whether outputs follow the device in its present posture.
  var follows: Bool
  /// Whether the posture depends on the hinge's angle.
  var needsHinge = false

  /// The demand that the facts lead to.
  var demand: Demand {
    if isRecorded { return .judge }
    guard isWanted, !isSessionLocked, isSessionActive else { return .rest }
    if follows { return .judge }
    return needsHinge ? .hinge : .rest
  }
}
