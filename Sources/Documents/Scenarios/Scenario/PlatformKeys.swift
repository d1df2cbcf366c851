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
  var events: [EventKey] = []

  /// Returns the keys of a family's platform, in the order in which they are written.
  static func of(_ family: RuleSetFamily) -> PlatformKeys {
    switch family {
    case .uikit: PlatformKeys()
    case .android: android
    case .chromeos: chromeOS
    case .desktop: desktop
    }
  }
}

/// A key of a device or of a window; the default value is not written.
struct PlatformKey<Value>: Sendable {
  let name: String
  let read: @Sendable (Node, inout Value) throws(InputError) -> Void
  let write: @Sendable (Value) -> JSONValue?

  /// A function that passes a property of a value to another function, which reads or changes the
  /// property.
  typealias Access<Field> = @Sendable (inout Value, (inout Field) -> Void) -> Void

  static func key<Field: Equatable & Sendable>(
    _ name: String, _ access: @escaping Access<Field>, usually usual: Field,
    read: @escaping @Sendable (Node) throws(InputError) -> Field,
    write: @escaping @Sendable (Field) -> JSONValue
  ) -> PlatformKey {
    PlatformKey(name: name) { node, value throws(InputError) in
      let new = try read(node)
      access(&value) { $0 = new }
    } write: { value in
      var (value, field) = (value, usual)
      access(&value) { field = $0 }
      return field == usual ? nil : .some(write(field))
    }
  }

  static func flag(
    _ name: String, _ access: @escaping Access<Bool>, usually usual: Bool = false
  ) -> PlatformKey {
    key(name, access, usually: usual) { node throws(InputError) in
      try node.bool()
    } write: {
      .bool($0)
    }
  }

  static func word<Word>(
    _ name: String, _ access: @escaping Access<Word>, usually usual: Word
  ) -> PlatformKey
  where Word: CaseIterable & RawRepresentable<String> & Equatable & Sendable {
    key(name, access, usually: usual) { node throws(InputError) in
      try node.oneOf(Word.self)
    } write: {
      .string($0.rawValue)
    }
  }
}

extension PlatformKeys {
  private static let android = PlatformKeys(
    device: [
      userRotation,
      .flag("ignore-orientation-request", { $1(&$0.device.ignoresOrientationRequest) }),
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
      .key("request", { $1(&$0.android.request) }, usually: nil) { node throws(InputError) in
        try node.oneOf(AndroidRequest.self)
      } write: {
        word($0?.rawValue)
      },
      .flag("fills-parent", { $1(&$0.android.fillsParent) }, usually: true),
      .word("task-mode", { $1(&$0.android.mode) }, usually: .fullscreen),
      .flag("system", { $1(&$0.android.isSystem) }),
    ],
    events: [
      .window("set-request") { map throws(InputError) in
        let request = try map.require("request")
        return .setting(.request(request.isNull ? nil : try request.oneOf(AndroidRequest.self)))
      } write: {
        guard case .setting(.request(let request)) = $0 else { return nil }
        return [.init("request", word(request?.rawValue))]
      },
      setUserRotation,
    ])
}

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
      .flag("split", { $1(&$0.device.chromeOS.isSplit) }),
      .flag("rotates-in-clamshell", { $1(&$0.device.chromeOS.rotatesInClamshell) }),
      userRotation,
      .key("user-lock", { $1(&$0.device.userLock) }, usually: nil) { node throws(InputError) in
        try node.userLock()
      } write: {
        word($0?.rawValue)
      },
    ],
    window: [
      .key("lock", { $1(&$0.chromeOS.lock) }, usually: nil) { node throws(InputError) in
        try node.lock()
      } write: {
        word($0?.rawValue)
      },
      .word("locked-by", { $1(&$0.chromeOS.owner) }, usually: .app),
      .flag("floated", { $1(&$0.chromeOS.isFloated) }),
      .flag("is-app", { $1(&$0.chromeOS.isApp) }, usually: true),
      .flag("external-display", { $1(&$0.chromeOS.isOnExternalDisplay) }),
    ],
    events: [
      .window("set-lock") { map throws(InputError) in
        let lock = try map.require("lock").lock()
        return .setting(
          .lock(lock, by: try map.take("locked-by")?.oneOf(ChromeOSTraits.Owner.self) ?? .app))
      } write: {
        guard case .setting(.lock(let lock, let owner)) = $0 else { return nil }
        return [.init("lock", word(lock?.rawValue))]
          + (owner == .user ? [.init("locked-by", "user")] : [])
      },
      setUserLock,
      .device("tablet") { node throws(InputError) in
        .setting(.posture(try node.bool() ? .tablet : .clamshell))
      } write: {
        guard case .setting(.posture(let posture)) = $0, posture != .foldedClamshell else {
          return nil
        }
        return .bool(posture == .tablet)
      },
      .device("posture") { node throws(InputError) in
        .setting(.posture(try node.oneOf(ChromeOSSettings.Posture.self)))
      } write: {
        if case .setting(.posture(.foldedClamshell)) = $0 { "folded-clamshell" } else { nil }
      },
      .device("split") { node throws(InputError) in
        .setting(.split(try node.bool()))
      } write: {
        if case .setting(.split(let isSplit)) = $0 { .bool(isSplit) } else { nil }
      },
      .window("set-floated") { map throws(InputError) in
        .setting(.floated(try map.require("floated").bool()))
      } write: {
        guard case .setting(.floated(let isFloated)) = $0 else { return nil }
        return [.init("floated", .bool(isFloated))]
      },
      .window("set-external-display") { map throws(InputError) in
        .setting(.onExternalDisplay(try map.require("external").bool()))
      } write: {
        guard case .setting(.onExternalDisplay(let isOutside)) = $0 else { return nil }
        return [.init("external", .bool(isOutside))]
      },
      setUserRotation,
    ])
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

  private static let userRotation = PlatformKey<Scene>.key(
    "user-rotation", { $1(&$0.device.userRotation) }, usually: nil
  ) { node throws(InputError) in
    try node.userRotation()
  } write: {
    word($0?.name)
  }

  private static let setUserLock = EventKey.device("user-lock") { node throws(InputError) in
    .setting(.userLock(try node.userLock()))
  } write: {
    if case .setting(.userLock(let lock)) = $0 { word(lock?.rawValue) } else { nil }
  }

  private static let setUserRotation = EventKey.device("user-rotation") { node throws(InputError) in
    .setting(.userRotation(try node.userRotation()))
  } write: {
    if case .setting(.userRotation(let rotation)) = $0 { word(rotation?.name) } else { nil }
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
