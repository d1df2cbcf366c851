// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

@Suite struct ReplayTests {
  private static let samples = RecordedTurn.readings.map { instant, reading in
    func meters(_ value: Int32) -> Double { Double(value) / 1000 * 9.80665 }
    return ReplaySample(
      microseconds: instant.nanoseconds / 1000, x: meters(reading.x), y: meters(reading.y),
      z: meters(reading.z))
  }

  @Test func recordedTurnIsDecidedWithin200MillisecondsOfTheDiagonal() throws {
    let schedule = try #require(ReplaySchedule(samples: Self.samples, start: .zero))
    let run = JudgeRun(Classifier(), over: schedule.readings)
    #expect(run.reports.map(\.orientation) == [.portrait, .landscapeRight])
    let turn = try #require(run.reports.last).instant
    #expect(turn > RecordedTurn.diagonal)
    #expect(turn - RecordedTurn.diagonal < .milliseconds(201))
    #expect(run.delays(in: schedule.readings).map { $0.rounded() } == [195])
    #expect(run.counts[.magnitude] == 0)
  }

  @Test func theScheduleReproducesTheRecording() throws {
    let start = Instant(milliseconds: 5000)
    let schedule = try #require(ReplaySchedule(samples: Self.samples, start: start))
    #expect(schedule.dropped == 0)
    #expect(schedule.readings.map(\.acceleration) == RecordedTurn.readings.map(\.1))
    #expect(
      schedule.readings.map { $0.instant.nanoseconds - start.nanoseconds }
        == RecordedTurn.readings.map(\.0.nanoseconds))
  }

  @Test func readingsAreTakenOnceWhenDue() throws {
    var schedule = try #require(
      ReplaySchedule(samples: Array(Self.samples.prefix(3)), start: .zero, speed: 2))
    #expect(schedule.nextInstant == .zero)
    #expect(schedule.takeDue(at: .zero)?.acceleration == RecordedTurn.readings[0].1)
    #expect(schedule.takeDue(at: .zero) == nil)
    #expect(schedule.nextInstant == Instant(nanoseconds: 14_800_000))
    let late = Instant(milliseconds: 900)
    #expect(schedule.takeDue(at: late)?.acceleration == RecordedTurn.readings[1].1)
    #expect(schedule.takeDue(at: late)?.acceleration == RecordedTurn.readings[2].1)
    #expect(schedule.takeDue(at: late) == nil)
    #expect(schedule.nextInstant == nil)
  }

  @Test func invalidSamplesAreDroppedAndCounted() throws {
    func sample(_ time: Int64, _ x: Double, _ y: Double) -> ReplaySample {
      ReplaySample(microseconds: time, x: x, y: y, z: 0)
    }
    let schedule = try #require(
      ReplaySchedule(
        samples: [
          sample(-1, 0, 9.8), sample(0, 0, 9.8), sample(0, 9.8, 0), sample(10, .nan, 1),
          sample(20, .infinity, 1), sample(30, 0, 0), sample(40, 1e300, -1e300),
          sample(.max, 0, 9.8), sample(35, 0, 9.8),
        ], start: .zero, speed: 0.01))
    #expect(schedule.dropped == 7)
    #expect(schedule.readings.map(\.acceleration.x) == [0, 64_000])
    #expect(schedule.readings.map(\.acceleration.y) == [999, -64_000])
    #expect(schedule.readings.map(\.instant.nanoseconds) == [0, 4_000_000])
  }

  @Test func readingsOfThirtyDaysAreKept() throws {
    let month: Int64 = 30 * 86_400 * 1_000_000
    let samples = [month, month + 1].map { ReplaySample(microseconds: $0, x: 0, y: 9.8, z: 0) }
    let schedule = try #require(ReplaySchedule(samples: samples, start: .zero, speed: 1000))
    #expect(schedule.readings.map(\.instant) == [Instant(milliseconds: month / 1_000_000)])
  }

  /// A single reading is repeated every 100 ms.
  @Test func aSingleReadingIsHeldForTwoSeconds() {
    let samples = [ReplaySample(microseconds: 0, x: 0, y: 9.80665, z: 0)]
    let instants = Recording(name: "still", samples: samples).readings.map(\.instant)
    #expect(instants == (0...20).map { Instant(milliseconds: $0 * 100) })
  }

  @Test(arguments: [(40, 50), (100, 20), (2000, 2)])
  func theLastReadingIsHeldForTwoSeconds(period: Int64, count: Int) throws {
    let samples = (0..<3).map {
      ReplaySample(microseconds: $0 * period * 1000, x: 0, y: 9.80665, z: 0)
    }
    let recording = Recording(name: "still", samples: samples)
    #expect(recording.count == 3 && recording.dropped == 0)
    #expect(recording.readings.count == 3 + count)
    let last = try #require(recording.readings.last)
    #expect(last.acceleration == Acceleration(x: 0, y: 1000, z: 0))
    #expect(last.instant == Instant(milliseconds: 2 * period + 2000))
  }

  @Test(arguments: [0, -1, 0.001, 1001, .nan, .infinity])
  func absurdSpeedsAreRefused(speed: Double) {
    #expect(ReplaySchedule(samples: [], start: .zero, speed: speed) == nil)
  }

  @Test(arguments: [0.01, 1000])
  func speedsFromAHundredthToAThousandAreAccepted(speed: Double) {
    #expect(ReplaySchedule(samples: [], start: .zero, speed: speed) != nil)
  }

  @Test func conversionRoundsToTheNearestThousandth() {
    let reading = Acceleration(metersPerSecondSquaredX: 9.80665, y: -9.80665, z: 0.0152)
    #expect(reading == Acceleration(x: 1000, y: -1000, z: 2))
    #expect(Acceleration(metersPerSecondSquaredX: 0, y: .nan, z: 0) == nil)
  }
}
