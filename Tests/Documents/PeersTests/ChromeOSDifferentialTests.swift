// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Formats
import Orientation
import Scenarios
import Testing

/// ChromeOS's rule set against the statement in Tests/Peers/chromeos.py.
@Suite struct ChromeOSDifferentialTests {
  /// A display with windows, and events in words of both sides.
  private struct Story {
    var scene: Scene
    var events: [Event] = []

    /// A random story; windows are used in the order of their numbers before it begins.
    init(_ random: inout Seeded) {
      var device = Device(panel: random.pick(PanelNature.allCases))
      device.chromeOS.posture = .tablet
      scene = Scene(device: device)
      let natural = InterfaceOrientation(transform: .normal, on: device.panel)
      scene.statusBar = StatusBar(orientation: natural)
      for number in 0..<Int32(1 + random.below(3)) {
        var window = Window(
          id: WindowID(number), name: "w\(number)", isHidden: random.chance(4),
          root: Controller(id: "w\(number)"), orientation: natural)
        window.chromeOS.lock = random.maybe(Self.locks)
        window.chromeOS.isApp = !random.chance(5)
        scene.windows.append(window)
      }
      scene.keyHistory = scene.windows.map(\.id)
      var now = arbiter
      for _ in 0..<random.below(12) {
        let event = Self.event(&random, in: now.scene)
        events.append(event)
        _ = now.handle(event, at: .zero)
      }
    }

    private static let locks = OrientationLock.allCases.filter { $0 != .current }

    private static func event(_ random: inout Seeded, in scene: Scene) -> Event {
      let device: [DeviceOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceUp,
      ]
      let window = random.pick(scene.windows)
      switch random.below(12) {
      case 0: return .window(window.id, .makeKey)
      case 1, 2:
        // A lock to current that is set by a window which does not decide, or that had another lock,
        // is resolved by Chromium when the window decides; docs/peers.md lists the difference.
        let isFirst = scene.keyWindow == window.id && !window.isHidden
        let decides =
          isFirst && !scene.device.chromeOS.isSplit && scene.device.chromeOS.posture == .tablet
          && !window.chromeOS.isFloated && !window.chromeOS.isOnExternalDisplay
        let lock =
          random.chance(4) && decides && window.chromeOS.lock == nil
          ? .current : random.maybe(locks)
        return .window(window.id, .setting(.lock(lock, by: .app)))
      case 3: return .window(window.id, window.isHidden ? .show : .hide)
      case 4: return .window(window.id, .setting(.floated(random.chance(2))))
      case 5: return .window(window.id, .setting(.onExternalDisplay(random.chance(2))))
      case 6: return .device(.setting(.split(random.chance(2))))
      case 7: return .device(.setting(.posture(random.pick(ChromeOSSettings.Posture.allCases))))
      case 8: return .device(.rotationLock(scene.device.userLock == nil))
      case 9:
        let exact = locks.filter { $0 != .natural && $0 != .any }
        return .device(.setting(.userLock(random.maybe(exact))))
      default: return .device(.turned(random.pick(device)))
      }
    }

    private var arbiter: Arbiter {
      var arbiter = Arbiter(rules: ChromeOSRuleSet(), scene: scene)
      _ = arbiter.handle(.setUp, at: .zero)
      return arbiter
    }

    private static func rotation(_ scene: Scene) -> JSONValue {
      let rotation = AndroidRotation(scene.statusBar.orientation, on: scene.device.panel)
      return .int(Int64(rotation.rawValue))
    }

    var ours: JSONValue {
      var arbiter = arbiter
      var found = [Self.rotation(arbiter.scene)]
      for event in events {
        _ = arbiter.handle(event, at: .zero)
        found.append(Self.rotation(arbiter.scene))
      }
      return .array(found)
    }

    var json: JSONValue {
      let windows = scene.windows.reversed().map { window -> JSONValue in
        [
          "id": .int(Int64(window.id.rawValue)), "app": .bool(window.chromeOS.isApp),
          "visible": .bool(!window.isHidden), "lock": Self.word(window.chromeOS.lock),
        ]
      }
      return [
        "panel": .string(scene.device.panel == .portrait ? "portrait" : "landscape"),
        "windows": .array(windows), "events": .array(events.map(Self.json)),
      ]
    }

    private static func word(_ lock: OrientationLock?) -> JSONValue {
      lock.map { .string($0.rawValue) } ?? .null
    }

    private static func json(_ event: Event) -> JSONValue {
      switch event {
      case .device(.turned(let orientation)):
        let felt = orientation.edgeUp.map { AndroidRotation($0.transform).rawValue }
        return ["kind": "turn", "value": felt.map { .int(Int64($0)) } ?? .null]
      case .device(.rotationLock): return ["kind": "toggle"]
      case .device(.setting(.userLock(let lock))):
        return ["kind": "user-lock", "value": word(lock)]
      case .device(.setting(.split(let value))): return ["kind": "split", "value": .bool(value)]
      case .device(.setting(.posture(let value))):
        return ["kind": "posture", "value": .string(value.rawValue)]
      case .window(let id, let event):
        let window = JSONValue.int(Int64(id.rawValue))
        switch event {
        case .setting(.lock(let lock, _)):
          return ["kind": "lock", "window": window, "value": word(lock)]
        case .setting(.floated(let value)):
          return ["kind": "floated", "window": window, "value": .bool(value)]
        case .setting(.onExternalDisplay(let value)):
          return ["kind": "outside", "window": window, "value": .bool(value)]
        case .show: return ["kind": "visible", "window": window, "value": true]
        case .hide: return ["kind": "visible", "window": window, "value": false]
        default: return ["kind": "activate", "window": window]
        }
      default: return ["kind": "unknown"]
      }
    }

    /// The stories with one event less.
    var smaller: [Story] {
      events.indices.map { index in
        var story = self
        story.events.remove(at: index)
        return story
      }
    }

    var scenario: String {
      let writer = ScenarioWriter(rules: ChromeOSRuleSet(), scene: scene)
      return (try? writer.draft(events.map { ScenarioWriter.Entry($0) }).text)
        ?? "\(json.compact())"
    }
  }

  @Test func everyRandomStoryIsDecidedAsChromiumsSourceDecidesIt() throws {
    var random = Seeded(37)
    let stories = (0..<Statement.count).map { _ in Story(&random) }
    let difference = try Statement(system: "chromeos").smallestDifference(
      of: stories, json: \.json, ours: \.ours, smaller: \.smaller)
    if let difference {
      Issue.record(
        """
        ChromeOS shows \(difference.theirs.compact()), Swivel \(difference.found.ours.compact()):
        \(difference.found.scenario)
        \(difference.found.json.compact())
        """)
    }
  }
}
