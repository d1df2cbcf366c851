// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Desktop

/// The batches of rotations, their order, and their answers.
@Suite struct TurnQueueTests {
  private func turn(_ output: Int, _ transform: Transform, _ change: UInt32) -> TurnQueue.Turn {
    TurnQueue.Turn(output: "HEADLESS-\(output)", transform: transform, tag: change)
  }

  private func eight(_ transform: Transform = .rotated90) -> [TurnQueue.Turn] {
    (1...8).map { turn($0, transform, UInt32($0)) }
  }

  private func next(of queue: inout TurnQueue) throws -> TurnQueue.Batch {
    let batch = queue.next()
    return try #require(batch)
  }

  @Test func rotationsAddedTogetherGoOutInOneBatch() throws {
    var queue = TurnQueue()
    for turn in eight() { #expect(queue.add(turn) == []) }
    let batch = try next(of: &queue)
    #expect(batch.turns == eight() && batch.unanswered == [])
    #expect(queue.next() == nil)
    #expect(queue.answered(batch.number, .succeeded) == eight())
    // All rotations are answered, and an answer counts once.
    #expect(queue.answered(batch.number, .succeeded) == [])
    queue.settled(batch.number)
    #expect(queue.next() == nil)
  }

  @Test func theNextChangeWaitsForTheAnswerAndTheReport() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    let first = try next(of: &queue)
    _ = queue.add(turn(2, .rotated90, 2))
    _ = queue.add(turn(3, .rotated90, 3))
    #expect(queue.next() == nil)
    #expect(queue.answered(first.number, .succeeded) == [turn(1, .rotated90, 1)])
    #expect(queue.next() == nil)
    queue.settled(first.number)
    #expect(queue.next()?.turns == [turn(2, .rotated90, 2), turn(3, .rotated90, 3)])
    // A late report on the first batch does not settle the second.
    queue.settled(first.number)
    #expect(queue.next() == nil)
  }

  /// The answer comes before the report, and the next batch is made from the last report.
  @Test func anUnreportedRotationIsKeptInTheNextBatch() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    let first = try next(of: &queue)
    _ = queue.answered(first.number, .succeeded)
    queue.settled(first.number)
    _ = queue.add(turn(2, .rotated90, 2))
    let second = try next(of: &queue)
    #expect(second.unanswered == [turn(1, .rotated90, 1)])
    _ = queue.answered(second.number, .succeeded)
    queue.settled(second.number)
    queue.reported("HEADLESS-1")
    _ = queue.add(turn(3, .rotated90, 3))
    #expect(queue.next()?.unanswered == [turn(2, .rotated90, 2)])
  }

  @Test func aTurnThatHasNotGoneOutIsReplaced() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    _ = queue.add(turn(2, .rotated90, 2))
    #expect(queue.add(turn(1, .rotated180, 3)) == [turn(1, .rotated90, 1)])
    #expect(queue.next()?.turns == [turn(2, .rotated90, 2), turn(1, .rotated180, 3)])
  }

  @Test func rotationsOfARemovedOutputAreWithdrawn() {
    var queue = TurnQueue()
    for turn in eight() { _ = queue.add(turn) }
    let gone = queue.withdraw { $0 == "HEADLESS-3" }
    #expect(gone == [turn(3, .rotated90, 3)])
    #expect(queue.next()?.turns.count == 7)
  }

  @Test func aRepeatedRotationDoesNotWaitForTheAnswer() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    _ = queue.add(turn(2, .rotated90, 2))
    let first = try next(of: &queue)
    queue.handled(first.number)
    // Another transform does not show that the answer will not come.
    #expect(queue.add(turn(1, .normal, 3)) == [])
    #expect(queue.next() == nil)
    #expect(queue.add(turn(1, .normal, 4)) == [turn(1, .normal, 3)])
    let second = try next(of: &queue)
    #expect(second.turns == [turn(1, .normal, 4)])
    // A batch with another transform would undo what the first one still may do.
    #expect(second.unanswered == [turn(2, .rotated90, 2)])
    #expect(queue.answered(first.number, .succeeded) == first.turns)
    #expect(queue.answered(second.number, .succeeded) == second.turns)
  }

  /// Returns a queue with an unanswered batch, requested again, so that nothing waits for it.
  private func queueWithOneUnanswered() throws -> TurnQueue {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    queue.handled(try next(of: &queue).number)
    _ = queue.add(turn(1, .rotated90, 2))
    let again = try next(of: &queue)
    #expect(queue.answered(again.number, .cancelled) == again.turns)
    queue.settled(again.number)
    return queue
  }

  @Test func anUnansweredRotationIsKeptUntilTheOutputReports() throws {
    var queue = try queueWithOneUnanswered()
    _ = queue.add(turn(2, .rotated90, 3))
    let second = try next(of: &queue)
    #expect(second.unanswered == [turn(1, .rotated90, 1)])
    _ = queue.answered(second.number, .succeeded)
    queue.settled(second.number)
    queue.reported("HEADLESS-1")
    _ = queue.add(turn(2, .normal, 4))
    #expect(try next(of: &queue).unanswered == [])
    // The report may come before the answer is given up.
    queue.reported("HEADLESS-2")
    queue.handled(4)
    _ = queue.add(turn(1, .normal, 5))
    _ = queue.add(turn(1, .normal, 6))
    _ = queue.add(turn(2, .normal, 7))
    _ = queue.add(turn(1, .rotated180, 8))
    #expect(queue.withdraw { $0 == "HEADLESS-2" } == [turn(2, .normal, 7)])
    #expect(try next(of: &queue).unanswered == [])
  }

  @Test func anUnansweredRotationIsDroppedAfterALaterSuccess() throws {
    var queue = try queueWithOneUnanswered()
    _ = queue.add(turn(1, .normal, 3))
    let back = try next(of: &queue)
    _ = queue.answered(back.number, .succeeded)
    queue.settled(back.number)
    _ = queue.add(turn(2, .rotated90, 4))
    // Only the later one is unanswered, until it is reported.
    #expect(try next(of: &queue).unanswered == [turn(1, .normal, 3)])
  }

  /// A batch is refused after a later one was sent that includes its rotations.
  @Test func aRotationInALaterBatchIsNotRefusedByAnEarlierOne() throws {
    for result in [ChangeResult.succeeded, .failed] {
      var queue = TurnQueue()
      _ = queue.add(turn(1, .rotated90, 1))
      _ = queue.add(turn(2, .rotated90, 2))
      let both = try next(of: &queue)
      queue.handled(both.number)
      _ = queue.add(turn(2, .rotated90, 3))
      let later = try next(of: &queue)
      queue.handled(later.number)
      #expect(later.unanswered == [turn(1, .rotated90, 1)])
      _ = queue.add(turn(2, .rotated90, 4))
      let last = try next(of: &queue)
      #expect(queue.answered(both.number, .failed) == [turn(2, .rotated90, 2)])
      #expect(queue.answered(later.number, .cancelled) == [turn(2, .rotated90, 3)])
      let ended = queue.answered(last.number, result)
      #expect(Set(ended) == [turn(1, .rotated90, 1), turn(2, .rotated90, 4)])
    }
  }

  @Test func anApplierThatNeverAnswersIsStillAsked() throws {
    var queue = TurnQueue()
    var asked = 0
    for number in 1...100 {
      _ = queue.add(turn(1, .rotated90, UInt32(number)))
      if let batch = queue.next() {
        asked += 1
        queue.handled(batch.number)
      }
    }
    #expect(asked == 100)
  }

  /// A stopped display server handles nothing, however often and fast requests change.
  @Test func onlyTheNewestRequestWaitsBehindAnUnhandledChange() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    let first = try next(of: &queue)
    for number in 2...1000 {
      let replaced = queue.add(turn(1, number % 2 == 0 ? .normal : .rotated90, UInt32(number)))
      #expect(replaced.map(\.tag) == (number == 2 ? [] : [UInt32(number - 1)]))
      #expect(queue.next() == nil && !queue.isDue)
    }
    queue.handled(first.number)
    #expect(queue.answered(first.number, .succeeded) == [turn(1, .rotated90, 1)])
    queue.settled(first.number)
    #expect(queue.next()?.turns == [turn(1, .normal, 1000)])
  }

  @Test func aRequestRepeatedDuringAStopIsSentOnceTheChangeIsHandledUnanswered() throws {
    var queue = TurnQueue()
    _ = queue.add(turn(1, .rotated90, 1))
    let first = try next(of: &queue)
    _ = queue.add(turn(1, .rotated90, 2))
    #expect(queue.next() == nil)
    queue.handled(first.number)
    #expect(queue.isDue)
    #expect(try next(of: &queue).turns == [turn(1, .rotated90, 2)])
  }

  @Test func aRefusedRotationDoesNotFailTheOthersOfItsBatch() throws {
    var queue = TurnQueue()
    for turn in eight() { _ = queue.add(turn) }
    let all = try next(of: &queue)
    #expect(queue.answered(all.number, .failed) == [])
    queue.settled(all.number)
    var refused: [TurnQueue.Turn] = []
    var done: [TurnQueue.Turn] = []
    while let batch = queue.next() {
      #expect(batch.turns.count == 1)
      let isRefused = batch.turns[0].output == "HEADLESS-5"
      let answered = queue.answered(batch.number, isRefused ? .failed : .succeeded)
      if isRefused { refused += answered } else { done += answered }
      queue.settled(batch.number)
    }
    #expect(refused == [turn(5, .rotated90, 5)])
    #expect(done == eight().filter { $0.output != "HEADLESS-5" })
  }

  @Test func anOutputThatHasReportedIsNotRetriedAlone() throws {
    var queue = TurnQueue()
    for number in 1...3 { _ = queue.add(turn(number, .rotated90, UInt32(number))) }
    let all = try next(of: &queue)
    queue.reported("HEADLESS-2")
    #expect(queue.answered(all.number, .failed) == [turn(2, .rotated90, 2)])
    queue.settled(all.number)
    #expect(queue.next()?.turns == [turn(1, .rotated90, 1)])
  }

  @Test func aReplacedRotationIsNotRetriedAlone() throws {
    var queue = TurnQueue()
    for turn in eight() { _ = queue.add(turn) }
    let all = try next(of: &queue)
    _ = queue.add(turn(2, .rotated180, 9))
    #expect(queue.answered(all.number, .failed) == [turn(2, .rotated90, 2)])
    queue.settled(all.number)
    let next = try next(of: &queue)
    #expect(next.turns == [turn(2, .rotated180, 9)])
    #expect(queue.answered(next.number, .succeeded) == next.turns)
    queue.settled(next.number)
    #expect(queue.add(turn(3, .normal, 10)) == [turn(3, .rotated90, 3)])
  }

  /// In any order of events, each rotation is answered or replaced once and never lost.
  @Test func everyRotationIsAnsweredOrReplacedExactlyOnce() {
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<200 {
      var queue = TurnQueue()
      var ends: [UInt32: Int] = [:]
      var under: [TurnQueue.Batch] = []
      var last: UInt32 = 0
      func end(_ turns: [TurnQueue.Turn]) {
        for turn in turns { ends[turn.tag, default: 0] += 1 }
      }
      for _ in 0..<60 {
        switch random(4) {
        case 0, 1:
          last += 1
          end(queue.add(turn(random(3) + 1, random(2) == 0 ? .normal : .rotated90, last)))
        case 2:
          if let batch = queue.next() { under.append(batch) }
          if let last = under.last, random(2) == 0 { queue.handled(last.number) }
        default:
          guard !under.isEmpty else { continue }
          let batch = under.remove(at: random(under.count))
          end(queue.answered(batch.number, random(3) == 0 ? .failed : .succeeded))
          queue.settled(batch.number)
        }
      }
      while true {
        if let batch = queue.next() { under.append(batch) }
        guard !under.isEmpty else { break }
        let batch = under.removeFirst()
        end(queue.answered(batch.number, .succeeded))
        queue.settled(batch.number)
      }
      #expect(ends.count == Int(last) && ends.values.allSatisfy { $0 == 1 })
    }
  }
}

/// Several rotations as one layout.
@Suite struct OutputChangeTests {
  private func row(_ count: Int) -> [DesktopOutput] {
    (0..<count).map { index in
      var output = DesktopOutput(name: "HEADLESS-\(index + 1)")
      output.enabled = true
      output.logicalPosition = Point(x: Int32(index) * 1280, y: 0)
      output.logicalSize = Size(width: 1280, height: 800)
      return output
    }
  }

  @Test func allRotatedOutputsAreInOneLayout() {
    let outputs = row(8)
    let turns = outputs.map { OutputChange.Turn(output: $0.name, transform: .rotated90) }
    let change = OutputChange(turns, among: outputs)
    #expect(change.layout.map(\.transform) == Array(repeating: .rotated90, count: 8))
    #expect(change.layout.map(\.position.x) == (0..<8).map { $0 * 800 })
  }

  @Test func otherOutputsKeepTheirTransformAndMove() {
    var outputs = row(3)
    outputs[1].transform = .rotated180
    outputs.append(DesktopOutput(name: "off"))
    let turns = [0, 2].map { OutputChange.Turn(output: outputs[$0].name, transform: .rotated270) }
    let change = OutputChange(turns, among: outputs)
    #expect(change.layout.map(\.transform) == [.rotated270, .rotated180, .rotated270])
    #expect(change.layout.map(\.position.x) == [0, 800, 2080])
    #expect(change.place(of: "off") == nil)
  }
}
