// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Testing

@testable import Configuration

@Suite struct StatedOrientationsTests {
  private static let swivel = "X-Swivel-Supported-Orientations"
  private static let lomiri = "X-Lomiri-Supported-Orientations"

  private func read(_ lines: String...) throws -> StatedOrientations? {
    let text = (["[Desktop Entry]"] + lines).joined(separator: "\n")
    return try StatedOrientations(DesktopEntry(Array(text.utf8), file: "a.desktop"), file: "a")
  }

  /// A list of words, and its meaning on a portrait and on a landscape panel.
  struct Meaning: Sendable {
    var words: String
    var onPortrait: OrientationMask
    var onLandscape: OrientationMask

    init(_ words: String, _ onPortrait: OrientationMask, _ onLandscape: OrientationMask) {
      (self.words, self.onPortrait, self.onLandscape) = (words, onPortrait, onLandscape)
    }
  }

  private static let portraits: OrientationMask = [.portrait, .portraitUpsideDown]

  static let ours = [
    Meaning("any", .all, .all), Meaning("all", .all, .all), Meaning("none", [], []),
    Meaning("all-but-upside-down", .allButUpsideDown, .allButUpsideDown),
    Meaning("portrait", portraits, portraits), Meaning("landscape", .landscape, .landscape),
    Meaning("natural", .portrait, .landscapeRight),
    Meaning("portrait-primary", .portrait, .portrait),
    Meaning("landscape-left", .landscapeLeft, .landscapeLeft),
    Meaning("portrait-primary; portrait-upside-down,", portraits, portraits),
  ]

  static let lomiris = [
    Meaning("portrait", .portrait, .portrait),
    Meaning("landscape", .landscapeLeft, .landscapeRight),
    Meaning("inverted-portrait", .portraitUpsideDown, .portraitUpsideDown),
    Meaning("InvertedLandscape", .landscapeRight, .landscapeLeft),
    Meaning("primary", .portrait, .landscapeRight),
    Meaning(
      "portrait, landscape ; inverted_landscape;", .allButUpsideDown, .allButUpsideDown),
  ]

  private func expect(_ meaning: Meaning, of key: String) throws {
    let stated = try read("\(key)=\(meaning.words)")
    #expect(stated?.mask(on: .portrait) == meaning.onPortrait)
    #expect(stated?.mask(on: .landscape) == meaning.onLandscape)
    #expect(stated?.source.key == key)
  }

  @Test(arguments: ours)
  func theSwivelKeyTakesTheWordsOfALock(meaning: Meaning) throws {
    try expect(meaning, of: Self.swivel)
  }

  @Test(arguments: lomiris)
  func theLomiriKeyNamesOneOrientationPerWord(meaning: Meaning) throws {
    try expect(meaning, of: Self.lomiri)
  }

  @Test func theSwivelKeyTakesPrecedenceUnlessEmpty() throws {
    let both = try read("\(Self.lomiri)=portrait", "\(Self.swivel)=landscape")
    #expect(both?.mask(on: .portrait) == .landscape)
    #expect(try read("\(Self.lomiri)=portrait", "\(Self.swivel)=;")?.source.key == Self.lomiri)
    #expect(try read("\(Self.lomiri)= , ;") == nil)
    #expect(try read("\(Self.lomiri)[de]=portrait", "Name=a") == nil)
  }

  @Test(arguments: [
    (lomiri, "portrait;sideways", "sideways"), (lomiri, "primary;landscape", "primary"),
    (lomiri, "any", "any"), (swivel, "primary", "primary"), (swivel, "current", "current"),
    (swivel, "Portrait", "Portrait"), (swivel, "landscape left", "landscapeleft"),
  ])
  func anUnknownOrientationIsReportedWithItsPlace(key: String, words: String, wrong: String) throws
  {
    let error = #expect(throws: InputError.self) { try read("Name=a", "\(key)=\(words)") }
    #expect(error?.line == 3 && error?.column == key.utf8.count + 2)
    #expect(error?.problem == "\"\(wrong)\" in \(key)")
    #expect(error?.valid.contains("landscape") == true)
  }
}
