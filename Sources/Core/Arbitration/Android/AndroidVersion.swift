// SPDX-License-Identifier: Apache-2.0

/// The traits that differ between the rule sets of Android's versions.
///
/// A version covers the releases up to the next version.
public struct AndroidVersion: Sendable, Hashable {
  /// The name of the rule set.
  public let name: String
  /// The first API level of the version; 0 for the oldest version.
  public let firstLevel: Int
  /// The requests that a display obeys even if it ignores all other requests (AN-28).
  let obeyedRequests: Set<AndroidRequest>
  /// Whether a desk dock does not override the requests `locked` and `nosensor` (AN-29).
  let deskDockYields: Bool
  /// Whether the user's rotation can replace missing auto-rotation (AN-30).
  let knowsUserRotationWithoutSensor: Bool
  /// Whether large screens ignore requests by default (AN-31).
  let ignoresOnLargeScreens: Bool
  /// Whether device states can reverse the sensor's rotation, and let the sensor decide while the
  /// device is half folded (AN-33, AN-34).
  let knowsDeviceStates: Bool
  /// Whether decisions under a rotation lock include the step in which a button offers the sensor's
  /// rotation to the user (AN-35).
  ///
  /// Android has had the button since version 9. The rule set `android` decides without the button,
  /// as in Swivel 0.1.0, so that recordings of that version replay.
  var offersRotation: Bool { knowsDeviceStates }

  /// Android 10 to 13.
  public static let android12 = AndroidVersion(
    name: "android", firstLevel: 0, obeyedRequests: [], deskDockYields: false,
    knowsUserRotationWithoutSensor: false, ignoresOnLargeScreens: false, knowsDeviceStates: false)
  /// Android 14 and 15.
  public static let android14 = AndroidVersion(
    name: "android-14", firstLevel: 34, obeyedRequests: [.locked, .nosensor], deskDockYields: true,
    knowsUserRotationWithoutSensor: true, ignoresOnLargeScreens: false, knowsDeviceStates: true)
  /// Android 16.
  public static let android16 = AndroidVersion(
    name: "android-16", firstLevel: 36, obeyedRequests: [.locked, .nosensor, .sensor, .fullSensor],
    deskDockYields: true, knowsUserRotationWithoutSensor: true, ignoresOnLargeScreens: true,
    knowsDeviceStates: true)

  /// All versions, oldest first.
  public static let all = [android12, android14, android16]

  /// Returns the version that covers an API level.
  public static func covering(level: Int) -> AndroidVersion {
    all.last { $0.firstLevel <= level } ?? android12
  }
}
