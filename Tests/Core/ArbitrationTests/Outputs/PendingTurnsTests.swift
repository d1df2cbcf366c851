// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// Requests that the display server does not simply carry out.
@Suite struct PendingTurnsTests {
  @Test func aRotationIsRequestedOnceAndConfirmedByTheOutputAlone() {
    var display = FakeDisplay()
    display.turn(.left)
    #expect(display.wanted == [.rotated90])
    display.send(.applied(display.requests[0].change, .succeeded))
    #expect(display.results == [] && display.arbiter.isBusy)
    display.obey()
    #expect(display.results == [.confirmed])
    #expect(display.reports[0].attempts == 1)
    #expect(!display.arbiter.isBusy && display.deadlines.isEmpty && display.requests.isEmpty)
  }

  @Test func anAnswerToAnotherRequestHasNoEffect() {
    var display = FakeDisplay()
    display.turn(.left)
    display.send(.applied(ChangeID(999), .failed))
    display.wait(milliseconds: 150)
    #expect(display.results == [] && display.wanted == [.rotated90])
    display.answer(.failed)
    display.wait(milliseconds: 150)
    #expect(display.results == [.retried])
  }

  @Test func anAnswerConcernsTheOutputOfItsRequestAlone() {
    var display = FakeDisplay(outputs: 2)
    display.turn(.left)
    #expect(display.requests.map(\.output) == [FakeDisplay.first, FakeDisplay.second])
    // The first output has confirmed its rotation, so only the second one's request is repeated.
    display.send(.output(.transform(FakeDisplay.first, .rotated90)))
    display.send(.applied(display.requests[1].change, .failed))
    display.wait(milliseconds: 150)
    #expect(display.reports.map(\.output) == [FakeDisplay.first, FakeDisplay.second])
    #expect(display.reports.map(\.result) == [.confirmed, .retried])
  }

  @Test func aRefusedRotationIsGivenUpAfterFourAttempts() {
    var display = FakeDisplay()
    display.turn(.left)
    for attempt in 1...4 {
      #expect(display.wanted == [.rotated90], "attempt \(attempt)")
      display.answer(.failed)
      display.wait(milliseconds: 150)
    }
    #expect(display.results == [.retried, .retried, .retried, .refused])
    #expect(display.reports.last?.attempts == 4)
    #expect(display.requests.isEmpty && display.deadlines.isEmpty && !display.arbiter.isBusy)
    // Windows get the shown orientation, and nothing is requested until the device turns.
    #expect(display.output()?.desired == .normal)
    #expect(display.output()?.hold == .refused)
    display.send(.device(.rotationLock(false)))
    display.wait(milliseconds: 60_000)
    #expect(display.requests.isEmpty)
    display.turn(.bottom)
    #expect(display.wanted == [.rotated180])
  }

  @Test func aCancelledChangeIsRetriedAndCanSucceed() {
    var display = FakeDisplay()
    display.turn(.left)
    display.answer(.cancelled)
    #expect(display.requests.isEmpty)
    display.wait(milliseconds: 149)
    #expect(display.requests.isEmpty)
    display.wait(milliseconds: 1)
    display.obey()
    #expect(display.results == [.retried, .confirmed])
    #expect(display.reports.last?.attempts == 2)
  }

  @Test func aCancelledRotationIsGivenUpAfterFourAttempts() {
    var display = FakeDisplay()
    display.turn(.left)
    for _ in 1...4 {
      display.answer(.cancelled)
      display.wait(milliseconds: 150)
    }
    #expect(display.results.last == .cancelled)
    #expect(!display.arbiter.isBusy)
  }

  @Test func anUnansweredRequestIsRetriedAtTheDeadline() {
    var display = FakeDisplay()
    display.turn(.left)
    display.ignore()
    display.wait(milliseconds: 999)
    #expect(display.requests.isEmpty)
    display.wait(milliseconds: 1)
    #expect(display.wanted == [.rotated90] && display.results == [.retried])
    for _ in 2...4 {
      display.ignore()
      display.wait(milliseconds: 1000)
    }
    #expect(display.results == [.retried, .retried, .retried, .unanswered])
    #expect(!display.arbiter.isBusy)
  }

  @Test func anUnshownSuccessCountsAsUnanswered() {
    var display = FakeDisplay()
    display.turn(.left)
    for _ in 1...4 {
      display.answer(.succeeded)
      display.wait(milliseconds: 1000)
    }
    #expect(display.results.last == .unanswered)
  }

  @Test func anUnsupportedTransformIsGivenUpAtOnce() {
    var display = FakeDisplay()
    display.turn(.left)
    display.answer(.unsupported)
    #expect(display.results == [.unsupported])
    #expect(display.deadlines.isEmpty && !display.arbiter.isBusy)
  }

  @Test func aNewRotationReplacesThePendingOne() {
    var display = FakeDisplay()
    display.turn(.left)
    display.turn(.bottom)
    #expect(display.wanted == [.rotated90, .rotated180])
    display.obey()
    #expect(display.results == [], "the earlier change says nothing about the later one")
    display.obey()
    #expect(display.results == [.confirmed])
    #expect(display.output()?.transform == .rotated180)
    // The answer to the replaced request comes too late to matter.
    display.send(.applied(ChangeID(1), .failed))
    #expect(display.results == [.confirmed])
  }

  @Test func aRotationThereAndBackIsConfirmedAtTheDeadline() {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.turn(.bottom)
    display.turn(.left)
    // The display server reports nothing, since nothing has changed between two of its reports.
    display.ignore()
    display.answer(.succeeded)
    display.wait(milliseconds: 1000)
    #expect(display.results == [.confirmed, .confirmed])
    #expect(display.requests.isEmpty && !display.arbiter.isBusy)
  }

  /// A compositor that was busy for longer than the deadline carries out both turns afterwards.
  @Test func withoutAnAnswerARotationBackIsRetriedNotConfirmed() {
    var display = FakeDisplay()
    display.turn(.left)
    display.turn(.top)
    display.wait(milliseconds: 1000)
    #expect(display.results == [.retried] && display.arbiter.isBusy)
    #expect(display.wanted == [.rotated90, .normal, .normal])
    while !display.requests.isEmpty { display.obey() }
    #expect(display.results == [.retried, .confirmed])
    #expect(display.output()?.transform == .normal && display.output()?.isHeld == false)
    #expect(display.deadlines.isEmpty && !display.arbiter.isBusy)
  }

  /// The first rotation changes the state from which the second was made.
  @Test func aRotationShownLateIsReversed() {
    var display = FakeDisplay()
    display.turn(.left)
    display.turn(.top)
    display.wait(milliseconds: 1000)
    display.obey()
    display.answer(.cancelled)
    display.answer(.cancelled)
    #expect(display.output()?.transform == .rotated90)
    display.wait(milliseconds: 150)
    #expect(display.wanted == [.normal])
    display.obey()
    #expect(display.results == [.retried, .retried, .confirmed])
    #expect(display.output()?.transform == .normal && display.output()?.isHeld == false)
  }

  @Test func aRotationShownAfterTheLastAttemptIsReversed() {
    var display = FakeDisplay()
    display.turn(.left)
    display.turn(.top)
    display.wait(milliseconds: 4000)
    #expect(display.results == [.retried, .retried, .retried, .unanswered])
    display.obey()
    while display.requests.count > 1 { display.answer(.cancelled) }
    #expect(display.wanted == [.normal])
    display.obey()
    #expect(display.results.suffix(2) == [.unanswered, .confirmed])
    #expect(display.output()?.transform == .normal)
  }

  @Test func restoringReversesAnUnansweredRotation() {
    var display = FakeDisplay()
    display.turn(.left)
    display.wait(milliseconds: 4000)
    #expect(display.results.last == .unanswered && display.wanted.count == 4)
    display.send(.output(.restore))
    #expect(display.wanted.last == .normal && display.arbiter.isBusy)
    while !display.requests.isEmpty { display.obey() }
    #expect(display.results.last == .confirmed && !display.arbiter.isBusy)
    #expect(display.output()?.transform == .normal)
  }

  @Test func aReportAfterTheAnswersIsNotAnotherPrograms() {
    var display = FakeDisplay()
    display.turn(.left)
    display.turn(.top)
    display.wait(milliseconds: 4000)
    display.answer(.succeeded)
    display.answer(.succeeded)
    // The output shows its initial transform, and no request that is left can change that.
    display.send(.output(.restore))
    while !display.requests.isEmpty { display.answer(.succeeded) }
    display.send(.output(.transform(FakeDisplay.first, .rotated90)))
    #expect(display.wanted == [.normal])
    display.obey()
    #expect(!display.results.contains(.byOther) && display.results.last == .confirmed)
    #expect(display.output()?.transform == .normal && !display.arbiter.isBusy)
  }

  @Test func anUnsupportedTransformThatAppearsIsAnotherPrograms() {
    var display = FakeDisplay()
    display.turn(.left)
    display.answer(.unsupported)
    display.send(.output(.transform(FakeDisplay.first, .rotated90)))
    #expect(display.results == [.unsupported, .byOther])
    display.send(.output(.restore))
    #expect(display.requests.isEmpty)
  }

  @Test func aConfirmationAfterTheLastAttemptCounts() {
    var display = FakeDisplay()
    display.turn(.left)
    for _ in 1...4 {
      display.ignore()
      display.wait(milliseconds: 1000)
    }
    #expect(display.output()?.desired == .normal && display.output()?.hold == .unanswered)
    display.send(.output(.transform(FakeDisplay.first, .rotated90)))
    #expect(display.results.last == .confirmed)
    #expect(display.output()?.desired == .rotated90 && display.output()?.isHeld == false)
    display.turn(.top)
    #expect(display.wanted == [.normal])
  }

  /// A display server that was stopped cancels the only request that was sent to it; the later ones
  /// were replaced or withdrawn before they were sent.
  @Test func aLateRefusalIsFollowedByTheLastRequest() throws {
    var display = FakeDisplay()
    display.turn(.left)
    let first = display.requests[0].change
    display.ignore()
    for edge in [PanelEdge.left, .bottom] {
      display.turn(edge)
      for _ in 1...4 {
        display.wait(milliseconds: 1000)
        while display.requests.count > 1 { display.answer(.cancelled) }
      }
      #expect(display.results.last == .unanswered && display.output()?.hold == .unanswered)
      display.answer(.cancelled)
    }
    #expect(display.requests.isEmpty)
    display.send(.applied(first, .cancelled))
    #expect(display.wanted == [.rotated180])
    display.obey()
    #expect(display.results.last == .confirmed && display.output()?.transform == .rotated180)
    #expect(display.output()?.isHeld == false && !display.results.contains(.byOther))
  }

  // Another program shows the transform of a refused request, while an earlier request for another
  // one is open: the rotation counts as confirmed, and is requested again if that one is carried out.
  @Test func aConfirmedRotationIsRequestedAgainAfterAnEarlierOneWasCarriedOut() {
    var display = FakeDisplay()
    display.turn(.left)
    display.ignore()
    display.turn(.bottom)
    display.answer(.failed)
    display.send(.output(.transform(FakeDisplay.first, .rotated180)))
    #expect(display.results == [.confirmed] && !display.arbiter.isBusy)
    display.send(.output(.transform(FakeDisplay.first, .rotated90)))
    #expect(display.wanted == [.rotated180])
    display.obey()
    #expect(display.results == [.confirmed, .confirmed])
    #expect(display.output()?.transform == .rotated180)
  }

  @Test func removingAnOutputEndsItsPendingChange() {
    var display = FakeDisplay()
    display.turn(.left)
    let change = display.requests[0].change
    display.send(.output(.remove(FakeDisplay.first)))
    #expect(display.deadlines.isEmpty && !display.arbiter.isBusy)
    display.send(.applied(change, .failed))
    display.send(.deadline(.change(change)))
    #expect(display.results == [])
  }
}
