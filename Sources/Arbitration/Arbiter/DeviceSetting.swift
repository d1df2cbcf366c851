// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A setting of the rule sets android, chromeos and desktop that changes while they run.
public enum DeviceSetting: Sendable, Hashable {
  /// The rotation that the user locked on Android, chose for a ChromeOS laptop, or asks for on a
  /// desktop (W-14); nil frees it.
  case userRotation(InterfaceOrientation?)
  /// Whether the display ignores what windows ask for (AN-26).
  case ignoresOrientationRequest(Bool)
  /// Lid, docks and so on (AN-1 to AN-13).
  case android(AndroidSettings)
  /// Clamshell or tablet (CR-1, CR-8, CR-13, CR-18).
  case posture(ChromeOSSettings.Posture)
  /// The user's lock on ChromeOS and on a desktop; nil frees rotation (CR-11, W-1, W-13).
  case userLock(OrientationLock?)
  /// Whether two windows share the screen (CR-9).
  case split(Bool)
}
