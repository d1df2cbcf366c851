// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Recording

/// The keys and events of scenario files that only some platforms have, for reading and writing.
///
/// In the files of other platforms' rule sets these keys are errors.
struct PlatformKeys: Sendable {
  /// The keys of the device, including those for what its display shows.
  var device: [PlatformKey<Scene>] = []
  var window: [PlatformKey<Window>] = []
  var events: [PlatformEvent] = []

  /// Returns the keys of a family's platform, in the order in which they are written.
  static func of(_ family: RuleSetFamily) -> PlatformKeys {
    switch family {
    case .uikit: PlatformKeys()
    case .android: android
    case .chromeos: chromeOS
    case .desktop: desktop
    }
  }

  static let eventNames = RuleSetFamily.allCases.flatMap { of($0).events }
    .reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
}

/// A key of a device or of a window; the default value is not written.
struct PlatformKey<Value>: Sendable {
  let name: String
  let read: @Sendable (Node, inout Value) throws(InputError) -> Void
  let write: @Sendable (Value) -> JSONValue?
}

/// An event that only some platforms have, for a device or a window: its name in scenario files,
/// its reader and its writer.
struct PlatformEvent: Sendable {
  let name: String
  let read: @Sendable (Node, ScenarioContext) throws(InputError) -> Event
  let write: @Sendable (Event, WindowNumbering) -> JSONValue?
}

// The keys of Android.
extension PlatformKeys {
  private static let android = PlatformKeys(
    device: [
      userRotation,
      PlatformKey(name: "ignore-orientation-request") { node, scene throws(InputError) in
        scene.device.ignoresOrientationRequest = try node.bool()
      } write: {
        $0.device.ignoresOrientationRequest ? true : nil
      },
      PlatformKey(name: "rotation") { node, scene throws(InputError) in
        let rotation = try node.androidRotation()
        scene.statusBar.orientation = rotation.orientation(on: scene.device.panel)
      } write: { scene in
        let rotation = AndroidRotation(scene.statusBar.orientation, on: scene.device.panel)
        return rotation == .rotation0 ? nil : .int(Int64(rotation.rawValue))
      },
      PlatformKey(name: "settings") { node, scene throws(InputError) in
        scene.device.android = try node.androidSettings()
      } write: {
        $0.device.android.recordedFields
      },
    ],
    window: [
      PlatformKey(name: "request") { node, window throws(InputError) in
        window.android.request = try node.oneOf(AndroidRequest.self)
      } write: { window in
        window.android.request.map { .string($0.rawValue) }
      },
      PlatformKey(name: "fills-parent") { node, window throws(InputError) in
        window.android.fillsParent = try node.bool()
      } write: {
        $0.android.fillsParent ? nil : false
      },
      PlatformKey(name: "task-mode") { node, window throws(InputError) in
        window.android.mode = try node.oneOf(TaskMode.self)
      } write: {
        $0.android.mode == .fullscreen ? nil : .string($0.android.mode.rawValue)
      },
      PlatformKey(name: "system") { node, window throws(InputError) in
        window.android.isSystem = try node.bool()
      } write: {
        $0.android.isSystem ? true : nil
      },
    ],
    events: [
      PlatformEvent(name: "set-request") { node, context throws(InputError) in
        var map = try node.map()
        let id = try context.names.existing(try map.require("window"))
        let request = try map.require("request")
        try map.finish()
        return .window(
          id, .setting(.request(request.isNull ? nil : try request.oneOf(AndroidRequest.self))))
      } write: { event, names in
        guard case .window(let id, .setting(.request(let request))) = event,
          let name = names.name(id)
        else { return nil }
        return ["window": .string(name), "request": word(request?.rawValue)]
      },
      setUserRotation,
    ])
}

// The keys of ChromeOS.
extension PlatformKeys {
  private static let chromeOS = PlatformKeys(
    device: [
      PlatformKey(name: "tablet") { node, scene throws(InputError) in
        scene.device.chromeOS.posture = try node.bool() ? .tablet : .clamshell
      } write: {
        $0.device.chromeOS.posture == .tablet ? true : nil
      },
      PlatformKey(name: "posture") { node, scene throws(InputError) in
        scene.device.chromeOS.posture = try node.oneOf(ChromeOSSettings.Posture.self)
      } write: {
        // The posture `tablet` has a key of its own, and `clamshell` is the default.
        $0.device.chromeOS.posture == .foldedClamshell ? "folded-clamshell" : nil
      },
      PlatformKey(name: "split") { node, scene throws(InputError) in
        scene.device.chromeOS.isSplit = try node.bool()
      } write: {
        $0.device.chromeOS.isSplit ? true : nil
      },
      PlatformKey(name: "rotates-in-clamshell") { node, scene throws(InputError) in
        scene.device.chromeOS.rotatesInClamshell = try node.bool()
      } write: {
        $0.device.chromeOS.rotatesInClamshell ? true : nil
      },
      userRotation,
      PlatformKey(name: "user-lock") { node, scene throws(InputError) in
        scene.device.userLock = try node.userLock()
      } write: { scene in
        scene.device.userLock.map { .string($0.rawValue) }
      },
    ],
    window: [
      PlatformKey(name: "lock") { node, window throws(InputError) in
        window.chromeOS.lock = try node.lock()
      } write: { window in
        window.chromeOS.lock.map { .string($0.rawValue) }
      },
      PlatformKey(name: "locked-by") { node, window throws(InputError) in
        window.chromeOS.owner = try node.oneOf(ChromeOSTraits.Owner.self)
      } write: {
        $0.chromeOS.owner == .user ? "user" : nil
      },
      PlatformKey(name: "floated") { node, window throws(InputError) in
        window.chromeOS.isFloated = try node.bool()
      } write: {
        $0.chromeOS.isFloated ? true : nil
      },
      PlatformKey(name: "is-app") { node, window throws(InputError) in
        window.chromeOS.isApp = try node.bool()
      } write: {
        $0.chromeOS.isApp ? nil : false
      },
      PlatformKey(name: "external-display") { node, window throws(InputError) in
        window.chromeOS.isOnExternalDisplay = try node.bool()
      } write: {
        $0.chromeOS.isOnExternalDisplay ? true : nil
      },
    ],
    events: [
      PlatformEvent(name: "set-lock") { node, context throws(InputError) in
        var map = try node.map()
        let id = try context.names.existing(try map.require("window"))
        let lock = try map.require("lock").lock()
        let owner = try map.take("locked-by")?.oneOf(ChromeOSTraits.Owner.self) ?? .app
        try map.finish()
        return .window(id, .setting(.lock(lock, by: owner)))
      } write: { event, names in
        guard case .window(let id, .setting(.lock(let lock, let owner))) = event,
          let name = names.name(id)
        else { return nil }
        let members: [JSONValue.Member] = [
          .init("window", .string(name)), .init("lock", word(lock?.rawValue)),
        ]
        return .object(members + (owner == .user ? [.init("locked-by", "user")] : []))
      },
      setUserLock,
      PlatformEvent(name: "tablet") { node, _ throws(InputError) in
        .device(.setting(.posture(try node.bool() ? .tablet : .clamshell)))
      } write: { event, _ in
        guard case .device(.setting(.posture(let posture))) = event, posture != .foldedClamshell
        else { return nil }
        return .bool(posture == .tablet)
      },
      PlatformEvent(name: "posture") { node, _ throws(InputError) in
        .device(.setting(.posture(try node.oneOf(ChromeOSSettings.Posture.self))))
      } write: { event, _ in
        guard case .device(.setting(.posture(.foldedClamshell))) = event else { return nil }
        return "folded-clamshell"
      },
      PlatformEvent(name: "split") { node, _ throws(InputError) in
        .device(.setting(.split(try node.bool())))
      } write: { event, _ in
        guard case .device(.setting(.split(let isSplit))) = event else { return nil }
        return .bool(isSplit)
      },
      windowFlag("set-floated", key: "floated") {
        .floated($0)
      } value: {
        guard case .floated(let isFloated) = $0 else { return nil }
        return isFloated
      },
      windowFlag("set-external-display", key: "external") {
        .onExternalDisplay($0)
      } value: {
        guard case .onExternalDisplay(let isOutside) = $0 else { return nil }
        return isOutside
      },
      setUserRotation,
    ])

  /// Returns the event that sets a flag of a window.
  private static func windowFlag(
    _ name: String, key: String, setting: @escaping @Sendable (Bool) -> WindowSetting,
    value: @escaping @Sendable (WindowSetting) -> Bool?
  ) -> PlatformEvent {
    PlatformEvent(name: name) { node, context throws(InputError) in
      var map = try node.map()
      let id = try context.names.existing(try map.require("window"))
      let isSet = try map.require(key).bool()
      try map.finish()
      return .window(id, .setting(setting(isSet)))
    } write: { event, names in
      guard case .window(let id, .setting(let found)) = event, let isSet = value(found),
        let name = names.name(id)
      else { return nil }
      return .object([.init("window", .string(name)), .init(key, .bool(isSet))])
    }
  }
}

// The keys of desktops, and those that several platforms share.
extension PlatformKeys {
  private static let desktop = PlatformKeys(
    device: [
      PlatformKey(name: "user-lock") { node, scene throws(InputError) in
        let lock = try node.userLock()
        scene.device.isRotationLocked = lock != nil
        // A lock to the current orientation is stored without a value (W-1).
        scene.device.userLock = lock == .current ? nil : lock
      } write: { scene in
        scene.device.userLock.map { .string($0.rawValue) }
      },
      userRotation,
    ],
    events: [setUserLock, setUserRotation])

  private static let userRotation =
    PlatformKey<Scene>(name: "user-rotation") { node, scene throws(InputError) in
      scene.device.userRotation = try node.userRotation()
    } write: { scene in
      scene.device.userRotation.map { .string($0.name) }
    }

  private static let setUserLock =
    PlatformEvent(name: "user-lock") { node, _ throws(InputError) in
      .device(.setting(.userLock(try node.userLock())))
    } write: { event, _ in
      guard case .device(.setting(.userLock(let lock))) = event else { return nil }
      return word(lock?.rawValue)
    }

  private static let setUserRotation =
    PlatformEvent(name: "user-rotation") { node, _ throws(InputError) in
      .device(.setting(.userRotation(try node.userRotation())))
    } write: { event, _ in
      guard case .device(.setting(.userRotation(let rotation))) = event else { return nil }
      return word(rotation?.name)
    }

  private static func word(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension Node {
  /// Returns a lock; true means the current orientation, false and null mean unlocked.
  fileprivate func userLock() throws(InputError) -> OrientationLock? {
    if kind == .bool { return try bool() ? .current : nil }
    return try lock()
  }

  fileprivate func lock() throws(InputError) -> OrientationLock? {
    isNull ? nil : try oneOf(OrientationLock.self)
  }

  fileprivate func userRotation() throws(InputError) -> InterfaceOrientation? {
    try isNull ? nil : knownOrientation()
  }

  /// Returns Android's rotation of content, in degrees.
  fileprivate func androidRotation() throws(InputError) -> AndroidRotation {
    let values = AndroidRotation.allCases
    return values[try oneOf(values.map { "\($0.rawValue)" })]
  }

  /// Returns an Android device's settings for rotation (AN-1 to AN-18), with the names of
  /// recordings.
  fileprivate func androidSettings() throws(InputError) -> AndroidSettings {
    var map = try self.map()
    var settings = AndroidSettings()
    let flags: [(String, (inout AndroidSettings, Bool) -> Void)] = [
      ("fixed-to-user-rotation", { $0.isFixedToUserRotation = $1 }),
      ("default-display", { $0.isDefaultDisplay = $1 }),
      ("lid-open", { $0.isLidOpen = $1 }), ("dock-allows-sensor", { $0.dockAllowsSensor = $1 }),
      ("hdmi-plugged", { $0.isHDMIPlugged = $1 }), ("vr-mode", { $0.isInVRMode = $1 }),
      ("auto-rotation", { $0.supportsAutoRotation = $1 }),
      ("all-rotations", { $0.allowsAllRotations = $1 }),
      ("reverse-default", { $0.reversesDefaultRotation = $1 }),
      ("user-rotation-without-auto-rotation", { $0.takesUserRotationWithoutAutoRotation = $1 }),
      ("large-screen", { $0.isLargeScreen = $1 }), ("reverse-sensor", { $0.reversesSensor = $1 }),
      ("half-folded", { $0.isHalfFolded = $1 }),
    ]
    for (key, set) in flags {
      if let node = map.take(key) { set(&settings, try node.bool()) }
    }
    let rotations: [(String, (inout AndroidSettings, AndroidRotation?) -> Void)] = [
      ("lid-open-rotation", { $0.lidOpenRotation = $1 }),
      ("dock-rotation", { $0.dockRotation = $1 }),
      ("demo-hdmi-rotation", { $0.demoHDMIRotation = $1 }),
      ("undocked-hdmi-rotation", { $0.undockedHDMIRotation = $1 }),
      ("demo-rotation", { $0.demoRotation = $1 }),
    ]
    for (key, set) in rotations {
      if let node = map.take(key) { set(&settings, try node.androidRotation()) }
    }
    settings.dock = try map.take("dock")?.oneOf(AndroidSettings.Dock.self)
    try map.finish()
    return settings
  }
}
