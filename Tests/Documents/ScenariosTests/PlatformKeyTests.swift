// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

import Formats
import Scenarios

/// The keys of android and chromeos: read where they belong, refused elsewhere.
@Suite struct PlatformKeyTests {
  static let android = "swivel: 1\nrules: android\nwindows:\n  - {id: main}\n"
  static let chromeos = "swivel: 1\nrules: chromeos\nwindows:\n  - {id: main}\n"
  static let desktop = "swivel: 1\nrules: desktop\nwindows:\n  - {id: main}\n"

  @Test(arguments: [
    (android + "  - {id: b, lock: any}\n", "5:13", "belongs to chromeos"),
    (android + "  - {id: b, locked-by: user}\n", "5:13", "belongs to chromeos"),
    (android + "  - {id: b, root: null}\n", "5:13", "belongs to uikit"),
    (android + "  - {id: b, follower: true}\n", "5:13", "belongs to uikit"),
    (android + "  - {id: b, policy: {}}\n", "5:13", "belongs to desktop"),
    (android + "  - {id: b, request: sideways}\n", "5:22", "reverse-landscape"),
    (android + "  - {id: b, fills-parent: 1}\n", "5:27", ""),
    (android + "device: {tablet: true}\n", "5:10", "belongs to chromeos"),
    (android + "device: {panel: square}\n", "5:17", "landscape"),
    (android + "device: {rotation: 45}\n", "5:20", "270"),
    (android + "device: {settings: {lid: true}}\n", "5:21", "lid-open"),
    (chromeos + "device: {rotation: 90}\n", "5:10", "belongs to android"),
    (chromeos + "device: {settings: {}}\n", "5:10", "belongs to android"),
    (android + "device: {user-rotation: unknown}\n", "5:25", "portrait"),
    (android + "app: {}\n", "5:1", "belongs to uikit"),
    (android + "arbitration: intersection\n", "5:14", "android leaves no choice"),
    (android + "events:\n  - set-lock: {window: main, lock: any}\n", "6:5", "does not have"),
    (android + "events:\n  - set-policy: {controller: main}\n", "6:5", "does not have"),
    (android + "events:\n  - set-request: {window: man, request: user}\n", "6:27", "main"),
    (android + "events:\n  - set-request: {window: main}\n", "6:18", "request"),
    (chromeos + "  - {id: b, request: portrait}\n", "5:13", "belongs to android"),
    (chromeos + "  - {id: b, lock: sideways}\n", "5:19", "landscape-primary"),
    (chromeos + "  - {id: b, locked-by: root}\n", "5:24", "user"),
    (chromeos + "device: {posture: tent}\n", "5:19", "folded-clamshell"),
    (chromeos + "  - {id: b, task-mode: freeform}\n", "5:13", "belongs to android"),
    (android + "  - {id: b, floated: true}\n", "5:13", "belongs to chromeos"),
    (android + "  - {id: b, task-mode: tiled}\n", "5:24", "multi-window"),
    (android + "device: {split: true}\n", "5:10", "belongs to chromeos"),
    (chromeos + "events:\n  - set-floated: {window: main}\n", "6:18", "floated"),
    (chromeos + "device: {ignore-orientation-request: true}\n", "5:10", "belongs to android"),
    (chromeos + "device: {panel: square}\n", "5:17", "landscape"),
    (chromeos + "hidden-counts: true\n", "5:16", "chromeos leaves no choice"),
    (chromeos + "events:\n  - set-request: {window: main, request: user}\n", "6:5", "does not"),
    (desktop + "arbitration: autonomous\n", "5:14", "desktop has not"),
    (desktop + "hidden-counts: true\n", "5:16", "desktop leaves no choice"),
  ])
  func aMisplacedOrInvalidPlatformKeyIsRefused(text: String, place: String, words: String) throws {
    let error = #expect(throws: InputError.self) {
      _ = try Scenario.parse(text, file: "s.yaml")
    }
    let message = try #require(error).description
    #expect(message.hasPrefix("s.yaml:\(place): "), "\(message)")
    #expect(message.contains(words), "\(message)")
  }

  @Test(arguments: ["key-only", "intersection"])
  func aDesktopsWindowsAreArbitratedInTwoWays(name: String) throws {
    let text = Self.desktop + "arbitration: \(name)\n"
    #expect(try Scenario.parse(text, file: "s.yaml").rules.id == "desktop+\(name)")
  }

  @Test(arguments: AndroidRequest.allCases)
  func everyAndroidRequestCanBeWritten(request: AndroidRequest) throws {
    let text = Self.android + "  - {id: b, request: \(request.rawValue), fills-parent: false}\n"
    let window = try #require(try Scenario.parse(text, file: "s.yaml").scene.windows.last)
    #expect(window.android == AndroidTraits(request: request, fillsParent: false))
  }

  @Test(arguments: OrientationLock.allCases)
  func everyChromeOSLockCanBeWritten(lock: OrientationLock) throws {
    let text =
      Self.chromeos + "  - {id: b, lock: \(lock.rawValue), locked-by: user}\n"
      + "device: {tablet: true, panel: landscape, user-lock: \(lock.rawValue)}\n"
    let scenario = try Scenario.parse(text, file: "s.yaml")
    let window = try #require(scenario.scene.windows.last)
    #expect(window.chromeOS == ChromeOSTraits(lock: lock, owner: .user))
    let device = scenario.scene.device
    #expect(device.chromeOS == ChromeOSSettings(posture: .tablet) && device.userLock == lock)
    #expect(device.panel == .landscape)
    #expect(scenario.scene.statusBar.orientation == .landscapeRight)
  }

  private static let stories = [
    """
    swivel: 1
    rules: android-16
    device: {settings: {large-screen: true, reverse-sensor: true, half-folded: true,
      user-rotation-without-auto-rotation: true}}
    windows:
      - {id: main}
      - {id: bubble, task-mode: pinned}
      - {id: shade, system: true, request: portrait}
    events: [{device: landscape-left}]
    """,
    """
    swivel: 1
    rules: chromeos-w3c
    device: {posture: folded-clamshell, split: true, rotates-in-clamshell: true, panel: landscape,
      user-rotation: portrait}
    windows:
      - {id: main, floated: true, external-display: true, is-app: false, lock: portrait-primary}
    events:
      - posture: folded-clamshell
      - split: false
      - set-floated: {window: main, floated: false}
      - set-external-display: {window: main, external: false}
      - tablet: true
      - user-rotation: landscape-left
      - tablet: false
    """,
  ]

  @Test(arguments: stories) func everyPlatformKeyIsWrittenAsItIsRead(text: String) throws {
    let scenario = try Scenario.parse(text, file: "s.yaml")
    let writer = ScenarioWriter(scenario)
    let written = try writer.text(scenario.events.map { ScenarioWriter.Entry($0) })
    let again = try Scenario.parse(written, file: "w.yaml")
    #expect(again.scene == scenario.scene && again.rules.id == scenario.rules.id)
    #expect(again.events.map(\.action) == scenario.events.map(\.action))
  }

  @Test func omittedPlatformKeysHaveTheirDefaults() throws {
    let phone = try Scenario.parse(Self.android, file: "s.yaml").scene
    #expect(phone.device.userRotation == nil && !phone.device.ignoresOrientationRequest)
    #expect(phone.windows.map(\.android) == [AndroidTraits()])
    let laptop = try Scenario.parse(Self.chromeos, file: "s.yaml").scene
    #expect(laptop.device.chromeOS == ChromeOSSettings())
    #expect(laptop.windows.map(\.chromeOS) == [ChromeOSTraits()])
    #expect(laptop.statusBar.orientation == .portrait)
  }
}
