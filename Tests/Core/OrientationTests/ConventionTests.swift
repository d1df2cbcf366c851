// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

/// The table of sign conventions: one row per panel edge that can be up.
@Suite struct ConventionTests {
  struct Row {
    var word: String, proxy: (Int32, Int32), android: (Int32, Int32), surface: String
    var wire: UInt8, sway: String, xrandr: String, kscreen: String, gnome: String, touch: [Int]
  }

  static let rows = [
    Row(
      word: "normal", proxy: (0, -1000), android: (0, 1000), surface: "0", wire: 0,
      sway: "normal", xrandr: "normal", kscreen: "none", gnome: "normal",
      touch: [1, 0, 0, 0, 1, 0]),
    Row(
      word: "left-up", proxy: (1000, 0), android: (-1000, 0), surface: "270", wire: 1,
      sway: "270", xrandr: "left", kscreen: "left", gnome: "left",
      touch: [0, -1, 1, 1, 0, 0]),
    Row(
      word: "bottom-up", proxy: (0, 1000), android: (0, -1000), surface: "180", wire: 2,
      sway: "180", xrandr: "inverted", kscreen: "inverted", gnome: "upside_down",
      touch: [-1, 0, 1, 0, -1, 1]),
    Row(
      word: "right-up", proxy: (-1000, 0), android: (1000, 0), surface: "90", wire: 3,
      sway: "90", xrandr: "right", kscreen: "right", gnome: "right",
      touch: [0, 1, 0, -1, 0, 1]),
  ]

  /// The first two rows of the matrix that maps unit touch coordinates of the panel to the content.
  ///
  /// Row by row: x' = m0·x + m1·y + m2, y' = m3·x + m4·y + m5.
  private static func touchMatrix(of transform: Transform) -> [Int] {
    let unit = Size(width: 1, height: 1)
    let inverse = transform.inverse
    let origin = inverse.apply(to: Point(x: 0, y: 0), in: unit)
    let right = inverse.apply(to: Point(x: 1, y: 0), in: unit)
    let down = inverse.apply(to: Point(x: 0, y: 1), in: unit)
    return [
      Int(right.x - origin.x), Int(down.x - origin.x), Int(origin.x),
      Int(right.y - origin.y), Int(down.y - origin.y), Int(origin.y),
    ]
  }

  @Test func everyPanelEdgeHasItsConventions() throws {
    for row in Self.rows {
      let edge = try #require(PanelEdge(proxyName: row.word))
      let transform = edge.transform
      #expect(transform.rawValue == row.wire)
      #expect(transform.name(in: .sway) == row.sway)
      #expect(transform.name(in: .xrandr) == row.xrandr)
      #expect(transform.name(in: .kscreen) == row.kscreen)
      #expect(transform.name(in: .gnome) == row.gnome)
      #expect(transform.name(in: .android) == row.surface)
      #expect(Self.touchMatrix(of: transform) == row.touch)
      let proxied = Acceleration(proxyX: row.proxy.0, y: row.proxy.1, z: 5)
      #expect(proxied == Acceleration(x: row.android.0, y: row.android.1, z: 5))
      #expect(DeviceOrientation(edgeUp: edge).edgeUp == edge)
    }
  }

  @Test func deviceOrientationNamesReadBack() {
    for orientation in DeviceOrientation.allCases {
      #expect(DeviceOrientation(name: orientation.name) == orientation)
    }
    #expect(DeviceOrientation(name: "landscape") == nil && DeviceOrientation(name: "") == nil)
  }

  @Test func interfaceOrientationNamesReadBack() {
    for orientation in InterfaceOrientation.allCases {
      #expect(InterfaceOrientation(name: orientation.name) == orientation)
    }
    #expect(InterfaceOrientation(name: "landscape") == nil)
    #expect(InterfaceOrientation(name: "") == nil)
  }

  /// Only Wayland and sway name mirrored transforms.
  @Test func transformNamesReadBackInEveryVocabulary() {
    for vocabulary in TransformVocabulary.allCases {
      for transform in Transform.allCases {
        let name = transform.name(in: vocabulary)
        let isNamed = !transform.isFlipped || [.wayland, .sway].contains(vocabulary)
        #expect((name != nil) == isNamed, "\(transform) in \(vocabulary)")
        #expect(name.flatMap { Transform(name: $0, in: vocabulary) } == (isNamed ? transform : nil))
      }
    }
  }

  /// Rules: B-1, V-1.
  @Test func deviceAndInterfaceLandscapeNamesAreCrossed() {
    #expect(DeviceOrientation.landscapeLeft.interface == .landscapeRight)
    #expect(DeviceOrientation.landscapeRight.interface == .landscapeLeft)
    #expect(DeviceOrientation.faceUp.interface == nil)
    #expect(InterfaceOrientation(transform: .rotated270, on: .portrait) == .landscapeRight)
    #expect(InterfaceOrientation(transform: .rotated90, on: .portrait) == .landscapeLeft)
  }

  @Test func naturalLandscapePanelsFollowW3C() {
    // Angles 0, 90, 180, 270 are transforms 0, 3, 2, 1.
    let seen = [Transform.normal, .rotated270, .rotated180, .rotated90].map {
      InterfaceOrientation(transform: $0, on: .landscape)
    }
    #expect(seen == [.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown])
    #expect(DeviceOrientation.portrait.named(on: .landscape) == .landscapeLeft)
    for panel in PanelNature.allCases {
      for orientation in InterfaceOrientation.fallbackOrder {
        let transform = orientation.transform(on: panel)
        #expect(transform.map { InterfaceOrientation(transform: $0, on: panel) } == orientation)
      }
    }
  }
}
