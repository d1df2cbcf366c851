// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

@Suite struct TransformGroupTests {
  @Test func groupLaws() {
    for a in Transform.allCases {
      #expect(a.followed(by: .normal) == a)
      #expect(Transform.normal.followed(by: a) == a)
      #expect(a.followed(by: a.inverse) == .normal)
      for b in Transform.allCases {
        for c in Transform.allCases {
          #expect(a.followed(by: b).followed(by: c) == a.followed(by: b.followed(by: c)))
        }
      }
    }
  }

  @Test func compositionAgreesWithGeometry() {
    let content = Size(width: 7, height: 4)
    for a in Transform.allCases {
      for b in Transform.allCases {
        for point in [Point(x: 0, y: 0), Point(x: 2, y: 1), Point(x: 7, y: 4)] {
          let stepwise = b.apply(to: a.apply(to: point, in: content), in: a.apply(to: content))
          #expect(a.followed(by: b).apply(to: point, in: content) == stepwise)
        }
      }
    }
  }

  @Test func ninetyPutsTheOriginAtTheLowerLeft() {
    let content = Size(width: 800, height: 1280)
    #expect(Transform.rotated90.apply(to: Point(x: 0, y: 0), in: content) == Point(x: 0, y: 800))
    #expect(Transform.rotated90.apply(to: content) == Size(width: 1280, height: 800))
    // flipped-90 is the transpose: the origin stays, x and y change places.
    #expect(Transform.flipped90.apply(to: Point(x: 3, y: 5), in: content) == Point(x: 5, y: 3))
    #expect(Transform.flipped.apply(to: Point(x: 0, y: 0), in: content) == Point(x: 800, y: 0))
  }

  @Test func rectanglesKeepTheirArea() {
    let content = Size(width: 80, height: 50)
    let rectangle = Rectangle(origin: Point(x: 10, y: 5), size: Size(width: 20, height: 7))
    for transform in Transform.allCases {
      let image = transform.apply(to: rectangle, in: content)
      #expect(Int(image.size.width) * Int(image.size.height) == 140)
      let back = transform.inverse.apply(to: image, in: transform.apply(to: content))
      #expect(back == rectangle)
    }
    #expect(
      Transform.rotated90.apply(to: rectangle, in: content)
        == Rectangle(origin: Point(x: 5, y: 50), size: Size(width: 7, height: 20)))
  }
}

/// The table of sign conventions: one row per panel edge that can be up.
@Suite struct ConventionTests {
  struct Row {
    var word: String, proxy: (Int32, Int32), android: (Int32, Int32), surface: String
    var wire: UInt8, sway: String, xrandr: String, kscreen: String, touch: [Int]
  }

  static let rows = [
    Row(
      word: "normal", proxy: (0, -1000), android: (0, 1000), surface: "0", wire: 0,
      sway: "normal", xrandr: "normal", kscreen: "none", touch: [1, 0, 0, 0, 1, 0]),
    Row(
      word: "left-up", proxy: (1000, 0), android: (-1000, 0), surface: "270", wire: 1,
      sway: "270", xrandr: "left", kscreen: "left", touch: [0, -1, 1, 1, 0, 0]),
    Row(
      word: "bottom-up", proxy: (0, 1000), android: (0, -1000), surface: "180", wire: 2,
      sway: "180", xrandr: "inverted", kscreen: "inverted", touch: [-1, 0, 1, 0, -1, 1]),
    Row(
      word: "right-up", proxy: (-1000, 0), android: (1000, 0), surface: "90", wire: 3,
      sway: "90", xrandr: "right", kscreen: "right", touch: [0, 1, 0, -1, 0, 1]),
  ]

  @Test func everyRowHolds() throws {
    for row in Self.rows {
      let edge = try #require(PanelEdge(proxyName: row.word))
      let transform = edge.transform
      #expect(transform.rawValue == row.wire)
      #expect(transform.name(in: .sway) == row.sway)
      #expect(transform.name(in: .xrandr) == row.xrandr)
      #expect(transform.name(in: .kscreen) == row.kscreen)
      #expect(transform.name(in: .android) == row.surface)
      #expect(transform.touchMatrix == row.touch)
      let proxied = Acceleration(proxyX: row.proxy.0, y: row.proxy.1, z: 5)
      #expect(proxied == Acceleration(x: row.android.0, y: row.android.1, z: 5))
      #expect(DeviceOrientation(edgeUp: edge).edgeUp == edge)
    }
  }

  @Test func everyVocabularyReadsWhatItWrites() {
    for vocabulary in TransformVocabulary.allCases {
      for transform in Transform.allCases {
        guard let name = transform.name(in: vocabulary) else { continue }
        #expect(Transform(name: name, in: vocabulary) == transform)
      }
    }
  }

  @Test func landscapeNamesCross() {
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

/// Mistakes that other programs made and corrected.
@Suite struct SignMistakeTests {
  @Test func swayCountsClockwise() {
    #expect(Transform(name: "90", in: .sway) == .rotated270)
    #expect(Transform.rotated90.name(in: .sway) == "270")
    #expect(Transform.flipped90.name(in: .sway) == "flipped-270")
  }

  @Test func reversingIsNotInverting() {
    #expect(Transform.flipped90.inverse == .flipped90)
    #expect(Transform.flipped90.withDirectionReversed == .flipped270)
  }

  @Test func rotatingTwiceIsHalfATurn() {
    #expect(Transform.rotated90.followed(by: .rotated90) == .rotated180)
  }

  @Test func proxyKeepsZ() {
    #expect(Acceleration(proxyX: 1, y: 2, z: 3) == Acceleration(x: -1, y: -2, z: 3))
  }

  @Test func rot8HookWordsAreNotWireValues() {
    // It calls transform 90 "270"; read with the wire's words that turns the wrong way.
    #expect(Transform(name: "270", in: .wayland) != Transform(name: "270", in: .sway))
  }
}

@Suite struct MaskTests {
  @Test func rawValuesAreUIKits() {
    #expect(OrientationMask.portrait.rawValue == 2)
    #expect(OrientationMask.landscape.rawValue == 24)
    #expect(OrientationMask.allButUpsideDown.rawValue == 26)
    #expect(OrientationMask.all.rawValue == 30)
    #expect(InterfaceOrientation.landscapeRight.mask == .landscapeRight)
  }

  @Test func typeConfusionPits() {
    // The orientation portrait (1) as a mask has no legal bit; upside down (2) is MaskPortrait.
    #expect(OrientationMask(rawValue: 1).legal.isEmpty)
    #expect(OrientationMask(rawValue: 2) == .portrait)
    #expect(!OrientationMask(rawValue: 1).allows(.unknown))
  }
}
