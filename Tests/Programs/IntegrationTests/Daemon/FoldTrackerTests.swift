// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing
import Sensors
import Testing
import Text

@testable import Daemon

/// Who tells how the device is folded: a switch or a service first, then the angle.
@Suite struct FoldTrackerTests {
  private func angle(_ degrees: Int64, at milliseconds: Int64) -> HingeReport {
    .reading(.angle(10 * degrees), Instant(milliseconds: milliseconds))
  }

  @Test func theHingeAngleSetsTabletModeAndIsReportedOnce() {
    var fold = FoldTracker(HingeParameters())
    #expect(fold.tabletMode == nil && fold.lidClosed == nil && !fold.needsHinge)
    #expect(fold.receive(.available("x")).notes == ["hinge: x"])
    #expect(fold.needsHinge)
    let first = fold.receive(angle(100, at: 0))
    #expect(first.notes == ["tablet mode: reported by the hinge's angle"] && first.isChanged)
    #expect(fold.tabletMode == false && fold.lidClosed == false)
    #expect(!fold.receive(angle(250, at: 100)).isChanged)
    let second = fold.receive(angle(250, at: 400))
    #expect(second.notes.isEmpty && second.isChanged && fold.tabletMode == true)
    _ = fold.receive(angle(5, at: 500))
    _ = fold.receive(angle(5, at: 800))
    #expect(fold.lidClosed == true && fold.tabletMode == false)
  }

  /// While nothing was read the device may have been folded, so a posture begins its time anew.
  @Test func aPauseOfTheHingeBeginsAPostureAnew() {
    var fold = FoldTracker(HingeParameters())
    _ = fold.receive(.available("x"))
    _ = fold.receive(angle(100, at: 0))
    #expect(!fold.receive(angle(250, at: 100)).isChanged)
    fold.resume()
    #expect(!fold.receive(angle(250, at: 400)).isChanged)
    #expect(fold.receive(angle(250, at: 700)).isChanged && fold.tabletMode == true)
  }

  @Test func aSwitchOverridesTheHingeAngle() {
    var fold = FoldTracker(HingeParameters())
    _ = fold.receive(.available("x"))
    _ = fold.receive(angle(100, at: 0))
    fold.report(tabletMode: true)
    #expect(fold.tabletMode == true && !fold.needsHinge)
    fold.report(lidClosed: true)
    #expect(fold.lidClosed == true)
    fold.report(tabletMode: nil)
    fold.report(lidClosed: nil)
    #expect(fold.tabletMode == false && fold.lidClosed == false && fold.needsHinge)
  }

  @Test func aKeyboardCountsWhereNothingElseReports() {
    var fold = FoldTracker(HingeParameters())
    fold.report(keyboard: true)
    #expect(fold.tabletMode == false && fold.lidClosed == nil && !fold.needsHinge)
    fold.report(keyboard: false)
    #expect(fold.tabletMode == true)
    _ = fold.receive(.available("x"))
    #expect(fold.tabletMode == true)
    _ = fold.receive(angle(100, at: 0))
    #expect(fold.tabletMode == false)
    fold.report(tabletMode: true)
    #expect(fold.tabletMode == true)
    fold.report(tabletMode: nil)
    _ = fold.receive(.lost("it broke"))
    fold.report(keyboard: nil)
    #expect(fold.tabletMode == nil)
  }

  @Test func aLostHingeMakesThePostureUnknown() {
    var fold = FoldTracker(HingeParameters())
    _ = fold.receive(.available("x"))
    _ = fold.receive(angle(250, at: 0))
    let outcome = fold.receive(.lost("it broke"))
    #expect(outcome.isChanged && outcome.notes.first?.contains("it broke") == true)
    #expect(fold.tabletMode == nil && fold.lidClosed == nil && !fold.needsHinge)
    _ = fold.receive(.available("x"))
    #expect(fold.receive(angle(100, at: 10)).isChanged)
    #expect(fold.tabletMode == false)
  }

  @Test func contradictingHingeSensorsAreReportedOnce() {
    var fold = FoldTracker(HingeParameters())
    _ = fold.receive(.available("x"))
    let wrong = HingeReading.halves(
      base: Acceleration(x: 0, y: 0, z: -1000), display: Acceleration(x: 800, y: 600, z: 0))
    let notes = (0..<100).flatMap { step in
      fold.receive(.reading(wrong, Instant(milliseconds: Int64(step) * 100))).notes
    }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("sensor.hinge.edge") == true)
  }
}
