// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing
import WaylandClient

@testable import Daemon

/// Each report counts in the phases in which it can come, and in no others.
@Suite struct PhaseTests {
  private typealias Life = Phase<String>

  private static let lost = WaylandError.disconnected(errno: 104)
  private static let limit = Life.Absence.limit

  private static func moment(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

  private static func running() -> Life {
    var phase = Life.idle
    phase.connected("first")
    _ = phase.reported()
    _ = phase.found()
    return phase
  }

  private func fail(_ phase: Life) { Issue.record("another action was expected before \(phase)") }

  /// An arbiter over one output that is turned and stays so.
  private static func arbiter(turned: Bool) -> Arbiter {
    let output = Output(
      id: OutputID(1), name: "eDP-1", transform: turned ? .rotated90 : .normal, initial: .normal)
    return Arbiter(rules: DesktopRuleSet(), scene: Scene(outputs: [output]))
  }

  @Test func repeatedReportsStartOneSearchForTheApplier() {
    var phase = Life.idle
    phase.connected("first")
    guard case .search("first") = phase.reported() else { return fail(phase) }
    guard case .ignore = phase.reported() else { return fail(phase) }
    #expect(phase.followed == nil)
    guard case .begin("first") = phase.found() else { return fail(phase) }
    guard case .ignore = phase.found() else { return fail(phase) }
    guard case .follow("first") = phase.reported() else { return fail(phase) }
    #expect(phase.followed == "first" && !phase.isEnding)
    let isLate = phase.timedOut()
    #expect(!isLate, "it has said everything in time")
  }

  @Test func aSilentCompositorEndsTheRunWithATimeout() {
    var phase = Life.idle
    let idleTimesOut = phase.timedOut()
    #expect(!idleTimesOut)
    phase.connected("first")
    let isTimedOut = phase.timedOut()
    #expect(isTimedOut)
    #expect(phase.isEnding)
    #expect(phase.failure == CommandFailure(.timedOut))
    phase.fail(CommandFailure(.failed, "later"))
    #expect(phase.failure == CommandFailure(.timedOut), "the first failure counts")
  }

  @Test func aReconnectedCompositorResumesWithinTheAbsenceLimit() {
    var phase = Self.running()
    guard
      case .reconnect("first", isNew: true) = phase.disconnected(Self.lost, at: Self.moment(100))
    else {
      return fail(phase)
    }
    guard case .retry = phase.reconnectFailed(at: Self.moment(99) + Self.limit) else {
      return fail(phase)
    }
    phase.connected("second")
    // It goes before it was whole.
    guard
      case .reconnect("second", isNew: false) = phase.disconnected(
        Self.lost, at: Self.moment(5_000))
    else {
      return fail(phase)
    }
    phase.connected("third")
    _ = phase.reported()
    guard case .resume("third") = phase.found() else { return fail(phase) }
    _ = phase.disconnected(Self.lost, at: Self.moment(9_000))
    guard case .stop = phase.reconnectFailed(at: Self.moment(9_000) + Self.limit) else {
      return fail(phase)
    }
    #expect(phase.failure?.description.hasSuffix("the compositor has not come back") == true)
  }

  @Test func aCompositorLostBeforeTheStartEndsTheRun() {
    var phase = Life.idle
    phase.connected("first")
    guard case .stop = phase.disconnected(Self.lost, at: .zero) else {
      return fail(phase)
    }
    #expect(phase.failure == CommandFailure(.failed, "\(Self.lost)"))
  }

  @Test func endingRestoresOutputsOnlyOnceTheRunHasBegun() {
    var early = Life.idle
    early.connected("first")
    let earlyRestores = early.end()
    #expect(!earlyRestores)
    #expect(early.isEnding && early.failure == nil)
    var phase = Self.running()
    let restores = phase.end()
    #expect(restores)
    #expect(phase.followed == "first")
    let isOverWhileBusy = phase.settle(Self.arbiter(turned: false), isBusy: true, isLate: false)
    #expect(!isOverWhileBusy)
    let isOver = phase.settle(Self.arbiter(turned: false), isBusy: false, isLate: false)
    #expect(isOver)
    #expect(phase.failure == nil && phase.followed == nil)
    var impatient = Self.running()
    let firstRestores = impatient.end()
    #expect(firstRestores)
    let secondRestores = impatient.end()
    #expect(!secondRestores, "a second signal does not wait")
    var absent = Self.running()
    _ = absent.disconnected(Self.lost, at: .zero)
    let absentRestores = absent.end()
    #expect(absentRestores)
    #expect(absent.followed == nil)
  }

  @Test func anOutputThatCannotBeRestoredIsNamed() {
    var phase = Self.running()
    phase.couldNotRestore(OutputID(1))
    #expect(!phase.isEnding, "that counts only at the end")
    _ = phase.end()
    phase.couldNotRestore(OutputID(1))
    let isOver = phase.settle(Self.arbiter(turned: true), isBusy: false, isLate: false)
    #expect(isOver)
    #expect(phase.failure?.description.contains("that eDP-1 is turned back") == true)
    // One that was asked for and has not said anything stands as it was found, as far as is known.
    var asked = Self.arbiter(turned: false)
    _ = asked.handle(.setUp, at: .zero)
    _ = asked.handle(.device(.turned(.landscapeLeft)), at: .zero)
    var silent = Self.running()
    _ = silent.end()
    let isSilenceOver = silent.settle(asked, isBusy: false, isLate: true)
    #expect(isSilenceOver && silent.failure?.description.contains("that eDP-1 is") == true)
    var gone = Self.running()
    _ = gone.end()
    guard case .stop = gone.disconnected(Self.lost, at: .zero) else {
      return fail(gone)
    }
    #expect(gone.failure?.description.hasSuffix("the outputs stay as they are") == true)
  }
}
