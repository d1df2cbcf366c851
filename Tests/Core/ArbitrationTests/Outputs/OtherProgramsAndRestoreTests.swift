// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// Other programs that rotate outputs, and the restoring of outputs.
@Suite struct OtherProgramsAndRestoreTests {
  private let first = FakeDisplay.first
  private let second = FakeDisplay.second

  /// Rules: W-10.
  @Test func anotherProgramsTransformStaysUntilTheDeviceTurns() {
    var display = FakeDisplay()
    display.turn(.top)
    display.send(.output(.transform(first, .rotated270)))
    #expect(display.results == [.byOther])
    #expect(display.reports.map(\.attempts) == [0], "nothing was requested")
    #expect(display.output()?.desired == .rotated270)
    #expect(display.arbiter.scene.statusBar.orientation == display.output()?.orientation)
    display.send(.device(.rotationLock(true)))
    display.send(.device(.rotationLock(false)))
    display.wait(milliseconds: 60_000)
    #expect(display.requests.isEmpty, "it is not fought")
    display.turn(.left)
    #expect(display.wanted == [.rotated90])
  }

  /// Rules: W-2, W-10.
  @Test func lyingFlatKeepsAnotherProgramsTransform() {
    var display = FakeDisplay()
    display.turn(.top)
    display.send(.output(.transform(first, .rotated270)))
    display.send(.device(.turned(.faceUp)))
    #expect(display.requests.isEmpty)
    display.turn(.left)
    #expect(display.wanted == [.rotated90])
  }

  @Test func anUnchangedTransformIsNotReported() {
    var display = FakeDisplay()
    display.send(.output(.transform(first, .normal)))
    #expect(display.results == [])
  }

  /// Two outputs, and a window with a live policy.
  private var displayWithLiveWindow: FakeDisplay {
    let root = Controller(id: "live", policy: .live(LivePolicy(id: PolicyID(7), name: "seven")))
    let window = Window(id: WindowID(0), name: "main", root: root)
    var display = FakeDisplay(outputs: 2, windows: [window], key: window.id)
    display.wait(milliseconds: 500)
    return display
  }

  @Test func anotherProgramsChangeAndBackDuringADecisionIsReportedTwice() {
    var display = displayWithLiveWindow
    display.turn(.left)
    #expect(!display.openQuestions.isEmpty)
    display.send(.output(.transform(second, .rotated270)))
    display.send(.output(.transform(second, .rotated270)))
    display.send(.output(.transform(second, .normal)))
    #expect(display.results == [.byOther, .byOther])
    display.wait(milliseconds: 300)
    #expect(display.openQuestions.isEmpty)
    #expect(display.output(second)?.transform == .normal)
  }

  @Test func aLateConfirmationCountsWhileADecisionWaits() {
    var display = displayWithLiveWindow
    display.turn(.left)
    display.wait(milliseconds: 10_000)
    #expect(display.results.suffix(2) == [.unanswered, .unanswered])
    display.turn(.bottom)
    #expect(!display.openQuestions.isEmpty)
    display.send(.output(.transform(second, .rotated270)))
    display.send(.output(.transform(second, .rotated90)))
    #expect(display.results.suffix(2) == [.byOther, .confirmed])
    display.wait(milliseconds: 300)
    #expect(display.output(second)?.transform == .rotated90)
  }

  /// Outputs take up to five seconds to recover after the machine's sleep.
  @Test(arguments: [(0, true), (4999, true), (5000, false)] as [(Int64, Bool)])
  func aTransformSetSoonAfterWakingIsOverruled(after milliseconds: Int64, isOverruled: Bool) {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.send(.output(.awake))
    display.wait(milliseconds: milliseconds)
    display.send(.output(.transform(first, .normal)))
    #expect(display.results.last == (isOverruled ? .overruled : .byOther))
    #expect(display.wanted == (isOverruled ? [.rotated90] : []))
  }

  /// Recordings hold the numbers, and later programs replay them.
  @Test func questionsAreNumberedOneByOne() {
    var display = displayWithLiveWindow
    var numbers: [UInt64] = []
    for edge in [PanelEdge.left, .bottom, .right] {
      display.turn(edge)
      while let question = display.openQuestions.first {
        numbers.append(question.rawValue)
        display.send(.policyFailed(question))
      }
    }
    #expect(numbers.count > 2)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(numbers)")
  }

  @Test func aRemovedOutputIsNotRotatedWhileADecisionWaits() {
    var display = displayWithLiveWindow
    display.turn(.left)
    display.wait(milliseconds: 300)
    #expect(display.requests.map(\.output) == [first, second])
    display.send(.output(.remove(first)))
    #expect(!display.openQuestions.isEmpty)
    display.send(.output(.awake))
    display.wait(milliseconds: 300)
    #expect(display.requests.map(\.output) == [first, second])
    #expect(display.deadlines.count == 1)
  }

  @Test func anOutputReturningWhileADecisionWaitsIsRestored() {
    var display = displayWithLiveWindow
    display.turn(.bottom)
    display.wait(milliseconds: 300)
    display.obey()
    display.obey()
    display.send(.output(.remove(second)))
    display.wait(milliseconds: 300)
    let back = Output(
      id: OutputID(3), name: "HEADLESS-2", panel: .landscape, transform: .rotated180,
      initial: .normal)
    display.send(.output(.add(back)))
    #expect(!display.openQuestions.isEmpty)
    display.send(.output(.restore))
    #expect(display.requests.map(\.output) == [first])
    display.wait(milliseconds: 300)
    #expect(display.requests.map(\.output) == [first, back.id])
    #expect(display.wanted == [.normal, .normal])
  }

  @Test func outputsAreConfirmedIndividually() {
    var display = FakeDisplay(outputs: 2)
    display.turn(.left)
    #expect(display.requests.map(\.output) == [first, second])
    display.send(.output(.transform(second, .rotated90)))
    #expect(display.reports.map(\.output) == [second])
    #expect(display.arbiter.isBusy)
    display.obey()
    #expect(display.results == [.confirmed, .confirmed])
    #expect(!display.arbiter.isBusy)
  }

  @Test func restoringAppliesTheInitialTransforms() {
    var display = FakeDisplay(outputs: 2)
    display.turn(.left)
    display.obey()
    display.obey()
    display.send(.output(.restore))
    #expect(display.wanted == [.normal, .normal])
    display.obey()
    display.obey()
    #expect(!display.arbiter.isBusy)
    display.send(.output(.restore))
    #expect(display.requests.isEmpty)
  }

  @Test func restoringSupersedesAPendingChange() {
    var display = FakeDisplay()
    display.turn(.left)
    display.send(.output(.restore))
    #expect(display.wanted == [.rotated90, .normal])
    display.obey()
    #expect(display.arbiter.isBusy)
    display.obey()
    #expect(display.results == [.confirmed] && !display.arbiter.isBusy)
  }

  @Test func aCancelledRestorationIsRetried() {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.send(.output(.restore))
    display.answer(.cancelled)
    display.wait(milliseconds: 150)
    display.obey()
    #expect(display.output()?.transform == .normal && !display.arbiter.isBusy)
  }

  @Test func restoringLeavesAnotherProgramsTransforms() {
    var display = FakeDisplay(outputs: 2, isManaged: [true, false])
    display.turn(.left)
    display.obey()
    display.send(.output(.transform(first, .rotated180)))
    display.send(.output(.transform(second, .rotated270)))
    display.send(.output(.restore))
    #expect(display.requests.isEmpty)
  }

  @Test func noOutputIsRotatedAfterRestoring() {
    var display = FakeDisplay(outputs: 2)
    display.turn(.left)
    display.obey()
    display.obey()
    display.send(.output(.restore))
    // Another program turns one output while the other one is being restored.
    display.obey()
    display.send(.output(.transform(first, .rotated180)))
    display.turn(.bottom)
    #expect(display.wanted == [.normal])
    display.obey()
    #expect(display.requests.isEmpty && !display.arbiter.isBusy)
    #expect(display.output(second)?.transform == .normal)
  }

  /// Outputs with different transforms, and one window whose policy never answers.
  private func displayWithSilence(outputs: Int32 = 1) -> FakeDisplay {
    let live = LivePolicy(id: PolicyID(1), name: "slow", ring: .client, fallback: DeclaredPolicy())
    let window = Window(
      id: WindowID(1), name: "app", root: Controller(id: "app", policy: .live(live)))
    return FakeDisplay(outputs: outputs, windows: [window], key: window.id) { output in
      if output.id == FakeDisplay.second {
        (output.transform, output.desired) = (.flipped, .flipped)
      }
    }
  }

  @Test func aReportDuringAPendingQuestionIsKept() {
    var display = displayWithSilence()
    display.turn(.left)
    display.wait(milliseconds: 500)
    #expect(display.wanted == [.rotated90])
    display.turn(.top)
    #expect(display.arbiter.isWaiting)
    display.obey()
    #expect(display.output()?.transform == .rotated90)
    display.wait(milliseconds: 500)
    #expect(display.output()?.transform == .rotated90 && display.wanted == [.normal])
  }

  @Test func noDeadlineOutlivesTheDecisionThatWaited() {
    var display = displayWithSilence(outputs: 2)
    display.turn(.left)
    var fired = 0
    while let id = display.openQuestions.first, fired < 20 {
      display.send(.deadline(.question(id)))
      fired += 1
      #expect(display.openQuestions.isEmpty || display.arbiter.isWaiting)
    }
    #expect(fired > 2 && !display.arbiter.isWaiting)
  }

  @Test func aDecisionPendingAtTheRestoreRotatesNothing() {
    var display = displayWithSilence()
    display.turn(.left)
    #expect(display.arbiter.isWaiting && display.requests.isEmpty)
    display.send(.output(.restore))
    display.wait(milliseconds: 1_000)
    #expect(!display.arbiter.isBusy && display.requests.isEmpty)
  }

  @Test func restoringUndoesARotationAfterALaterRefusal() {
    var display = FakeDisplay()
    display.turn(.left)
    display.obey()
    display.turn(.bottom)
    for _ in 1...4 {
      display.answer(.failed)
      display.wait(milliseconds: 150)
    }
    #expect(display.results.last == .refused)
    display.send(.output(.restore))
    #expect(display.wanted == [.normal])
  }

  @Test func aRefusingWindowBlocksTheOutputUntilRemoved() {
    let policy = DeclaredPolicy(autorotate: false)
    let player = Window(
      id: WindowID(1), name: "mpv", root: Controller(id: "mpv", policy: .declared(policy)))
    var display = FakeDisplay(windows: [player], key: player.id)
    display.turn(.left)
    #expect(display.requests.isEmpty)
    #expect(display.verdicts.last?.outcome == .blocked)
    display.send(.window(player.id, .resignKey))
    display.send(.window(player.id, .remove))
    #expect(display.wanted == [.rotated90], "the output catches up")
  }
}
