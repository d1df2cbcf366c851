// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension DeviceEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .turned(let value): RecordCase.write("turned", value)
    case .forced(let value): RecordCase.write("forced", value)
    case .rotationLock(let isLocked): RecordCase.write("rotation-lock", isLocked)
    case .generating(let begins): RecordCase.write("generating", begins)
    case .setting(let setting): RecordCase.write("setting", setting)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "turned": self = .turned(try found.value())
    case "forced": self = .forced(try found.value())
    case "rotation-lock": self = .rotationLock(try found.value())
    case "generating": self = .generating(try found.value())
    case "setting": self = .setting(try found.value())
    default: throw found.unknown
    }
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

extension AppEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .background: "background"
    case .foreground: "foreground"
    case .setDelegate(let masks): RecordCase.write("set-delegate", masks)
    case .attemptRotation: "attempt-rotation"
    case .setStatusBar(let orientation): RecordCase.write("set-status-bar", orientation)
    case .resize(let isFull): RecordCase.write("resize", isFull)
    case .focusText(let window): RecordCase.write("focus-text", window)
    case .setPolicy(let controller, let policy):
      RecordCase.write("set-policy", controller, policy)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "background": self = .background
    case "foreground": self = .foreground
    case "set-delegate": self = .setDelegate(try found.value())
    case "attempt-rotation": self = .attemptRotation
    case "set-status-bar": self = .setStatusBar(try found.value())
    case "resize": self = .resize(isFull: try found.value())
    case "focus-text": self = .focusText(try found.value())
    case "set-policy": self = .setPolicy(controller: try found.item(0), try found.item(1))
    default: throw found.unknown
    }
  }
}
