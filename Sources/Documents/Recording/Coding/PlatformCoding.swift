// SPDX-License-Identifier: Apache-2.0
import Arbitration
package import Formats
import Orientation

// The fields and cases of Android and ChromeOS in scenes and events. A field that was added after
// the first recordings is a `laterField`, so that these keep their hashes.

extension Device {
  mutating func visitPlatform<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("android", &android)
    try coder.field("chromeos", &chromeOS)
  }
}

extension Window {
  mutating func visitPlatform<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("android", &android)
    try coder.field("chromeos", &chromeOS)
  }
}

extension DeviceSetting: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .userRotation(let rotation): RecordCase.write("user-rotation", rotation)
    case .ignoresOrientationRequest(let ignores): RecordCase.write("ignores-requests", ignores)
    case .android(let settings): RecordCase.write("android", settings)
    case .posture(let posture): RecordCase.write("posture", posture)
    case .userLock(let lock): RecordCase.write("user-lock", lock)
    case .split(let isSplit): RecordCase.write("split", isSplit)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "user-rotation": self = .userRotation(try found.value())
    case "ignores-requests": self = .ignoresOrientationRequest(try found.value())
    case "android": self = .android(try found.value())
    case "posture": self = .posture(try found.value())
    case "user-lock": self = .userLock(try found.value())
    case "split": self = .split(try found.value())
    default: throw found.unknown
    }
  }
}

extension WindowSetting: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .request(let request): RecordCase.write("set-request", request)
    case .lock(let lock, let owner): RecordCase.write("set-lock", lock, owner)
    case .floated(let isFloated): RecordCase.write("float", isFloated)
    case .onExternalDisplay(let isOutside): RecordCase.write("external-display", isOutside)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "set-request": self = .request(try found.value())
    case "set-lock": self = .lock(try found.item(0), by: try found.item(1))
    case "float": self = .floated(try found.value())
    case "external-display": self = .onExternalDisplay(try found.value())
    default: throw found.unknown
    }
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
    try coder.laterField("reverse-default", &reversesDefaultRotation, usually: false)
    try coder.laterField(
      "user-rotation-without-auto-rotation", &takesUserRotationWithoutAutoRotation, usually: false)
    try coder.laterField("large-screen", &isLargeScreen, usually: false)
    try coder.laterField("reverse-sensor", &reversesSensor, usually: false)
    try coder.laterField("half-folded", &isHalfFolded, usually: false)
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

extension AndroidTraits: RecordStruct {
  static var blank: AndroidTraits { AndroidTraits() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("request", &request)
    try coder.field("fills-parent", &fillsParent)
    try coder.laterField("task-mode", &mode, usually: .fullscreen)
    try coder.laterField("system", &isSystem, usually: false)
  }
}

extension ChromeOSTraits: RecordStruct {
  static var blank: ChromeOSTraits { ChromeOSTraits() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("lock", &lock)
    try coder.field("owner", &owner)
    try coder.field("held", &held)
    try coder.field("floated", &isFloated)
    try coder.field("app", &isApp)
    try coder.laterField("external-display", &isOnExternalDisplay, usually: false)
  }
}

extension AndroidRequest: RecordWord {}
extension TaskMode: RecordWord {}
extension AndroidSettings.Dock: RecordWord {}
extension ChromeOSSettings.Posture: RecordWord {}
extension ChromeOSTraits.Owner: RecordWord {}
extension AndroidRotation: RecordWord { var word: String { "\(rawValue)" } }

extension AndroidSettings {
  /// The settings that differ from their defaults, as in scenario files and recordings; nil if none
  /// does.
  package var recordedFields: JSONValue? {
    let fields = recorded
    // In a conditional expression nil would mean JSON's null.
    guard fields.object?.isEmpty == false else { return nil }
    return fields
  }
}
