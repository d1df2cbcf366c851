// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import Orientation
import Testing

@testable import Diagnosis

/// Explanations compared word for word with the files in Tests/Snapshots/explanation.
///
/// Run with SWIVEL_UPDATE_SNAPSHOTS=1 to write the files anew, and read the difference.
struct SnapshotTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots/explanation")

  @Test(arguments: Stories.names) func standard(_ name: String) throws {
    let story = try Stories.story(name)
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rulesID: story.rulesID, source: "\(name).yaml")
    let line = VerdictLine(verdict, rulesID: story.rulesID).text
    let text = explanation.text() + "\n\n" + line + "\n"
    try compare(text, with: name)
    #expect(explanation.text().split(separator: "\n").count <= Explanation.mostLines)
  }

  @Test func full() throws {
    let story = try Stories.story("hidden-menu")
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rulesID: story.rulesID)
    try compare(explanation.text(.full) + "\n", with: "hidden-menu-full")
  }

  private func compare(_ text: String, with name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["SWIVEL_UPDATE_SNAPSHOTS"] == "1" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
