// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

struct AndroidSettingsReader {
  private let dump: AndroidDump
  private let display: AndroidDump.Display
  private(set) var device = Device()
  private(set) var shown: AndroidRotation?
  private(set) var open: [AndroidScenario.Open] = []
  private(set) var notes: [String] = []

  init(_ dump: AndroidDump, _ display: AndroidDump.Display) {
    self.dump = dump
    self.display = display
  }

  /// Returns the first of these values, from the display or, in older dumps, the window policy.
  private func value(_ names: String...) -> AndroidDump.Value? {
    for name in names {
      if let value = display.fields[name] ?? dump.policy[name] { return value }
    }
    return nil
  }

  mutating func read() throws(InputError) {
    try readPanel()
    try readSettings()
    try readUser()
    try readSensor()
    shown = try
      (display.fields["mRotation"] ?? dump.windows["mRotation"]
      ?? display.judge["mCurrentRotation"] ?? dump.policy["mCurrentRotation"])?.rotation()
    if shown == nil {
      notes.append(
        "unknown: which rotation is shown, so nothing is compared with it; "
          + "\(dump.remedy("dumpsys window displays"))")
    }
  }

  private mutating func readPanel() throws(InputError) {
    guard let value = display.fields["base", "init"] else {
      // `mPortraitRotation` shows the panel's orientation: rotation 0 means a portrait panel.
      if let portrait = try value("mPortraitRotation")?.rotation() {
        device.panel = portrait == .rotation0 ? .portrait : .landscape
      } else {
        leaveOpen(
          "the panel's own shape", dump.remedy("dumpsys window displays"),
          PanelNature.allCases.map { panel in (panel.rawValue, { $0.device.panel = panel }) })
      }
      return
    }
    let size = try value.size()
    device.panel = size.width > size.height ? .landscape : .portrait
    device.size = Size(
      width: min(size.width, size.height), height: max(size.width, size.height))
  }

  private mutating func readSettings() throws(InputError) {
    var settings = AndroidSettings()
    settings.isDefaultDisplay = display.id == 0
    settings.isFixedToUserRotation = try value("mFixedToUserRotation")?.flag() ?? false
    if display.hasRotation, value("mFixedToUserRotation") == nil {
      leaveOpen(
        "whether the display is fixed to the user's rotation, so the dump may be cut off",
        dump.remedy("dumpsys window displays"),
        [false, true].map { fixed in
          (fixed ? "fixed" : "not fixed", { $0.device.android.isFixedToUserRotation = fixed })
        })
    }
    if display.fields["mPauseAutorotationDuringUnfolding"] != nil,
      display.fields["mShouldIgnoreSensorRotation"] == nil
    {
      notes.append("FoldController ends before mShouldIgnoreSensorRotation: cut off")
    }
    settings.isLidOpen = try value("mLidState")?.isLidOpen() ?? false
    settings.lidOpenRotation = try value("mLidOpenRotation")?.rotation()
    settings.dock = try value("mDockMode")?.dock()
    let (sensor, own) =
      settings.dock == .desk
      ? (value("mDeskDockEnablesAccelerometer"), value("mDeskDockRotation"))
      : (value("mCarDockEnablesAccelerometer"), value("mCarDockRotation"))
    if settings.dock != nil {
      settings.dockAllowsSensor = try sensor?.flag() ?? false
      settings.dockRotation = try own?.rotation()
    }
    settings.isHDMIPlugged = try value("mHdmiPlugged")?.flag() ?? false
    if try value("mDemoHdmiRotationLock")?.flag() == true {
      settings.demoHDMIRotation = try value("mDemoHdmiRotation")?.rotation()
    }
    settings.undockedHDMIRotation = try value("mUndockedHdmiRotation")?.rotation()
    if try value("mDemoRotationLock")?.flag() == true {
      settings.demoRotation = try value("mDemoRotation")?.rotation()
    }
    settings.isInVRMode = try value("mPersistentVrModeEnabled")?.flag() ?? false
    settings.supportsAutoRotation = try value("mSupportAutoRotation")?.flag() ?? true
    settings.reversesDefaultRotation = try isReversed()
    device.android = settings
    device.ignoresOrientationRequest =
      try display.fields["ignoreOrientationRequest", "mSetIgnoreOrientationRequest"]?.flag()
      ?? false
    try readAllRotations()
    try readFold()
    if settings.isHDMIPlugged == false, value("mHdmiPlugged") == nil, value("mDockMode") == nil {
      notes.append("dock, lid and HDMI are unknown; the scenario has none")
    }
  }

  /// Reads whether all rotations are allowed.
  ///
  /// The device determines this at its first use, so `unknown` means that no decision has depended
  /// on it.
  private mutating func readAllRotations() throws(InputError) {
    if let all = try value("mAllowAllRotations")?.openFlag() {
      device.android.allowsAllRotations = all
      return
    }
    leaveOpen(
      value("mAllowAllRotations") == nil
        ? "whether all four rotations are allowed"
        : "whether all four rotations are allowed, which the device has not looked up yet",
      "the device's config_allowAllRotations says it",
      [false, true].map { all in
        (all ? "allowed" : "not allowed", { $0.device.android.allowsAllRotations = all })
      })
  }

  /// Reads whether the device is half folded while the user has locked rotation; a device
  /// configured for that rotates then all the same (AN-34).
  private mutating func readFold() throws(InputError) {
    guard value("mDeviceState")?.text == "HALF_FOLDED",
      let mode = value("mUserRotationMode"), try mode.isLocked()
    else { return }
    device.android.isHalfFolded = true
    leaveOpen(
      "whether the half-folded device rotates in spite of the user's lock (AN-34)",
      "the device's config_windowManagerHalfFoldAutoRotateOverride says it",
      [true, false].map { rotates in
        (rotates ? "yes" : "no", { $0.device.android.isHalfFolded = rotates })
      })
  }

  private func isReversed() throws(InputError) -> Bool {
    if device.panel == .portrait, let landscape = try value("mLandscapeRotation")?.rotation() {
      return landscape == .rotation270
    }
    if device.panel == .landscape, let portrait = try value("mPortraitRotation")?.rotation() {
      return portrait == .rotation90
    }
    return false
  }

  private mutating func readUser() throws(InputError) {
    let rotation = try value("mUserRotation")?.rotation()
    guard let mode = value("mUserRotationMode") else {
      var choices: [(String, @Sendable (inout Scene) -> Void)] = [
        ("free", { $0.device.userRotation = nil })
      ]
      for rotation in AndroidRotation.allCases {
        choices.append(
          (
            "locked to ROTATION_\(rotation.rawValue)",
            { $0.device.userRotation = rotation.orientation(on: $0.device.panel) }
          ))
      }
      leaveOpen(
        "whether the user has locked rotation", dump.remedy("dumpsys window displays"),
        choices)
      return
    }
    if try mode.isLocked() || device.android.usesUserRotation {
      device.userRotation = (rotation ?? .rotation0).orientation(on: device.panel)
    }
  }

  private mutating func readSensor() throws(InputError) {
    device.orientation = .unknown
    device.felt = .portrait
    let judge = display.judge.isEmpty ? dump.policy : display.judge
    if try display.fields["mShouldIgnoreSensorRotation"]?.flag() == true {
      notes.append(
        "the device ignores its sensor in this fold state; the scenario has no sensor reading")
      return
    }
    if try judge["mEnabled"]?.flag() == false {
      notes.append("the device does not listen to its sensor now")
      return
    }
    if let proposed = judge["mProposedRotation"] {
      if let rotation = try proposed.rotation() { device.hold(rotation) }
      try noteJudge(judge)
    } else if let rotation = dump.sensors.orientation {
      device.hold(rotation)
      notes.append("how the device is held comes from its own orientation sensor's last event")
    } else if let reading = dump.sensors.acceleration {
      holdByReading(reading)
    } else {
      var choices: [(String, @Sendable (inout Scene) -> Void)] = [
        ("no opinion", { $0.device.orientation = .unknown })
      ]
      for rotation in AndroidRotation.allCases {
        let held = PanelEdge(transform: rotation.transform).map { DeviceOrientation(edgeUp: $0) }
        choices.append(
          ("ROTATION_\(rotation.rawValue)", { $0.device.orientation = held ?? .unknown }))
      }
      leaveOpen(
        "what the sensor proposes",
        dump.remedy("dumpsys window displays", "dumpsys sensorservice"), choices)
    }
  }

  private mutating func noteJudge(_ judge: AndroidDump.Fields) throws(InputError) {
    let states = [
      ("mFlat", "lies flat"), ("mSwinging", "is swinging"), ("mAccelerating", "is being moved"),
      ("mOverhead", "is held overhead"), ("mTouched", "is touched"),
    ]
    var said: [String] = []
    for (key, words) in states where try judge[key]?.flag() == true { said.append(words) }
    if !said.isEmpty {
      notes.append("the device \(said.joined(separator: " and ")), so its judge waits")
    }
  }

  /// Sets the device orientation from one reading, unless it is flat, diagonal or in motion.
  private mutating func holdByReading(_ reading: (x: Double, y: Double, z: Double)) {
    let (x, y, z) = reading
    let length = (x * x + y * y + z * z).squareRoot()
    let plane = (x * x + y * y).squareRoot()
    guard (5.8...13.8).contains(length), plane > 0.5 * length, max(abs(x), abs(y)) > 0.8 * plane
    else {
      notes.append("the accelerometer's last reading is too flat or too unsteady to show an edge")
      return
    }
    let rotation: AndroidRotation =
      if abs(y) > abs(x) {
        y > 0 ? .rotation0 : .rotation180
      } else {
        x > 0 ? .rotation90 : .rotation270
      }
    device.hold(rotation)
    notes.append("how the device is held comes from the accelerometer's last reading")
  }

  private mutating func leaveOpen(
    _ what: String, _ remedy: String,
    _ choices: [(String, @Sendable (inout Scene) -> Void)]
  ) {
    open.append(
      AndroidScenario.Open(
        what: what, remedy: remedy, choices: choices.map { (word: $0.0, apply: $0.1) }))
  }
}

extension AndroidSettings {
  /// Whether the display is fixed or secondary, so that it uses the user's rotation even if rotation
  /// is not locked (AN-1, AN-2).
  var usesUserRotation: Bool { isFixedToUserRotation || !isDefaultDisplay }
}
