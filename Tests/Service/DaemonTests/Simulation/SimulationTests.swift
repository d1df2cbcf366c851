// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Orientation
import Testing

/// The whole daemon on simulated machines, each made from a seed; docs/design/simulation.md.
@Suite struct SimulationTests {
  /// The number of seeds to try, unless the environment sets it.
  private static let count: UInt64 = CaseCount.of(400, optimised: 10_000, long: 1_000_000)
  /// The number of tests that share the seeds, for as many processors.
  private static let shares: UInt64 = 4
  /// The maximum of failing seeds that a share names.
  private static let mostNamed = 20

  /// `SWIVEL_SEED` is the first seed, `SWIVEL_SEEDS` their number, by default 1 after a first seed.
  private static var seeds: Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String) -> UInt64? { environment[name].flatMap { UInt64($0) } }
    let first = number("SWIVEL_SEED")
    let count = number("SWIVEL_SEEDS") ?? (first == nil ? Self.count : 1)
    return (first ?? 0)..<(first ?? 0) + count
  }

  @Test func withoutFaultsEveryRotationIsShownAndRestored() {
    let world = World(FaultPlan(withoutFaults: 0), isVerbose: true)
    let fault = world.run()
    #expect(fault == nil, "\(world.transcript.joined(separator: "\n"))")
    let shows = world.transcript.filter { $0.contains("compositor shows ") }
    #expect(shows.count == 7, "four turns, two at the end, and back: \(shows)")
  }

  @Test(arguments: 0..<shares)
  func underAnyFaultsReportsAreTrueAndOutputsAreRestored(share: UInt64) {
    var failures: [String] = []
    for seed in Self.seeds where seed % Self.shares == share {
      guard let fault = World(FaultPlan(seed: seed)).run() else { continue }
      // The first failure is described, the others are named.
      let isFirst = failures.isEmpty
      failures.append(isFirst ? Self.story(of: seed, fault) : "seed \(seed): \(fault)")
      guard failures.count < Self.mostNamed else { break }
    }
    if !failures.isEmpty { Issue.record(Comment(rawValue: failures.joined(separator: "\n"))) }
  }

  /// The first was a fault of the simulated sensor, claimed by a program that had left; in the
  /// second an output went twice, and was rotated after the end by a request from before it went.
  @Test(arguments: [591_133, 881_982] as [UInt64])
  func formerlyFailingSeedsPass(seed: UInt64) {
    let fault = World(FaultPlan(seed: seed)).run()
    #expect(fault == nil, "seed \(seed)")
  }

  // An output returns at the moment in which the run ends, and is rotated late by a request from
  // before it went. The journal has that request.
  @Test func aLateRotationOfAReturnedOutputIsJournalled() {
    var plan = FaultPlan(withoutFaults: 34_535)
    plan.screens = [("eDP-1", .normal), ("DSI-1", .normal)]
    plan.isSerialStrict = false
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(453), action: .hold(.bottom)),
      FaultPlan.Step(at: .milliseconds(2_440), action: .quit(backAfter: .milliseconds(2_697))),
      FaultPlan.Step(at: .milliseconds(2_443), action: .unplug(1)),
      FaultPlan.Step(at: .milliseconds(2_446), action: .plug(1, isReset: true)),
    ]
    plan.replies = [
      .carriesOut(after: .milliseconds(2_380), answers: .milliseconds(652), reports: .zero)
    ]
    Self.expectNoFault(plan)
  }

  /// Another program rotates an output that was fixed until the configuration was reloaded.
  @Test func anotherProgramsTransformIsNotJournalled() {
    var plan = FaultPlan(withoutFaults: 62_062)
    plan.screens = [("eDP-1", .rotated90), ("HDMI-A-1", .normal)]
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(873), action: .reload(.secondIsFixed)),
      FaultPlan.Step(at: .milliseconds(10_221), action: .otherTurns(1, .rotated270)),
    ]
    plan.replies = [.carriesOut(after: .zero, answers: .zero, reports: .milliseconds(1_987))]
    Self.expectNoFault(plan)
  }

  /// A rotation is reported only when the next one is under way and refused: the shown transform
  /// was requested by the daemon all the same, and is restored.
  @Test func aRotationReportedLateIsRestored() {
    var plan = FaultPlan(withoutFaults: 100_533)
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(1_089), action: .hold(.bottom)),
      FaultPlan.Step(at: .milliseconds(1_126), action: .hold(.right)),
      FaultPlan.Step(at: .milliseconds(4_116), action: .quit(backAfter: .milliseconds(56))),
    ]
    let refusal = FaultPlan.Reply.refuses(isCancelled: false, after: .zero)
    let late = FaultPlan.Reply.carriesOut(
      after: .milliseconds(7), answers: nil, reports: .milliseconds(30))
    plan.replies = [late, .forgets, .forgets, refusal, refusal]
    Self.expectNoFault(plan)
  }

  /// An output follows another one; its rotation is refused after a later batch includes it, too.
  @Test func aRotationShownDespiteARefusalIsRestored() {
    var plan = FaultPlan(withoutFaults: 327_511)
    plan.screens = [("eDP-1", .normal), ("HDMI-A-1", .normal)]
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(1_462), action: .reload(.secondFollows)),
      FaultPlan.Step(at: .milliseconds(1_649), action: .hold(.left)),
      FaultPlan.Step(at: .milliseconds(1_652), action: .hold(.bottom)),
      FaultPlan.Step(at: .milliseconds(3_402), action: .hold(.bottom)),
    ]
    plan.replies = [
      nil, .refuses(isCancelled: false, after: .milliseconds(1_446)),
      .refuses(isCancelled: false, after: .milliseconds(486)),
      .carriesOut(
        after: .milliseconds(1_556), answers: nil, reports: .milliseconds(1_212)),
    ]
    Self.expectNoFault(plan)
  }

  /// Another program rotates an output and back while a window is asked.
  @Test func anotherProgramsChangeAndBackDuringAQuestionIsTracked() {
    var plan = FaultPlan(withoutFaults: 345_585)
    plan.screens = [("eDP-1", .normal), ("HDMI-A-1", .normal)]
    plan.windows = 0
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(88), action: .open(application: 0)),
      FaultPlan.Step(at: .milliseconds(165), action: .clientJoins(.isSilent)),
      FaultPlan.Step(at: .milliseconds(166), action: .otherTurns(1, .rotated270)),
      FaultPlan.Step(at: .milliseconds(216), action: .otherTurns(1, .normal)),
    ]
    Self.expectNoFault(plan)
  }

  /// Another program applies a transform that waits to be requested, and another one later.
  @Test func aTransformAlreadyShownIsNotRequestedLater() {
    var plan = FaultPlan(withoutFaults: 545_459)
    plan.screens = [("eDP-1", .normal), ("DSI-1", .normal)]
    plan.steps = [
      FaultPlan.Step(at: .milliseconds(2_144), action: .hold(.left)),
      FaultPlan.Step(at: .milliseconds(3_134), action: .hold(.right)),
      FaultPlan.Step(at: .milliseconds(3_270), action: .otherTurns(0, .rotated270)),
      FaultPlan.Step(at: .milliseconds(3_302), action: .otherTurns(1, .rotated270)),
      FaultPlan.Step(at: .milliseconds(3_829), action: .otherTurns(1, .rotated180)),
    ]
    plan.replies = [
      .carriesOut(after: .milliseconds(16), answers: nil, reports: .milliseconds(3))
    ]
    Self.expectNoFault(plan)
  }

  /// A rotation waits behind one that is never answered; its transform is shown meanwhile.
  @Test func anUnneededQueuedRotationIsNotRequestedLater() {
    var plan = FaultPlan(withoutFaults: 545_904)
    plan.screens = [("eDP-1", .normal), ("DSI-1", .normal)]
    plan.steps = [
      FaultPlan.Step(at: .zero, action: .hold(.right)),
      FaultPlan.Step(at: .milliseconds(578), action: .unplug(1)),
      FaultPlan.Step(at: .milliseconds(1_271), action: .hold(.top)),
      FaultPlan.Step(at: .milliseconds(1_271), action: .hold(.right)),
      FaultPlan.Step(at: .milliseconds(2_909), action: .otherTurns(0, .normal)),
    ]
    plan.replies = [.refuses(isCancelled: false, after: .zero), nil, .forgets]
    Self.expectNoFault(plan)
  }

  /// An output returns rotated, and the run ends while a window is asked about that.
  @Test func anOutputReturningAtTheEndIsRestored() {
    var plan = FaultPlan(withoutFaults: 145_322)
    plan.steps = [
      // The first request of this seed's user is an endless line.
      FaultPlan.Step(at: .milliseconds(1_349), action: .quit(backAfter: .milliseconds(3))),
      FaultPlan.Step(at: .milliseconds(3_956), action: .hold(.bottom)),
      FaultPlan.Step(at: .milliseconds(6_632), action: .unplug(0)),
      FaultPlan.Step(at: .milliseconds(6_632), action: .clientJoins(.isLate)),
      FaultPlan.Step(at: .milliseconds(6_758), action: .plug(0, isReset: false)),
      FaultPlan.Step(at: .milliseconds(6_770), action: .quit(backAfter: .milliseconds(3))),
    ]
    Self.expectNoFault(plan)
  }

  /// A policy client joins while the compositor is away, and is asked once the compositor is back.
  @Test func aClientThatJoinsWithoutACompositorIsAsked() {
    var plan = FaultPlan(withoutFaults: 0)
    plan.steps = [
      FaultPlan.Step(
        at: .seconds(1), action: .compositorEnds(backAfter: .seconds(2), isReset: false)),
      FaultPlan.Step(at: .seconds(2), action: .clientJoins(.agrees)),
      FaultPlan.Step(at: .seconds(5), action: .hold(.left)),
    ]
    let world = World(plan, isVerbose: true)
    let fault = world.run()
    let transcript = world.transcript.joined(separator: "\n")
    #expect(fault == nil, "\(transcript)")
    #expect(transcript.contains("  ask("), "\(transcript)")
  }

  static func expectNoFault(_ plan: FaultPlan) {
    let world = World(plan, isVerbose: true)
    let fault = world.run()
    #expect(fault == nil, "\(world.transcript.joined(separator: "\n"))")
  }

  @Test(arguments: [3, 17, 40, 62, 94, 99] as [UInt64])
  func theSameSeedGivesTheSameTranscript(_ seed: UInt64) {
    let worlds = (0..<2).map { _ in World(FaultPlan(seed: seed), isVerbose: true) }
    for world in worlds { _ = world.run() }
    #expect(worlds[0].transcript == worlds[1].transcript)
    #expect(worlds[0].transcript.count > 50)
  }

  @Test func aFaultPlanShrinksToTheFailingStep() {
    var plan = FaultPlan(seed: 1)
    plan.steps.append(FaultPlan.Step(at: plan.end, action: .hold(.left)))
    let shrunk = plan.shrunk { plan in
      plan.steps.contains { if case .hold = $0.action { true } else { false } }
    }
    #expect(plan.steps.count > 4)
    #expect(shrunk.steps.count == 1 && shrunk.screens.count == 1 && shrunk.windows == 0)
    #expect(shrunk.replies.allSatisfy { $0 == nil })
  }

  /// Returns the shrunk plan of a failing seed, and how to repeat the run.
  private static func story(of seed: UInt64, _ fault: Fault) -> String {
    let plan = FaultPlan(seed: seed)
    let shrunk = plan.shrunk { World($0).run()?.kind == fault.kind }
    let world = World(shrunk, isVerbose: true)
    let found = world.run() ?? fault
    return """
      seed \(seed): \(found)
      again: make simulate SEED=\(seed)
      what is left of \(plan.steps.count) steps: \(shrunk.steps.map { "\($0.action)" })
      \(world.transcript.joined(separator: "\n"))
      """
  }
}
