// SPDX-License-Identifier: Apache-2.0
import Explanation
import Fixtures
import Foundation
import Scenarios
import Testing
import Text

@testable import Report

@Suite struct ReportTests {
  static let story = """
    swivel: 1
    title: a <b>hostile</b> & "quoted" title
    rules: uikit-8
    app: {supported: [portrait, landscape-left, landscape-right]}
    windows:
      - id: main
        key: true
        root: {id: main.root, autorotate: false, supported: [portrait]}
      - {id: "</style><script>alert(1)</script>", level: alert, hidden: true}
    events:
      - device: landscape-left
      - device: portrait
      - device: landscape-left
      - device: face-up

    """

  static func report(_ language: Language = .english) throws -> Report {
    Report(
      Simulation(try Scenario.parse(story, file: "story.yaml")), language: language)
  }

  @Test func namesFromOutsideNeverBecomeMarkup() throws {
    let html = try Self.report().html
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains("<b>"))
    #expect(html.contains("&lt;script&gt;alert(1)"))
    #expect(html.components(separatedBy: "</style>") == 2)
  }

  /// The picture of a landscape panel is wide, and each output has its own.
  @Test func everyOutputIsDrawnWithTheShapeOfItsPanel() throws {
    let story = """
      swivel: 1
      rules: desktop
      device: {panel: landscape}
      windows:
        - {id: main, key: true}
      events:
        - output: {add: DP-2}
        - device: landscape-right

      """
    let report = Report(
      Simulation(try Scenario.parse(story, file: "story.yaml")), language: .english)
    let frames = try #require(report.steps.first { $0.frames.contains(where: \.isMoving) }).frames
    let panel = frames.filter { $0.output == "eDP-1" }
    #expect(panel.map(\.moment) == [.before, .during, .after])
    #expect(panel.allSatisfy { $0.aspect > 1000 })
    #expect(panel[0].layers.map(\.angle) == [0] && panel[0].held == 0)
    #expect(panel[2].layers.map(\.angle) == [-90] && panel[2].held == 90)
    let monitor = frames.filter { $0.output == "DP-2" }
    #expect(monitor.map(\.layers) == [[]] && monitor.first?.held == 0)
    #expect(report.html.contains("<figcaption>DP-2: "))
  }

  /// Picture and table mark the same windows, also without a conflict.
  @Test func aWindowThatPreventsARotationIsMarkedInThePicture() throws {
    let story = """
      swivel: 1
      rules: desktop
      device: {panel: landscape}
      windows:
        - {id: mpv, key: true, policy: {supported: landscape}}
        - {id: foot}
      events:
        - device: landscape-right

      """
    let report = Report(
      Simulation(try Scenario.parse(story, file: "story.yaml")), language: .english)
    let step = try #require(report.steps.last)
    let marked = try #require(step.frames.last).layers.filter(\.isCulprit).map(\.name)
    #expect(marked == ["mpv"])
    #expect(step.document.windows.filter(\.isCulprit).map(\.window) == marked)
  }

  /// A blocked rotation is no conflict; a desktop has a focus, UIKit a key window.
  @Test func aBlockedRotationHasNoRowForConflicts() throws {
    let story = """
      swivel: 1
      rules: desktop
      device: {panel: landscape}
      windows:
        - {id: mpv, key: true, policy: {supported: landscape}}
      events:
        - device: landscape-right
        - device: portrait

      """
    let html = Report(
      Simulation(try Scenario.parse(story, file: "story.yaml")), language: .english
    ).html
    #expect(!html.contains(">conflicts<") && !html.contains("▲"))
    #expect(html.contains(">focus</tspan>") && !html.contains(">key"))
    let conflict = try Self.report().html
    #expect(conflict.contains(">conflicts<") && conflict.contains("▲ a conflict is open."))
    #expect(conflict.contains(">key window</tspan>"))
  }

  @Test func noCharacterReversesTheDirectionOfThePage() throws {
    let story = Self.story.replacingOccurrences(of: "hostile", with: "\\u202Ehostile\\u2066")
      .replacingOccurrences(of: "title: a", with: "title: \"a")
      .replacingOccurrences(of: "\"quoted\" title", with: "quoted title\"")
    let html = Report(
      Simulation(try Scenario.parse(story, file: "\u{202E}story.yaml")), language: .english
    ).html
    #expect(html.contains("U+202Ehostile"))
    #expect(html.unicodeScalars.allSatisfy { $0 != "\u{202E}" && $0 != "\u{2066}" })
  }

  @Test func thePageLoadsNoExternalResource() throws {
    let html = try Self.report().html
    for attribute in ["src=", "url(", "@import", "<link", "<iframe", "<object"] {
      #expect(!html.contains(attribute), "\(attribute)")
    }
  }

  /// One sentence, the picture and the commands come first, then the details.
  @Test func thePageBeginsWithTheSentenceThePictureAndTheCommands() throws {
    let html = try Self.report().html
    var rest = html[...]
    for part in [
      "<h1 class=\"split\">The status bar turned, the page did not", "<div class=\"film\">",
      "<div class=\"copy\"><pre><code>swivel whatif story.yaml --step 1", "<h2>Timeline</h2>",
      "<section id=\"step-1\">",
    ] {
      let range = try #require(rest.firstRange(of: part), "\(part)")
      rest = rest[range.upperBound...]
    }
  }

  /// The page's policy permits the script that copies, by its digest, and no other one.
  @Test func onlyTheScriptThatCopiesMayRun() throws {
    let html = try Self.report().html
    #expect(html.components(separatedBy: "<script>") == 2)
    let script = try #require(
      html.split(separator: "<script>").last?.split(separator: "</script>").first)
    let digest = try Tool.run([
      "sh", "-c", "printf %s \"$1\" | openssl dgst -sha256 -binary | base64 | tr -d '\\n'", "sh",
      String(script),
    ])
    #expect(html.contains("script-src 'sha256-\(digest)'"))
  }

  @Test func theReportHighlightsTheSplitAndItsRule() throws {
    let report = try Self.report()
    #expect(report.steps.count == 5)
    #expect(report.mostTelling?.number == 1)
    let html = report.html
    #expect(html.contains("SW0301 split"))
    #expect(html.contains("id=\"step-1\""))
    #expect(html.contains("href=\"#rule-C-5\""))
    #expect(html.contains("<dt id=\"rule-C-5\">"))
  }

  @Test func everyInternalLinkHasATarget() throws {
    for language in Language.allCases {
      let html = try Self.report(language).html
      for part in html.split(separator: "href=\"#").dropFirst() {
        let target = part.prefix { $0 != "\"" }
        #expect(html.contains("id=\"\(target)\""), "\(target)")
      }
    }
  }

  @Test func aRepeatedStepLinksToTheEarlierOne() throws {
    let html = try Self.report().html
    #expect(html.contains("The same as <a href=\"#step-1\">Step 1</a>"))
  }

  @Test func aRotationHasFramesBeforeDuringAndAfter() throws {
    let report = try Self.report()
    let split = report.steps[1]
    #expect(split.frames.map(\.moment) == [.before, .during, .after])
    let menu = try #require(split.frames[1].layers.last)
    #expect(menu.angle == 45)
    #expect(menu.isMoving)
    #expect(split.frames[1].layers[0].isMoving == false)
    #expect(split.frames[2].layers.map(\.angle) == [0, 90])
    #expect(split.frames[2].held == -90)
    #expect(split.frames[2].bar == Frame.Bar(angle: 90, isHidden: true))
  }

  @Test func aChineseReportHasNoEnglishWords() throws {
    let html = try Self.report(.chinese).html
    #expect(html.contains("lang=\"zh-Hans\""))
    for word in [">before<", ">window<", "to blame", "What helps", ">Because<"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test func aStripPictureIsAStandaloneSVG() throws {
    let report = try Self.report()
    let svg = StripPicture(report.steps[1], language: .english).svg
    #expect(svg.hasPrefix("<svg xmlns="))
    #expect(!svg.contains("<script"))
    #expect(svg.components(separatedBy: "rotate(-90)") > 2)
  }
}

extension String {
  /// Returns the number of parts into which a separator cuts the text.
  fileprivate func components(separatedBy separator: String) -> Int {
    var count = 1
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
