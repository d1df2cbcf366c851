// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

@Suite struct TransformFrameTests {
  @Test func everyTransformReturnsFromEveryFrame() {
    for frame in TransformFrame.allCases {
      for top in PanelEdge.allCases {
        for transform in Transform.allCases {
          let own = frame.transform(from: transform, mountedWith: top)
          #expect(frame.panelTransform(from: own, mountedWith: top) == transform)
        }
      }
    }
  }

  /// The panel's frame, and a panel that is mounted as it is scanned out, need no conversion.
  @Test func nothingChangesWithoutATurnedPanel() {
    for transform in Transform.allCases {
      #expect(TransformFrame.casing.transform(from: transform, mountedWith: .top) == transform)
      for top in PanelEdge.allCases {
        #expect(TransformFrame.panel.transform(from: transform, mountedWith: top) == transform)
      }
    }
  }

  /// A device that stands as built has the panel's mounted edge up: that is `normal` to the casing.
  @Test func normalIsUprightWhileTheDeviceStandsAsBuilt() {
    for top in PanelEdge.allCases {
      #expect(
        TransformFrame.casing.panelTransform(from: .normal, mountedWith: top) == top.transform)
      #expect(TransformFrame.casing.transform(from: top.transform, mountedWith: top) == .normal)
    }
  }

  /// All eight, as Mutter's meta_output_logical_to_crtc_transform and niri's sum have them: the turns
  /// add up, and the mirroring stays.
  @Test func theCasingsTurnsAddUpAndMirroringStays() {
    for top in PanelEdge.allCases {
      for transform in Transform.allCases {
        let panel = TransformFrame.casing.panelTransform(from: transform, mountedWith: top)
        #expect(panel.isFlipped == transform.isFlipped)
        #expect(
          panel.quarterTurns == (transform.quarterTurns + top.transform.quarterTurns) % 4)
      }
    }
  }

  @Test func thePictureOfAPortraitPanelInALandscapeCasingIsTheSame() {
    // Mutter calls the mode of an 800x1280 panel whose right edge is up 1280x800.
    let mode = Size(width: 1280, height: 800)
    #expect(
      TransformFrame.casing.panelSize(from: mode, mountedWith: .right)
        == Size(width: 800, height: 1280))
    #expect(TransformFrame.casing.panelSize(from: mode, mountedWith: .bottom) == mode)
    for transform in Transform.allCases {
      let panel = TransformFrame.casing.panelTransform(from: transform, mountedWith: .right)
      // Either way the content is of one size.
      #expect(panel.apply(to: Size(width: 800, height: 1280)) == transform.apply(to: mode))
    }
  }
}
