// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// Every request with every rotation of the sensor, on a phone.
@Suite struct AndroidRequestTests {
  /// Degrees for a sensor at 0, 90, 180, 270 and without a rotation; the display showed 0.
  static let free: [(AndroidRequest, [Int])] = [
    (.unset, [0, 90, 0, 270, 0]),
    (.unspecified, [0, 90, 0, 270, 0]),
    (.portrait, [0, 0, 0, 0, 0]),
    (.landscape, [90, 90, 90, 90, 90]),
    (.reversePortrait, [180, 180, 180, 180, 180]),
    (.reverseLandscape, [270, 270, 270, 270, 270]),
    (.sensor, [0, 90, 0, 270, 0]),
    (.fullSensor, [0, 90, 180, 270, 0]),
    (.sensorPortrait, [0, 0, 0, 0, 0]),
    (.sensorLandscape, [90, 90, 90, 270, 90]),
    (.user, [0, 90, 0, 270, 0]),
    (.fullUser, [0, 90, 180, 270, 0]),
    (.userPortrait, [0, 0, 0, 0, 0]),
    (.userLandscape, [90, 90, 90, 270, 90]),
    (.nosensor, [0, 0, 0, 0, 0]),
    (.behind, [0, 0, 0, 0, 0]),
    (.locked, [0, 0, 0, 0, 0]),
  ]

  /// The same while the user has locked rotation to 270.
  static let locked: [(AndroidRequest, [Int])] = [
    (.unset, [270, 270, 270, 270, 270]),
    (.unspecified, [270, 270, 270, 270, 270]),
    (.portrait, [0, 0, 0, 0, 0]),
    (.landscape, [90, 90, 90, 90, 90]),
    (.reversePortrait, [180, 180, 180, 180, 180]),
    (.reverseLandscape, [270, 270, 270, 270, 270]),
    (.sensor, [0, 90, 0, 270, 0]),
    (.fullSensor, [0, 90, 180, 270, 0]),
    (.sensorPortrait, [0, 0, 0, 0, 0]),
    (.sensorLandscape, [90, 90, 90, 270, 90]),
    (.user, [270, 270, 270, 270, 270]),
    (.fullUser, [270, 270, 270, 270, 270]),
    (.userPortrait, [0, 0, 0, 0, 0]),
    (.userLandscape, [270, 270, 270, 270, 270]),
    (.nosensor, [0, 0, 0, 0, 0]),
    (.behind, [270, 270, 270, 270, 270]),
    (.locked, [0, 0, 0, 0, 0]),
  ]

  /// Rotation is free, every rotation is allowed, and the display showed 270.
  static let fromSeascape: [(AndroidRequest, [Int])] = [
    (.unspecified, [0, 90, 180, 270, 270]),
    (.sensorPortrait, [0, 0, 180, 0, 0]),
    (.sensorLandscape, [270, 90, 270, 270, 270]),
    (.userPortrait, [0, 0, 180, 0, 0]),
    (.userLandscape, [270, 90, 270, 270, 270]),
    (.landscape, [90, 90, 90, 90, 90]),
    (.locked, [270, 270, 270, 270, 270]),
    (.nosensor, [0, 0, 0, 0, 0]),
  ]

  static let sensors: [Int?] = [0, 90, 180, 270, nil]

  private func degrees(_ row: AndroidChainTests.Row) -> Int {
    AndroidChainTests.decide(row).degrees
  }

  @Test func everyRequestIsInTheTables() {
    #expect(Self.free.map(\.0) == AndroidRequest.allCases)
    #expect(Self.locked.map(\.0) == AndroidRequest.allCases)
  }

  /// Rules: AN-10, AN-12, AN-13, AN-16.
  @Test func eachRequestLimitsTheSensorsRotation() {
    for (request, wanted) in Self.free {
      let found = Self.sensors.map { degrees(.init(request: request, sensor: $0, wanted: 0)) }
      #expect(found == wanted, "\(request.rawValue)")
    }
  }

  /// Rules: AN-10, AN-12, AN-14, AN-16.
  @Test func eachRequestHonoursOrOverridesTheUsersLock() {
    for (request, wanted) in Self.locked {
      let found = Self.sensors.map {
        degrees(.init(request: request, sensor: $0, user: 270, wanted: 0))
      }
      #expect(found == wanted, "\(request.rawValue)")
    }
  }

  /// Rules: AN-13, AN-16, AN-17.
  @Test func aSensorRequestKeepsTheLastSuitableRotation() {
    for (request, wanted) in Self.fromSeascape {
      let found = Self.sensors.map {
        degrees(
          .init(request: request, sensor: $0, last: 270, wanted: 0) {
            $0.allowsAllRotations = true
          })
      }
      #expect(found == wanted, "\(request.rawValue)")
    }
  }

  @Test func theDecidedRotationIsInTheAnsweredMask() throws {
    for request in AndroidRequest.allCases where request != .unset && request != .behind {
      for sensor in Self.sensors {
        let row = AndroidChainTests.Row(request: request, sensor: sensor, wanted: 0)
        let (degrees, sink) = AndroidChainTests.decide(row)
        let asked = try #require(sink.asked.first)
        let shown = AndroidChainTests.rotation(degrees).orientation(on: .portrait)
        #expect(asked.question == .supported && asked.controller == nil)
        #expect(asked.origin == .written)
        guard case .mask(let mask) = asked.answer else { continue }
        #expect(mask.allows(shown), "\(request.rawValue)")
      }
    }
  }

  /// Rules: AN-18.
  @Test func rotationsConvertToOrientationsAndBack() {
    for panel in PanelNature.allCases {
      for rotation in AndroidRotation.allCases {
        #expect(AndroidRotation(rotation.orientation(on: panel), on: panel) == rotation)
        #expect(rotation.transform.name(in: .android) == "\(rotation.rawValue)")
      }
    }
    #expect(AndroidRotation.rotation90.orientation(on: .portrait) == .landscapeRight)
    #expect(AndroidRotation.rotation270.orientation(on: .portrait) == .landscapeLeft)
    // On a naturally landscape device portrait means 270.
    var device = Device(panel: .landscape)
    #expect(AndroidRotation.standard(.portrait, reverse: false, on: device) == .rotation270)
    #expect(AndroidRotation.standard(.portrait, reverse: true, on: device) == .rotation90)
    // Unless its default is reversed; then landscape on a portrait panel means 270 as well.
    device.android.reversesDefaultRotation = true
    #expect(AndroidRotation.standard(.portrait, reverse: false, on: device) == .rotation90)
    device.panel = .portrait
    #expect(AndroidRotation.standard(.landscape, reverse: false, on: device) == .rotation270)
    #expect(AndroidRotation.standard(.portrait, reverse: false, on: device) == .rotation0)
  }
}
