// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Formats
import Orientation
import Scenarios
import Testing

/// Android's rule sets against the statement in Tests/Peers/android.py.
@Suite struct AndroidDifferentialTests {
  /// A state of a display.
  private struct State {
    var version: AndroidVersion
    var scene: Scene

    /// A random state; each setting takes every value.
    init(_ random: inout Seeded) {
      version = random.pick(AndroidVersion.all)
      var device = Device(panel: random.pick(PanelNature.allCases))
      device.orientation = random.pick([
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceUp,
      ])
      if random.chance(2) {
        device.userRotation = random.pick(InterfaceOrientation.fallbackOrder)
        device.isRotationLocked = true
      }
      device.ignoresOrientationRequest = random.chance(4)
      device.android = Self.settings(&random)
      scene = Scene(device: device)
      scene.statusBar = StatusBar(orientation: random.pick(InterfaceOrientation.fallbackOrder))
      for number in 0..<Int32(random.below(4)) {
        let isSystem = random.chance(4)
        var window = Window(
          id: WindowID(number), name: "w\(number)", level: isSystem ? 2000 : 0,
          isHidden: random.chance(4), root: Controller(id: "w\(number)"))
        window.android.request = random.pick(AndroidRequest.allCases)
        window.android.fillsParent = !random.chance(3)
        window.android.mode = random.chance(5) ? random.pick(TaskMode.allCases) : .fullscreen
        window.android.isSystem = isSystem
        if isSystem { window.android.mode = .fullscreen }
        scene.windows.append(window)
      }
      scene.keyHistory = scene.windows.suffix(1).map(\.id)
      for index in scene.windows.indices {
        scene.windows[index].orientation = scene.statusBar.orientation
      }
    }

    private static func settings(_ random: inout Seeded) -> AndroidSettings {
      var settings = AndroidSettings()
      settings.isFixedToUserRotation = random.chance(12)
      settings.isDefaultDisplay = !random.chance(12)
      settings.isLidOpen = random.chance(4)
      settings.lidOpenRotation = random.chance(4) ? random.pick(AndroidRotation.allCases) : nil
      settings.dock = random.chance(3) ? random.pick(AndroidSettings.Dock.allCases) : nil
      settings.dockAllowsSensor = random.chance(4)
      settings.dockRotation = random.maybe(AndroidRotation.allCases)
      settings.isHDMIPlugged = random.chance(6)
      settings.demoHDMIRotation = random.maybe(AndroidRotation.allCases)
      settings.undockedHDMIRotation = random.maybe(AndroidRotation.allCases)
      settings.demoRotation = random.chance(12) ? random.pick(AndroidRotation.allCases) : nil
      settings.isInVRMode = random.chance(12)
      settings.supportsAutoRotation = !random.chance(6)
      settings.allowsAllRotations = random.chance(3)
      settings.reversesDefaultRotation = random.chance(3)
      settings.takesUserRotationWithoutAutoRotation = random.chance(2)
      settings.isLargeScreen = random.chance(5)
      settings.reversesSensor = random.chance(5)
      settings.isHalfFolded = random.chance(5)
      return settings
    }

    /// The rotation that the rule set decides.
    var ours: JSONValue {
      var sink = MoveSink()
      _ = AndroidRuleSet(version).decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
      var shown = scene.statusBar.orientation
      for case .statusBar(let orientation, _) in sink.moves { shown = orientation }
      return Self.degrees(AndroidRotation(shown, on: scene.device.panel))
    }

    private static func degrees(_ rotation: AndroidRotation?) -> JSONValue {
      rotation.map { .int(Int64($0.rawValue)) } ?? .null
    }

    var json: JSONValue {
      let device = scene.device
      let panel = device.panel
      let settings = device.android
      func rotation(_ orientation: InterfaceOrientation) -> AndroidRotation {
        AndroidRotation(orientation, on: panel)
      }
      let sensor = device.orientation.edgeUp.map { AndroidRotation($0.transform) }
      let windows = scene.windows.enumerated()
        .sorted { ($0.element.level, $0.offset) > ($1.element.level, $1.offset) }
        .map { window -> JSONValue in
          let traits = window.element.android
          return [
            "request": .string(traits.effectiveRequest.rawValue),
            "visible": .bool(!window.element.isHidden), "fills": .bool(traits.fillsParent),
            "mode": .string(traits.mode.rawValue), "system": .bool(traits.isSystem),
          ]
        }
      let level = ["android": 12, "android-14": 14, "android-16": 16][version.name] ?? 0
      return [
        "version": .int(Int64(level)),
        "panel": .string(panel == .portrait ? "portrait" : "landscape"),
        "last": Self.degrees(rotation(scene.statusBar.orientation)),
        "sensor": Self.degrees(sensor), "user-locked": .bool(device.userRotation != nil),
        "user": Self.degrees(device.userRotation.map(rotation) ?? .rotation0),
        "ignore": .bool(device.ignoresOrientationRequest),
        "fixed": .bool(settings.isFixedToUserRotation),
        "default-display": .bool(settings.isDefaultDisplay), "lid-open": .bool(settings.isLidOpen),
        "lid-rotation": Self.degrees(settings.lidOpenRotation),
        "dock": settings.dock.map { .string($0.rawValue) } ?? .null,
        "dock-sensor": .bool(settings.dockAllowsSensor),
        "dock-rotation": Self.degrees(settings.dockRotation), "hdmi": .bool(settings.isHDMIPlugged),
        "demo-hdmi": Self.degrees(settings.demoHDMIRotation),
        "undocked-hdmi": Self.degrees(settings.undockedHDMIRotation),
        "demo": Self.degrees(settings.demoRotation), "vr": .bool(settings.isInVRMode),
        "auto-rotation": .bool(settings.supportsAutoRotation),
        "all-rotations": .bool(settings.allowsAllRotations),
        "reverse-default": .bool(settings.reversesDefaultRotation),
        "user-without-auto": .bool(settings.takesUserRotationWithoutAutoRotation),
        "large-screen": .bool(settings.isLargeScreen),
        "reverse-sensor": .bool(settings.reversesSensor),
        "half-folded": .bool(settings.isHalfFolded), "windows": .array(windows),
      ]
    }

    /// The states with one window or one setting less.
    var smaller: [State] {
      var states: [State] = scene.windows.indices.map { index in
        var state = self
        state.scene.windows.remove(at: index)
        state.scene.keyHistory = state.scene.windows.suffix(1).map(\.id)
        return state
      }
      func reset<Value: Equatable>(_ path: WritableKeyPath<Scene, Value>, _ value: Value) {
        guard scene[keyPath: path] != value else { return }
        var state = self
        state.scene[keyPath: path] = value
        states.append(state)
      }
      reset(\.device.ignoresOrientationRequest, false)
      reset(\.device.userRotation, nil)
      reset(\.device.orientation, .portrait)
      reset(\.device.panel, .portrait)
      reset(\.statusBar.orientation, .portrait)
      let usual = AndroidSettings()
      reset(\.device.android.isFixedToUserRotation, usual.isFixedToUserRotation)
      reset(\.device.android.isDefaultDisplay, usual.isDefaultDisplay)
      reset(\.device.android.isLidOpen, usual.isLidOpen)
      reset(\.device.android.lidOpenRotation, nil)
      reset(\.device.android.dock, nil)
      reset(\.device.android.dockAllowsSensor, false)
      reset(\.device.android.dockRotation, nil)
      reset(\.device.android.isHDMIPlugged, false)
      reset(\.device.android.demoHDMIRotation, nil)
      reset(\.device.android.undockedHDMIRotation, nil)
      reset(\.device.android.demoRotation, nil)
      reset(\.device.android.isInVRMode, false)
      reset(\.device.android.supportsAutoRotation, true)
      reset(\.device.android.allowsAllRotations, false)
      reset(\.device.android.reversesDefaultRotation, false)
      reset(\.device.android.takesUserRotationWithoutAutoRotation, false)
      reset(\.device.android.isLargeScreen, false)
      reset(\.device.android.reversesSensor, false)
      reset(\.device.android.isHalfFolded, false)
      return states
    }

    /// The state as a scenario file, as far as one can express it.
    var scenario: String {
      let writer = ScenarioWriter(rules: AndroidRuleSet(version), scene: scene)
      return (try? writer.draft([]).text) ?? "\(json.compact())"
    }
  }

  @Test func everyRandomStateIsDecidedAsAndroidsSourceDecidesIt() throws {
    var random = Seeded(37)
    let states = (0..<Statement.count).map { _ in State(&random) }
    let difference = try Statement(system: "android").smallestDifference(
      of: states, json: \.json, ours: \.ours, smaller: \.smaller)
    if let difference {
      Issue.record(
        """
        Android decides \(difference.theirs.compact()), Swivel \(difference.found.ours.compact()):
        \(difference.found.scenario)
        """)
    }
  }
}
