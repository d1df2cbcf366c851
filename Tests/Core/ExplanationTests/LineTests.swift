// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing
import Text

@testable import Explanation

struct LineTests {
  @Test func explanationCodesAreUniqueAndSorted() {
    let codes = ExplanationCode.allCases
    #expect(Set(codes.map(\.title)).count == codes.count)
    #expect(codes.allSatisfy { $0.rawValue.wholeMatch(of: /SW[0-9]{4}/) != nil })
    #expect(codes.map(\.rawValue) == codes.map(\.rawValue).sorted())
  }

  @Test func outputReportsAreWrittenInOneLine() {
    func line(_ transform: Transform, _ result: OutputReport.Result, _ attempts: Int) -> String {
      let report = OutputReport(
        output: OutputID(1), transform: transform, result: result, attempts: attempts)
      return OutputLine(report, output: "eDP-1").text
    }
    #expect(
      line(.rotated90, .confirmed, 1)
        == "SW0501 confirmed: eDP-1 shows transform 1 (90° counter-clockwise, left edge up)")
    #expect(
      line(.normal, .confirmed, 2)
        == "SW0501 confirmed: eDP-1 shows transform 0 (normal, top edge up), at attempt 2")
    #expect(
      line(.rotated270, .retried, 1)
        == "SW0502 retried: eDP-1 has not confirmed transform 3 (270° counter-clockwise, "
        + "right edge up) after 1 attempt, which is requested once more")
    #expect(
      line(.rotated180, .refused, 4)
        == "SW0503 refused: eDP-1 refused transform 2 (180° counter-clockwise, bottom edge up), "
        + "4 attempts; it stays as it is until the device turns")
    #expect(
      line(.flipped90, .byOther, 0)
        == "SW0507 by-other: eDP-1 was rotated to "
        + "transform 5 (mirrored, then 90° counter-clockwise) by another program and stays so until "
        + "the device turns")
    #expect(line(.flipped, .unanswered, 4).contains("never confirmed transform 4 (mirrored), 4"))
  }

  @Test func decisionsAreWrittenInOneLine() {
    let story = Stories.desktop([], focus: nil)
    let lines = story.verdicts.map { VerdictLine($0, rulesID: story.rulesID).text }
    #expect(
      lines == [
        "0.000 eDP-1 unchanged at normal (top edge up): nothing had to rotate at the start",
        "1.500 eDP-1 turned normal -> 90 (left edge up): "
          + "no window has the focus, so the output follows the device",
      ])
  }

  @Test func decisionsAreWrittenInOneChineseLine() {
    let story = Stories.desktop([], focus: nil)
    let style = TextStyle(language: .chinese)
    let lines = story.verdicts.map {
      VerdictLine($0, rulesID: story.rulesID, style: style).text
    }
    #expect(lines.first?.hasPrefix("0.000 eDP-1 未变，停在 normal") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("1.500 eDP-1 已旋转 normal -> 90") == true, "\(lines)")
  }

  @Test func secondsAreTruncatedToMilliseconds() {
    #expect(Instant(nanoseconds: 12_345_999_999).seconds == "12.345")
    #expect(Instant(milliseconds: 7).seconds == "0.007")
    #expect(Instant(milliseconds: -1500).seconds == "-1.500")
  }
}
