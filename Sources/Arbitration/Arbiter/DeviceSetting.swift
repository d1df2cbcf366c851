// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A setting of the rule sets android and chromeos that changes while they run.
public enum DeviceSetting: Sendable, Hashable {
  /// The rotation that the user locked on Android, or chose for a ChromeOS laptop; nil frees it.
  case userRotation(InterfaceOrientation?)
  /// Whether the display ignores what windows ask for (AN-26).
  case ignoresOrientationRequest(Bool)
  /// Lid, docks and so on (AN-1 to AN-13).
  case android(AndroidSettings)
  /// Clamshell or tablet (CR-1, CR-8, CR-13, CR-18).
  case posture(ChromeOSSettings.Posture)
  /// The user's lock on ChromeOS; nil frees rotation (CR-11).
  case userLock(ChromeOSLock?)
  /// Whether two windows share the screen (CR-9).
  case split(Bool)
}
