// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Testing

@testable import Sensing

@Suite struct AttitudeTests {
  /// The bound that the type's documentation proves, in tenths of a degree.
  private static let bound = 0.51

  private static func degrees(_ radians: Double) -> Double { radians * 1800 / .pi }

  private static func check(_ x: Int64, _ y: Int64, _ z: Int64) {
    let attitude = Attitude(x: x, y: y, z: z)
    let plane = (Double(x) * Double(x) + Double(y) * Double(y)).squareRoot()
    let tilt = degrees(atan2(Double(z), plane))
    #expect(abs(Double(attitude.tilt) - tilt) <= bound, "\(x) \(y) \(z)")
    guard plane > 0 else { return }
    let angle = degrees(atan2(Double(-x), Double(y)))
    let difference = abs(Double(attitude.angle) - angle).truncatingRemainder(dividingBy: 3600)
    #expect(min(difference, 3600 - difference) <= bound, "\(x) \(y) \(z)")
    #expect((0..<3600).contains(attitude.angle))
  }

  @Test func attitudeAgreesWithAtan2Everywhere() {
    for x in stride(from: Int64(-1300), through: 1300, by: 97) {
      for y in stride(from: Int64(-1300), through: 1300, by: 89) {
        for z in stride(from: Int64(-1300), through: 1300, by: 211) {
          Self.check(x, y, z)
          Self.check(x * 1024, y * 1024, z * 1024 + 7)
        }
      }
    }
  }

  /// Halfway between two orientations the next one in the direction of the angle is nearer.
  @Test func theNearestOrientationChangesAtHalfAQuarterTurn() {
    #expect(Attitude(x: -1000, y: 1000, z: 0).angle == 450)
    #expect(Attitude(x: -1000, y: 1000, z: 0).nearest == .landscapeRight)
    #expect(Attitude(x: -999, y: 1001, z: 0).nearest == .portrait)
  }

  @Test func attitudeAgreesWithAtan2OnAxesAndExtremes() {
    let values: [Int64] = [0, 1, -1, 2, 1000, -1000, 64_000, -64_000, 65_536_000, -65_536_000]
    for x in values { for y in values { for z in values { Self.check(x, y, z) } } }
  }

  /// The angle of each orientation in tenths of a degree.
  private static let edges: [(Int, DeviceOrientation)] = [
    (0, .portrait), (900, .landscapeRight), (1800, .portraitUpsideDown), (2700, .landscapeLeft),
  ]

  /// The proof of the error bound assumes that every entry is correct in its last digit.
  @Test func theTablesAreRoundedInTheLastDigit() {
    for (step, turn) in Attitude.turns.enumerated() {
      #expect(Double(turn) == (atan(pow(2, -Double(step))) * 180e6 / .pi).rounded())
    }
    let growth = Attitude.turns.indices.reduce(1) { $0 * (1 + pow(4, -Double($1))).squareRoot() }
    #expect(Double(Attitude.growth) == (growth * 1e9).rounded())
  }

  /// Without a share in the plane there is no angle, and without any length no tilt.
  @Test func aVectorWithoutADirectionHasTheAngle0() {
    for (z, tilt) in [(1000, 900), (0, 0), (-1000, -900)] as [(Int64, Int64)] {
      let attitude = Attitude(x: 0, y: 0, z: z)
      #expect(attitude.angle == 0 && attitude.tilt == tilt)
    }
  }

  @Test func everyTenthOfADegreeIsExact() {
    for tenths in 0..<3600 {
      let angle = Double(tenths) * .pi / 1800
      let attitude = Attitude(
        x: Int64((-sin(angle) * 1e8).rounded()), y: Int64((cos(angle) * 1e8).rounded()), z: 0)
      #expect(attitude.angle == Int64(tenths))
      #expect(attitude.tilt == 0)
      let away = Self.edges.map { abs(tenths - $0.0) }
      let distances = away.map { min($0, 3600 - $0) }
      #expect(Self.edges.map { Int(attitude.distance(to: $0.1)) } == distances)
    }
  }

  /// Squares, which have no rounding: 1020² - 980² is 2 g times 40 thousandths of g.
  @Test func lengthsThatDifferByExactlyTheLimitAreNear() {
    let lengths = [980, 1020].map { MagnitudeSquare(Acceleration(x: 0, y: $0, z: 0)) }
    #expect(lengths[0].isNear(lengths[1], within: 40))
    #expect(!lengths[0].isNear(lengths[1], within: 39))
  }

  @Test(arguments: [
    (0, 1000, DeviceOrientation.portrait), (-1000, 0, .landscapeRight),
    (0, -1000, .portraitUpsideDown), (1000, 0, .landscapeLeft),
  ])
  func theNearestOrientationFollowsTheSigns(x: Int64, y: Int64, expected: DeviceOrientation) {
    let attitude = Attitude(x: x, y: y, z: 0)
    #expect(attitude.nearest == expected)
    #expect(attitude.distance(to: expected) == 0)
  }

  /// 0.049° and 0.051° on each side of an axis; the arithmetic is off by less than 0.001°.
  @Test(arguments: [(855_211, 0), (890_118, 1)] as [(Int64, Int64)])
  func anglesAreRoundedToTheNearestTenth(sideways: Int64, tenths: Int64) {
    let onwards: Int64 = 1_000_000_000
    #expect(Attitude(x: -sideways, y: onwards, z: 0).angle == tenths)
    #expect(Attitude(x: -onwards, y: sideways, z: 0).angle == 900 - tenths)
    #expect(Attitude(x: -sideways, y: -onwards, z: 0).angle == 1800 - tenths)
    #expect(Attitude(x: onwards, y: sideways, z: 0).angle == 2700 + tenths)
  }

  /// Beyond ±64 g all lengths are the same.
  @Test func lengthsAreClampedTo64G() {
    let lengths = [64_000, 64_001, .max, -64_000, .min]
      .map { MagnitudeSquare(Acceleration(x: 0, y: $0, z: 0)) }
    #expect(lengths.allSatisfy { $0.isNear(lengths[0], within: 0) })
    let less = MagnitudeSquare(Acceleration(x: 0, y: 63_999, z: 0))
    #expect(!less.isNear(lengths[0], within: 0))
  }
}
