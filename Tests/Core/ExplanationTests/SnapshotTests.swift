// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

import Explanation

/// Explanations compared word for word with the files in Tests/Snapshots/explanation.
///
/// Run with SWIVEL_UPDATE_SNAPSHOTS=1 to write the files anew, and read the difference.
struct SnapshotTests {
  @Test(arguments: Stories.names) func standardExplanationsMatchTheirSnapshots(_ name: String)
    throws
  {
    let story = try Stories.story(name)
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rules: story.rules, source: "\(name).yaml")
    let line = VerdictLine(verdict, rulesID: story.rulesID).text
    let text = explanation.text() + "\n\n" + line + "\n"
    try Snapshots.compare(text, with: name)
    #expect(explanation.text().split(separator: "\n").count <= Explanation.mostLines)
  }

  @Test func theFullExplanationMatchesItsSnapshot() throws {
    let story = try Stories.story("hidden-menu")
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rules: story.rules)
    try Snapshots.compare(explanation.text(.full) + "\n", with: "hidden-menu-full")
  }
}
