// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a judge reported on a recording, its own deadlines kept to the nanosecond.
public struct JudgeRun: Sendable {
  /// An orientation and when it was reported.
  public struct Report: Sendable, Hashable {
    /// When it was reported.
    public let instant: Instant
    /// What was reported.
    public let orientation: DeviceOrientation
  }

  /// Everything reported, in order.
  public private(set) var reports: [Report] = []
  /// Readings the judge saw, and those stopped at each gate.
  public let counts: GateCounts

  /// Feeds a judge with readings in the order of their times, and lets what waits settle after.
  public init(_ judge: any OrientationJudge, over readings: [ReplaySchedule.Reading]) {
    var judge = judge
    for reading in readings {
      // A deadline at the very instant of a reading leaves the decision to the reading.
      while let deadline = judge.deadline, deadline < reading.instant {
        guard let orientation = judge.settle(at: deadline) else { continue }
        reports.append(Report(instant: deadline, orientation: orientation))
      }
      if let orientation = judge.judge(reading.acceleration, at: reading.instant) {
        reports.append(Report(instant: reading.instant, orientation: orientation))
      }
    }
    while let deadline = judge.deadline {
      guard let orientation = judge.settle(at: deadline) else { continue }
      reports.append(Report(instant: deadline, orientation: orientation))
    }
    counts = judge.counts
  }

  /// The reports at which a screen that starts as portrait turns: flat ones turn nothing.
  public var turns: [Report] {
    var shown = DeviceOrientation.portrait
    return reports.filter { report in
      guard !report.orientation.isFlat, report.orientation != shown else { return false }
      shown = report.orientation
      return true
    }
  }

  /// How long after the in-plane angle came within 45° of it each turn was reported, in ms.
  ///
  /// The crossing is interpolated between the readings around it. Turns of which no crossing was
  /// recorded, like that of the first reading, have no delay.
  public func delays(in readings: [ReplaySchedule.Reading]) -> [Double] {
    turns.compactMap { turn in
      guard let crossing = Self.crossing(to: turn.orientation, before: turn.instant, readings)
      else { return nil }
      return Double(turn.instant.nanoseconds - crossing.nanoseconds) / 1e6
    }
  }

  private static func crossing(
    to orientation: DeviceOrientation, before end: Instant, _ readings: [ReplaySchedule.Reading]
  ) -> Instant? {
    func distance(_ reading: ReplaySchedule.Reading) -> Int64 {
      let value = reading.acceleration
      return Attitude(x: Int64(value.x), y: Int64(value.y), z: Int64(value.z))
        .distance(to: orientation)
    }
    var index = readings.count - 1
    while index > 0 {
      defer { index -= 1 }
      let (before, after) = (readings[index - 1], readings[index])
      guard after.instant <= end else { continue }
      let (far, near) = (distance(before), distance(after))
      guard near < 450, far >= 450 else { continue }
      let span = Double(after.instant.nanoseconds - before.instant.nanoseconds)
      let part = Double(far - 450) / Double(far - near)
      return Instant(nanoseconds: before.instant.nanoseconds + Int64(span * part))
    }
    return nil
  }
}
