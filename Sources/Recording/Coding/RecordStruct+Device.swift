// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Device: RecordStruct {
  static var blank: Device { Device() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("idiom", &idiom)
    try coder.field("home-button", &hasHomeButton)
    try coder.field("size", &size)
    try coder.field("orientation", &orientation)
    try coder.field("felt", &felt)
    try coder.field("generating", &generatingCount)
    try coder.field("rotation-lock", &isRotationLocked)
    try coder.field("user-lock", &userLock)
    try coder.field("panel", &panel)
    try coder.field("user-rotation", &userRotation)
    try coder.field("ignores-requests", &ignoresOrientationRequest)
    try coder.field("android", &android)
    try coder.field("chromeos", &chromeOS)
  }
}

extension AndroidSettings: RecordStruct {
  static var blank: AndroidSettings { AndroidSettings() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("fixed-to-user-rotation", &isFixedToUserRotation)
    try coder.field("default-display", &isDefaultDisplay)
    try coder.field("lid-open", &isLidOpen)
    try coder.field("lid-open-rotation", &lidOpenRotation)
    try coder.field("dock", &dock)
    try coder.field("dock-allows-sensor", &dockAllowsSensor)
    try coder.field("dock-rotation", &dockRotation)
    try coder.field("hdmi-plugged", &isHDMIPlugged)
    try coder.field("demo-hdmi-rotation", &demoHDMIRotation)
    try coder.field("undocked-hdmi-rotation", &undockedHDMIRotation)
    try coder.field("demo-rotation", &demoRotation)
    try coder.field("vr-mode", &isInVRMode)
    try coder.field("auto-rotation", &supportsAutoRotation)
    try coder.field("all-rotations", &allowsAllRotations)
  }
}

extension ChromeOSSettings: RecordStruct {
  static var blank: ChromeOSSettings { ChromeOSSettings() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("posture", &posture)
    try coder.field("split", &isSplit)
    try coder.field("rotates-in-clamshell", &rotatesInClamshell)
  }
}
