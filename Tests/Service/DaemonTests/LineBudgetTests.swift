// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation
import Testing

@testable import Daemon

/// The limits of a log.
@Suite struct LineBudgetTests {
  @Test func rapidLinesOfAKindAreCountedAndTheLastIsKept() {
    var budget = LineBudget()
    var written: [String] = []
    for number in 0..<340 {
      let line = "turned \(number)"
      if budget.allows(line, ofKind: "turned", at: .zero) { written.append(line) }
    }
    #expect(written.count == LineBudget.most)
    let isOtherAllowed = budget.allows("another", ofKind: "other", at: .zero)
    #expect(isOtherAllowed)
    #expect(budget.deadline == Instant.zero + LineBudget.window)
    let early = budget.collected(at: .zero + .seconds(9))
    #expect(early == [])
    let collected = budget.collected(at: .zero + .seconds(10))
    #expect(collected == ["… 240 more in 10 s, the last: turned 339"])
    #expect(budget.deadline == nil)
  }

  /// A device that is turned back and forth for an hour at 100 Hz.
  @Test func endlessChangesWriteSomeLinesAMinute() {
    var budget = LineBudget()
    var lines = 0
    for number in 0..<360_000 {
      let now = Instant.zero + .milliseconds(Int64(number) * 10)
      lines += budget.collected(at: now).count
      if budget.allows("turned", ofKind: "turned", at: now) { lines += 1 }
    }
    #expect(lines < 100 + 360 * 7, "\(lines)")
  }

  @Test func theFullBudgetReturnsAfterAQuietTime() {
    var budget = LineBudget()
    for _ in 0..<200 { _ = budget.allows("a", ofKind: "a", at: .zero) }
    _ = budget.collected(at: .zero + .seconds(10))
    let later = Instant.zero + .seconds(60)
    let collected = budget.collected(at: later)
    let written = (0..<200).count { _ in budget.allows("a", ofKind: "a", at: later) }
    #expect(collected == [] && written == LineBudget.most)
  }

  @Test func manyKindsShareOneBudget() {
    var budget = LineBudget()
    let written = (0..<10_000).count { budget.allows("a", ofKind: "\($0)", at: .zero) }
    #expect(written < 300)
  }

  /// A kind that ended with its window leaves its place to another; one with a line that is not yet
  /// reported does not.
  @Test func kindsWhoseWindowHasEndedLeaveTheirPlace() {
    var budget = LineBudget()
    for number in 0..<100 { _ = budget.allows("a", ofKind: "\(number)", at: .zero) }
    for _ in 0..<LineBudget.most { _ = budget.allows("b", ofKind: "0", at: .zero) }
    let later = Instant.zero + LineBudget.window
    for kind in ["one", "two"] {
      let written = (0..<200).count { _ in budget.allows("c", ofKind: kind, at: later) }
      #expect(written == LineBudget.most)
    }
    #expect(budget.collected(at: later) == ["… 1 more in 10 s, the last: b"])
  }

  @Test func asSoonAsALineIsSuppressedItsCountIsDue() {
    var budget = LineBudget()
    for _ in 0..<LineBudget.most { _ = budget.allows("a", ofKind: "a", at: .zero) }
    #expect(budget.deadline == nil)
    _ = budget.allows("a", ofKind: "a", at: .zero)
    #expect(budget.deadline == Instant.zero + LineBudget.window)
  }

  @Test func notesWithNumbersAndNamesAreOneKind() {
    let kinds = Set((0..<10).map { LineBudget.kind(of: "hook \"h\($0)\": ended with code \($0)") })
    #expect(kinds.count == 1)
  }

  @Test func theReporterEscapesAndLimitsNotes() throws {
    let loop = try EventLoop()
    var lines: [String] = []
    let reporter = Reporter(
      explains: false, showsTitles: false, on: loop, output: { _ in }, errors: { lines.append($0) })
    for _ in 0..<1_000 { reporter.note("refused: \u{1B}[31m\n9.9 HEADLESS-1 turned") }
    reporter.stop()
    #expect(lines.count == LineBudget.most + 1)
    #expect(lines[0] == "swivel: refused: U+001B[31m 9.9 HEADLESS-1 turned")
    #expect(lines.last?.hasPrefix("swivel: … 900 more in 10 s") == true)
  }
}
