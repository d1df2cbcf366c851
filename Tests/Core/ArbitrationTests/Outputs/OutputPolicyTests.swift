// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// Outputs that do not rotate with the device: fixed ones and followers.
@Suite struct OutputPolicyTests {
  private let first = FakeDisplay.first
  private let second = FakeDisplay.second

  private func display(_ policy: OutputPolicy, overrules: Bool = false) -> FakeDisplay {
    FakeDisplay(outputs: 2) { output in
      if output.id == FakeDisplay.second { output.policy = policy }
      output.policy.overrulesOthers = overrules
    }
  }

  @Test func aFixedOutputIsSetOnceAndNotTurned() {
    var display = display(.fixed(.rotated270))
    #expect(display.wanted == [.rotated270])
    display.obey()
    display.turn(.left)
    #expect(display.requests.map(\.output) == [first])
    display.obey()
    #expect(display.output(second)?.transform == .rotated270)
    display.send(.output(.restore))
    #expect(Set(display.requests.map(\.output)) == [first, second])
    #expect(display.wanted == [.normal, .normal])
  }

  @Test func overrulingResetsAnotherProgramsTransformOfAFixedOutput() {
    var display = display(.fixed(.rotated270))
    display.obey()
    display.send(.output(.configure(second, .overrulesOthers(true))))
    #expect(display.requests.isEmpty)
    display.send(.output(.transform(second, .normal)))
    #expect(display.wanted == [.rotated270])
    display.obey()
    display.send(.output(.configure(second, .overrulesOthers(false))))
    display.send(.output(.transform(second, .normal)))
    #expect(display.requests.isEmpty)
    #expect(display.output(second)?.transform == .normal)
  }

  @Test func aFollowerTurnsWhenItsLeaderIsConfirmed() {
    var display = display(.follow("HEADLESS-1"))
    #expect(display.requests.isEmpty)
    display.turn(.left)
    #expect(display.requests.map(\.output) == [first])
    display.obey()
    #expect(display.requests.map(\.output) == [second])
    #expect(display.wanted == [.rotated90])
    display.obey()
    #expect(display.results == [.confirmed, .confirmed])
  }

  @Test func restoringAppliesAFollowersInitialTransform() {
    var display = display(.follow("HEADLESS-1"))
    display.send(.output(.transform(second, .rotated180)))
    display.turn(.left)
    display.obey()
    display.obey()
    display.send(.output(.restore))
    while !display.requests.isEmpty { display.obey() }
    #expect(display.output(first)?.transform == .normal)
    #expect(display.output(second)?.transform == .normal)
  }

  @Test func aFollowerOfAnAbsentOutputStays() {
    var display = display(.follow("DP-9"))
    display.turn(.left)
    display.obey()
    #expect(display.requests.isEmpty)
  }

  @Test func releasingRestoresOnlyOutputsThatAreNotFixed() {
    var display = display(.fixed(.rotated180))
    display.obey()
    display.turn(.left)
    display.obey()
    display.send(.output(.release))
    #expect(display.requests.map(\.output) == [first])
    #expect(display.wanted == [.normal])
  }

  @Test func anotherProgramIsOverruledIfConfigured() {
    var display = display(.leave, overrules: true)
    display.turn(.left)
    display.obey()
    display.send(.output(.transform(first, .rotated180)))
    #expect(display.results == [.confirmed, .overruled])
    #expect(display.wanted == [.rotated90])
    display.obey()
    #expect(display.output()?.transform == .rotated90)
    #expect(display.output()?.isHeld == false)
  }

  @Test func overrulingStopsWhenAnotherProgramPersists() {
    var display = display(.leave, overrules: true)
    display.turn(.left)
    display.obey()
    for _ in 0..<3 {
      display.send(.output(.transform(first, .rotated180)))
      #expect(display.wanted == [.rotated90])
      display.obey()
      display.wait(milliseconds: 300)
    }
    display.send(.output(.transform(first, .rotated180)))
    #expect(display.results.last == .contested)
    #expect(display.requests.isEmpty)
    #expect(display.output()?.transform == .rotated180)
    display.wait(milliseconds: 60_000)
    #expect(display.requests.isEmpty)
    display.turn(.top)
    #expect(display.wanted == [.normal], "the device's next turn counts again")
  }

  /// After the arbiter has stopped, repetitions count from 0; the next change is the first of them.
  @Test func aTurnSoonAfterTheArbiterStoppedIsDefendedAnew() {
    var display = display(.leave, overrules: true)
    func reversals() -> Int {
      for count in 0..<9 {
        display.send(.output(.transform(first, .rotated180)))
        guard display.results.last == .overruled else { return count }
        display.obey()
      }
      return 9
    }
    display.turn(.left)
    display.obey()
    #expect(reversals() == 3 && display.results.last == .contested)
    display.turn(.top)
    display.obey()
    #expect(reversals() == 2 && display.results.last == .contested)
  }

  @Test func rareChangesByAnotherProgramAreAlwaysOverruled() {
    var display = display(.leave, overrules: true)
    display.turn(.left)
    display.obey()
    for _ in 0..<20 {
      display.send(.output(.transform(first, .rotated180)))
      #expect(display.wanted == [.rotated90])
      display.obey()
      display.wait(milliseconds: 1000)
    }
    #expect(!display.results.contains(.contested))
  }

  /// However fast another program acts, the requests within a second stay few.
  @Test func aPersistentProgramCausesAtMostThreeRequests() {
    var display = display(.leave, overrules: true)
    display.turn(.left)
    display.obey()
    var requests = 0
    for _ in 0..<10_000 {
      display.send(.output(.transform(first, .rotated180)))
      requests += display.requests.count
      while !display.requests.isEmpty { display.obey() }
      display.wait(milliseconds: 1)
    }
    #expect(requests <= 3)
  }

  @Test func aTransformLostDuringSleepIsRequestedAgain() {
    var display = display(.leave)
    display.turn(.left)
    display.obey()
    display.send(.output(.awake))
    display.wait(milliseconds: 2000)
    display.send(.output(.transform(first, .normal)))
    #expect(display.results.last == .overruled)
    #expect(display.wanted == [.rotated90])
    display.obey()
    display.wait(milliseconds: 5000)
    display.send(.output(.transform(first, .normal)))
    #expect(display.results.last == .byOther)
  }

  @Test func aReturningOutputIsRestoredToItsInitialTransform() {
    var display = display(.leave)
    display.turn(.left)
    display.obey()
    display.send(.output(.remove(first)))
    let again = Output(
      id: OutputID(3), name: "HEADLESS-1", panel: .landscape, transform: .rotated90,
      initial: .normal)
    display.send(.output(.add(again)))
    #expect(display.requests.isEmpty, "it shows already what is wanted")
    display.send(.output(.restore))
    #expect(display.wanted == [.normal])
  }
}
