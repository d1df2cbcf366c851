// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

@testable import Explanation

/// Each platform's own words for the orientations of a panel.
@Suite struct PlatformWordTests {
  /// A naturally landscape panel, turned to each of the four rotations.
  @Test(arguments: [
    (AndroidRotation.rotation0, "landscape", "landscape-primary", "landscape-primary"),
    (.rotation90, "reverse-portrait", "portrait-secondary", "portrait-primary"),
    (.rotation180, "reverse-landscape", "landscape-secondary", "landscape-secondary"),
    (.rotation270, "portrait", "portrait-primary", "portrait-secondary"),
  ])
  func aLandscapePanelHasThePlatformsWords(
    rotation: AndroidRotation, android: String, chromeOS: String, w3c: String
  ) {
    let device = Device(panel: .landscape)
    let shown = rotation.orientation(on: .landscape)
    #expect(
      AndroidRuleSet().word(for: shown, on: device)
        == "\(android) (ROTATION_\(rotation.rawValue))")
    #expect(ChromeOSRuleSet().word(for: shown, on: device) == chromeOS)
    #expect(ChromeOSRuleSet(.w3c).word(for: shown, on: device) == w3c)
  }

  @Test(arguments: [("uikit-8", "landscape-left"), ("desktop", "landscape-left")])
  func otherFamiliesKeepTheirNames(rules: String, word: String) throws {
    let rules = try #require(RuleSetCatalog.make(rules))
    #expect(rules.word(for: .landscapeLeft, on: Device()) == word)
  }

  /// A device whose default is reversed exchanges the names of 90 and 270 degrees (AN-18).
  @Test func aReversedDefaultExchangesTheWords() {
    var device = Device()
    device.android.reversesDefaultRotation = true
    let words = [AndroidRotation.rotation90, .rotation270].map {
      AndroidRuleSet(.android16).word(for: $0.orientation(on: .portrait), on: device)
    }
    #expect(words == ["reverse-landscape (ROTATION_90)", "landscape (ROTATION_270)"])
  }
}
