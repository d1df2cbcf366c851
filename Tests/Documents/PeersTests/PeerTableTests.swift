// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// Plays every row of the peers' tables, and keeps docs/peers.md equal to them.
@Suite struct PeerTableTests {
  @Test(arguments: PeerTable.names)
  func everyRowAgreesOrHasAReason(table: String) throws {
    for row in try PeerTable(named: table).rows {
      let found = row.differences()
      // A test of ours that shows another result is there as well.
      if let reason = row.differs, !row.isShownByATest {
        #expect(!found.isEmpty, "\(row.test) agrees now, against: \(reason)")
      } else {
        #expect(found == [], "\(row.test)")
      }
    }
  }

  /// At most three in a hundred of the rows that mean something here may differ.
  @Test func nearlyAllRowsAgree() throws {
    let rows = try PeerTable.names.flatMap { try PeerTable(named: $0).rows }
    let counts = Counts(rows)
    #expect(counts.differing * 100 <= 3 * (counts.agreeing + counts.differing))
  }

  @Test(arguments: PeerTable.names) func everyTestHasOneRow(table: String) throws {
    let names = try PeerTable(named: table).rows.map(\.test)
    #expect(Set(names).count == names.count)
  }

  @Test func thePageMatchesTheTables() throws {
    let file = ExampleFiles.root.appending(path: "docs/peers.md")
    let page = try Self.page()
    if ProcessInfo.processInfo.environment["SWIVEL_RECORD"] == "1" {
      try Data(page.utf8).write(to: file)
    }
    let written = try? String(contentsOf: file, encoding: .utf8)
    #expect(written == page, "docs/peers.md is stale: run again with SWIVEL_RECORD=1")
  }

  /// The numbers of rows.
  private struct Counts {
    var agreeing = 0
    var differing = 0
    var meaningless = 0

    init(_ rows: [PeerTable.Row]) {
      for row in rows {
        if case .none = row.proof {
          meaningless += 1
        } else if row.differs == nil {
          agreeing += 1
        } else {
          differing += 1
        }
      }
    }

    var cells: String { "\(agreeing) | \(differing) | \(meaningless)" }
  }

  private static func page() throws -> String {
    var text = """
      # What the peers' own tests say

      The tests that other systems hold their rotation to, and whether Swivel's rule sets and judges give
      the same results. `Tests/Peers/README.md` describes the tables; this page is written from them by
      `SWIVEL_RECORD=1 swift test --filter PeerTableTests`.

      | peer | version | agree | differ | no meaning here |
      |---|---|---|---|---|

      """
    let tables = try PeerTable.names.map { try PeerTable(named: $0) }
    for table in tables {
      text += "| \(table.peer) | \(table.version) | \(Counts(table.rows).cells) |\n"
    }
    text += "| all | | \(Counts(tables.flatMap(\.rows)).cells) |\n"
    text += """

      Random states and streams are compared with a second statement of four systems' logic: Android's
      choice of a rotation and ChromeOS's locks against the rule sets, the classifiers of iio-sensor-proxy
      and rot8, which has no tests of its own, against the judges (`Tests/Peers/*.py`).

      """
    for table in tables {
      text += "\n## \(table.peer)\n\n\(table.file), \(table.version), <\(table.address)>\n\n"
      text += "| test | what it sets up and expects | shown by | result |\n|---|---|---|---|\n"
      for row in table.rows {
        let cells = [row.test, row.says, row.shownBy, row.result]
        text +=
          "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
      }
    }
    return text
  }
}
