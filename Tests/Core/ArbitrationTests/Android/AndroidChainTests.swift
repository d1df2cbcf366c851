// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The chain of gates: a request and a device become a rotation.
@Suite struct AndroidChainTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var rule: RuleID?
    var request = AndroidRequest.unspecified
    var panel = PanelNature.portrait
    var sensor: Int? = 90
    var last = 0
    var user: Int?
    var wanted: Int
    var settings: @Sendable (inout AndroidSettings) -> Void = { _ in }
    var testDescription: String { "\(rule?.rawValue ?? "") \(request.rawValue) → \(wanted)" }
  }

  static func rotation(_ degrees: Int) -> AndroidRotation {
    AndroidRotation(rawValue: UInt16(degrees)) ?? .rotation0
  }

  static func device(_ sensor: Int?) -> DeviceOrientation {
    guard let sensor else { return .faceUp }
    return PanelEdge(transform: rotation(sensor).transform).map { DeviceOrientation(edgeUp: $0) }
      ?? .unknown
  }

  /// Returns the scene's decision, in degrees, and the records of the decision.
  static func decide(_ row: Row) -> (degrees: Int, sink: TraceSink) {
    var device = Device(orientation: device(row.sensor), panel: row.panel)
    device.userRotation = row.user.map { rotation($0).orientation(on: row.panel) }
    row.settings(&device.android)
    var window = Window(id: WindowID(0), name: "app", root: nil)
    window.android.request = row.request
    var scene = Scene(device: device, windows: [window], key: WindowID(0))
    let last = rotation(row.last).orientation(on: row.panel)
    scene.statusBar.orientation = last
    scene.windows[0].orientation = last
    var sink = TraceSink()
    _ = AndroidRuleSet().decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    scene.apply(sink.moves, cause: .other)
    let shown = AndroidRotation(scene.statusBar.orientation, on: row.panel)
    #expect(scene.windows[0].orientation == scene.statusBar.orientation)
    return (Int(shown.rawValue), sink)
  }

  /// One row for each gate; every gate overrides the sensor's rotation, which is 90.
  static let gates: [Row] = [
    Row(rule: .an1, request: .landscape, user: 180, wanted: 180) {
      $0.isFixedToUserRotation = true
    },
    Row(rule: .an2, user: 270, wanted: 270) { $0.isDefaultDisplay = false },
    Row(rule: .an2, last: 270, wanted: 0) { $0.isDefaultDisplay = false },
    Row(rule: .an3, user: 0, wanted: 270) {
      $0.isLidOpen = true
      $0.lidOpenRotation = .rotation270
    },
    Row(rule: .an4, user: 0, wanted: 270) {
      $0.dock = .car
      $0.dockRotation = .rotation270
    },
    Row(rule: .an4, sensor: 180, user: 0, wanted: 180) {
      $0.dock = .car
      $0.dockAllowsSensor = true
    },
    Row(rule: .an5, user: 0, wanted: 180) {
      $0.dock = .desk
      $0.dockRotation = .rotation180
    },
    Row(rule: .an6, wanted: 180) {
      $0.isHDMIPlugged = true
      $0.demoHDMIRotation = .rotation180
      $0.undockedHDMIRotation = .rotation270
    },
    Row(rule: .an7, wanted: 270) {
      $0.isHDMIPlugged = true
      $0.undockedHDMIRotation = .rotation270
    },
    Row(rule: .an8, wanted: 180) { $0.demoRotation = .rotation180 },
    Row(rule: .an9, wanted: 0) { $0.isInVRMode = true },
    Row(rule: .an10, request: .locked, last: 270, wanted: 270),
    Row(rule: .an11, wanted: 0) { $0.supportsAutoRotation = false },
    Row(rule: .an12, request: .nosensor, last: 270, wanted: 0),
    Row(rule: .an13, sensor: 180, last: 270, wanted: 270),
    Row(rule: .an14, user: 270, wanted: 270),
    Row(rule: .an16, request: .sensorPortrait, wanted: 0),
    Row(rule: .an17, sensor: nil, last: 270, wanted: 270),
  ]

  /// Rules: AN-1, AN-2, AN-3, AN-4, AN-5, AN-6, AN-7, AN-8, AN-9, AN-10, AN-11, AN-12, AN-13,
  /// AN-14, AN-16, AN-17.
  @Test(arguments: gates) func everyGateThatStopsTheChainSetsItsRotation(row: Row) throws {
    let (degrees, sink) = Self.decide(row)
    #expect(degrees == row.wanted)
    #expect(sink.gates.contains { $0.rule == row.rule && !$0.isPassed })
  }

  /// Rules: AN-1, AN-3, AN-5.
  @Test func anEarlierGateTakesPrecedence() {
    var row = Row(request: .locked, user: 180, wanted: 0) {
      $0 = AndroidSettings()
      $0.isFixedToUserRotation = true
      $0.isDefaultDisplay = false
      $0.isLidOpen = true
      $0.lidOpenRotation = .rotation90
      $0.dock = .desk
      $0.dockRotation = .rotation270
    }
    #expect(Self.decide(row).degrees == 180)
    row.settings = {
      $0.isLidOpen = true
      $0.lidOpenRotation = .rotation90
      $0.dock = .desk
      $0.dockRotation = .rotation270
    }
    #expect(Self.decide(row).degrees == 90)
    row.settings = {
      $0.dock = .desk
      $0.dockRotation = .rotation270
      $0.demoRotation = .rotation180
    }
    #expect(Self.decide(row).degrees == 270)
  }

  /// Rules: AN-1, AN-5, AN-16.
  @Test func aDockRotationMustSuitTheWindowsRequest() {
    let dock: @Sendable (inout AndroidSettings) -> Void = {
      $0.dock = .desk
      $0.dockRotation = .rotation270
    }
    #expect(Self.decide(Row(request: .landscape, wanted: 270, settings: dock)).degrees == 270)
    #expect(Self.decide(Row(request: .portrait, wanted: 0, settings: dock)).degrees == 0)
    // A display fixed to the user's rotation asks no window at all.
    let fixed: @Sendable (inout AndroidSettings) -> Void = { $0.isFixedToUserRotation = true }
    #expect(
      Self.decide(Row(request: .portrait, user: 270, wanted: 270, settings: fixed)).degrees == 270)
  }

  /// The expectations of the platform's own tests about user, sensor and policy rotations.
  static let platform: [Row] = [
    Row(panel: .landscape, sensor: nil, last: 90, user: 180, wanted: 180),
    Row(request: .landscape, panel: .landscape, sensor: nil, last: 90, user: 180, wanted: 0),
    Row(
      request: .reverseLandscape, panel: .landscape, sensor: nil, last: 90, user: 180, wanted: 180),
    Row(request: .portrait, panel: .landscape, sensor: nil, user: 270, wanted: 270),
    Row(request: .reversePortrait, panel: .landscape, sensor: nil, user: 90, wanted: 90),
    Row(request: .portrait, panel: .landscape, sensor: nil, last: 90, user: 180, wanted: 270),
    Row(request: .landscape, sensor: 180, wanted: 90),
    Row(sensor: 180, user: 270, wanted: 270),
    Row(request: .sensor, sensor: 180, wanted: 180) { $0.allowsAllRotations = true },
    Row(request: .sensor, sensor: 180, wanted: 0),
    Row(request: .portrait, panel: .landscape, last: 180, user: 0, wanted: 0) {
      $0.isFixedToUserRotation = true
    },
    Row(panel: .landscape, sensor: nil, user: 270, wanted: 90) {
      $0.isLidOpen = true
      $0.lidOpenRotation = .rotation90
    },
    Row(panel: .landscape, sensor: nil, last: 90, user: 90, wanted: 270) {
      $0.dock = .car
      $0.dockRotation = .rotation270
    },
    Row(panel: .landscape, sensor: nil, last: 90, user: 90, wanted: 270) {
      $0.dock = .desk
      $0.dockRotation = .rotation270
    },
    Row(request: .landscape, last: 90, user: 180, wanted: 180) { $0.isFixedToUserRotation = true },
    Row(panel: .landscape, sensor: nil, user: 90, wanted: 90) { $0.isDefaultDisplay = false },
  ]

  /// Rules: AN-1, AN-2, AN-3, AN-4, AN-5, AN-12, AN-13, AN-14, AN-16, AN-18.
  @Test(arguments: platform) func rotationsMatchAndroidsOwnTests(row: Row) {
    #expect(Self.decide(row).degrees == row.wanted)
  }
}
