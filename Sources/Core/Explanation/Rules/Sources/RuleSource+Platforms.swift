// SPDX-License-Identifier: Apache-2.0

/// Published source code of the other platforms that the rule sets follow.
extension RuleSource {
  private static let windowManager = "services/core/java/com/android/server/wm"
  private static let android = "aosp-mirror/platform_frameworks_base"

  static let displayRotation = repository(
    android, "\(windowManager)/DisplayRotation.java at 0047d16")
  static let displayRotationTests = repository(
    android, "services/tests/wmtests/src/com/android/server/wm/DisplayRotationTests.java at 0047d16"
  )
  static let windowContainer = repository(
    android, "\(windowManager)/WindowContainer.java, getOrientation")
  static let taskDisplayArea = repository(
    android, "\(windowManager)/TaskDisplayArea.java, getOrientation")
  static let compatOverrides = repository(
    android, "\(windowManager)/AppCompatOrientationOverrides.java")
  static let compatibilityMode = RuleSource(
    "Android documentation, device compatibility mode", "https://developer.android.com")

  private static let chromium = "chromium/chromium"
  static let orientationController = repository(
    chromium, "ash/display/screen_orientation_controller.cc at f24a8e1")
  static let orientationControllerTests = repository(
    chromium, "ash/display/screen_orientation_controller_unittest.cc at 0cd08ed")
  static let accelerometerTypes = repository(
    chromium, "ash/accelerometer/accelerometer_types.h at 139ac19")
}
