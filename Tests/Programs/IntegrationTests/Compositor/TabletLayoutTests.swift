// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Drawing
import Experiments
import Foundation
import Orientation
import Scenarios
import Testing
import WindowBackend

@testable import swivel_tablet

/// Where the parts of the tablet's window are at each size and scale, what they say, and in which
/// colours.
@Suite struct TabletLayoutTests {
  private static let panels = [
    Size(width: 480, height: 640), Size(width: 1280, height: 800), Size(width: 390, height: 844),
  ]
  private static let sizes = [
    Size(width: 800, height: 600), Size(width: 1280, height: 800), Size(width: 1920, height: 1080),
    Size(width: 400, height: 300), Size(width: 75, height: 50), Size(width: 1, height: 1),
  ]

  private func layout(_ size: Size, _ panel: Size, _ scale: Int32) -> TabletLayout {
    TabletLayout(
      shape: HostShape(size: size, scale: scale, isExact: true), panel: panel,
      hasInspector: size.width >= TabletLayout.roomyWidth)
  }

  /// The device keeps clear of caption, bar and inspector at every quarter, and no two parts overlap.
  @Test(arguments: [Int32(120), 150, 240], Self.panels)
  func partsOfTheWindowNeverOverlap(_ scale: Int32, _ panel: Size) {
    for size in Self.sizes {
      let layout = layout(size, panel, scale)
      let (width, height) = (Double(size.width), Double(size.height))
      let inspector = layout.inspectorFrame
      #expect(inspector.width <= width / 2)
      #expect(inspector.y >= layout.captionHeight)
      let radius = (Double(max(panel.width, panel.height)) / 2 + TabletLayout.bezel) * layout.zoom
      let centre = (
        x: layout.centre.x / layout.pixelScale, y: layout.centre.y / layout.pixelScale
      )
      if width >= 400, height >= 300 {
        #expect(centre.x - radius >= 7 && centre.x + radius <= width - inspector.width - 7)
        #expect(centre.y - radius >= layout.captionHeight + 7)
        #expect(centre.y + radius <= height - TabletLayout.barHeight - 7)
      }
      let buttons = TabletButton.allCases.map { layout.frame(of: $0) }.filter { $0.width > 0 }
      let parts = (buttons + [layout.track].compactMap(\.self)).sorted { $0.x < $1.x }
      for (left, right) in zip(parts, parts.dropFirst()) {
        #expect(left.x + left.width <= right.x, "\(size)")
      }
      for part in parts { #expect(part.y >= height - TabletLayout.barHeight) }
    }
  }

  /// With room for it the inspector is open, and the device takes the whole height.
  @Test func theDeviceTakesTheHeightAndProgramsDrawForIt() {
    let panel = Size(width: 480, height: 640)
    for (size, scale, zoom, panelScale, inspector) in [
      (Size(width: 800, height: 600), Int32(120), 476.0 / 676, Int32(1), 0.0),
      (Size(width: 1280, height: 800), 120, 1, 1, 360),
      (Size(width: 1280, height: 800), 240, 1, 2, 360),
      (Size(width: 1920, height: 1080), 120, 956.0 / 676, 2, 360),
      (Size(width: 1920, height: 1080), 240, 956.0 / 676, 3, 360),
    ] {
      let layout = layout(size, panel, scale)
      #expect(abs(layout.zoom - zoom) < 1e-9, "\(size) \(layout.zoom)")
      #expect(layout.panelScale == panelScale, "\(size)")
      #expect(layout.inspectorWidth == inspector, "\(size)")
      // Never fewer pixels than it covers.
      #expect(layout.magnification <= 1.001)
    }
    let wanted = TabletLayout.wantedSize(for: panel)
    #expect(layout(wanted, panel, 120).zoom == 1 && wanted.width >= TabletLayout.roomyWidth)
  }

  /// A tablet of 1,000 pixels and one below have all buttons and a timeline.
  @Test func everyButtonHasItsPlaceItsKeyAndItsWords() {
    for width in [Int32(640), 800, 1280] {
      let layout = layout(Size(width: width, height: 600), Size(width: 480, height: 640), 120)
      for button in TabletButton.allCases {
        let frame = layout.frame(of: button)
        #expect(frame.width == 38, "\(button) \(width)")
        #expect(
          layout.part(at: frame.x + 19, frame.y + 18, angle: 0) == .button(button), "\(button)")
      }
      let track = layout.track
      #expect((track?.width ?? 0) >= 60, "\(width)")
      if let track {
        #expect(layout.part(at: track.x + 5, track.y + 5, angle: 0) == .track(x: 5))
      }
    }
    let keys = TabletButton.allCases.map(\.key)
    #expect(Set(keys.map(\.code)).count == keys.count && Set(keys.map(\.name)).count == keys.count)
    #expect(!keys.contains { $0.code == 31 }, "the key that saves")
    for button in TabletButton.allCases {
      for isOn in [false, true] { #expect(!button.words(isOn: isOn).isEmpty) }
    }
    #expect(TabletButton.play.words(isOn: true) == "Pause")
  }

  // MARK: - Words and colours

  private func split() throws -> Simulation {
    let path = "\(Swivel.packageRoot)/examples/scenarios/split-in-sight.yaml"
    return Simulation(try Scenario.load(path: path, rules: nil))
  }

  @Test func theCaptionIsTheSentenceOfTheDecision() throws {
    let steps = try split().steps
    let caption = Caption(steps[1].verdict, rulesID: "uikit-8", names: [:], isPast: false)
    #expect(caption.place == "Decision 1 · SW0301")
    #expect(caption.headline.hasPrefix("Split: the status bar turned, the page did not"))
    #expect(caption.headline.contains("hidden window \"menu\""))
    #expect(caption.tone == .bad)
    let past = Caption(steps[0].verdict, rulesID: "uikit-8", names: [:], isPast: true)
    #expect(past.place.hasPrefix("Decision 0, in the past"))
    #expect(past.tone == .plain)
  }

  @Test func hiddenWindowsAndPastScenesAreOutlines() throws {
    let verdict = try split().steps[1].verdict
    let hidden = Ghost.all(of: verdict, turnsOutputs: false, showsAll: false)
    #expect(hidden.map(\.name) == ["menu"])
    #expect(hidden.first?.isHidden == true && hidden.first?.isCulprit == true)
    // The menu stands in landscape-right, the page upright.
    let all = Ghost.all(of: verdict, turnsOutputs: false, showsAll: true)
    #expect(all.map(\.name) == ["main", "menu"])
    #expect(all.map(\.angle) == [0, 90])
  }

  /// Text is legible on every ground that it is drawn on, light and dark.
  @Test(arguments: [TabletTheme.light, .dark])
  func textHasEnoughContrastInBothThemes(_ theme: TabletTheme) {
    func luminance(_ colour: RGB) -> Double {
      func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
        + 0.0722 * linear(colour.blue)
    }
    func contrast(_ one: RGB, _ other: RGB) -> Double {
      let (light, dark) = (luminance(one), luminance(other))
      return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
    }
    for ink in [theme.text, theme.dim, theme.good, theme.warning, theme.bad] {
      #expect(contrast(ink, theme.chrome) >= 4.5)
      #expect(contrast(ink, theme.card) >= 4.5)
    }
    for ink in [theme.text, theme.dim, theme.bad] { #expect(contrast(ink, theme.badCard) >= 4.5) }
    #expect(contrast(theme.text, theme.chip) >= 4.5)
    #expect(contrast(theme.accent, theme.chip) >= 4.5)
    #expect(contrast(theme.chosenText, theme.chosen) >= 4.5)
  }
}
