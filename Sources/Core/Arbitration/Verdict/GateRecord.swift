// SPDX-License-Identifier: Apache-2.0

/// One gate that a window, or the whole decision, passed or stopped at.
public struct GateRecord: Sendable, Hashable {
  /// The gates, in no particular order; raw values are the words used in explanations.
  public enum Gate: String, Sendable, Hashable, CaseIterable {
    case deviceOrientation = "device-orientation"
    case rotationLock = "rotation-lock"
    case background
    case takesPart = "takes-part"
    case disableCount = "disable-count"
    case autorotate
    case effectiveMask = "effective-mask"
    case orientationLock = "orientation-lock"
    case arbitration
    case output
    case focus
    case veto
    case version
    /// A state of the device itself: a lid, a dock, no auto-rotation, no tablet mode.
    case deviceSetting = "device-setting"
  }

  /// The window concerned; nil for the whole decision.
  public var window: WindowID?
  /// The gate.
  public var gate: Gate
  /// Whether it was passed; if not, the window or decision stopped here.
  public var isPassed: Bool
  /// The rule that defines the gate.
  public var rule: RuleID

  /// Creates a record of a gate.
  public init(window: WindowID?, gate: Gate, isPassed: Bool, rule: RuleID) {
    self.window = window
    self.gate = gate
    self.isPassed = isPassed
    self.rule = rule
  }
}
