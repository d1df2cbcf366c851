// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// The orientations that a judge reports for a recording; `settle` is called exactly at each
/// deadline.
public struct JudgeRun: Sendable {
  /// A reported orientation and its instant.
  public struct Report: Sendable, Hashable {
    /// The instant of the report.
    public let instant: Instant
    /// The reported orientation.
    public let orientation: DeviceOrientation
  }

  /// All reports, in order.
  public private(set) var reports: [Report] = []
  /// The number of readings, and of those that each gate stopped.
  public let counts: GateCounts

  /// Creates a run of a judge over readings, which must be in time order, and up to the last
  /// deadline.
  public init(_ judge: any OrientationJudge, over readings: [ReplaySchedule.Reading]) {
    var judge = judge
    for reading in readings {
      // If a deadline and a reading have the same instant, the reading is judged.
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

  /// The reports that rotate a screen, which is initially portrait; flat orientations rotate
  /// nothing.
  public var turns: [Report] {
    var shown = DeviceOrientation.portrait
    return reports.filter { report in
      guard !report.orientation.isFlat, report.orientation != shown else { return false }
      shown = report.orientation
      return true
    }
  }

  /// Returns the delay of each turn in milliseconds, from the last moment before it at which the
  /// in-plane angle came within 45° of the reported orientation.
  ///
  /// The moment is interpolated between two readings. A turn without such a moment in the
  /// recording, such as that of the first reading, is left out.
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

/// The result of one judge for one recording.
public struct JudgeResult: Sendable {
  /// The name of the judge.
  public let judge: String
  /// The run; a polling judge judges the first reading and then polls once per period.
  public let run: JudgeRun
  /// The delays of `JudgeRun.delays(in:)` in milliseconds, sorted; for a polling judge, those of
  /// ten runs with different phases of the polls.
  public let delays: [Double]

  /// Creates the result of a judge for a recording; `nil` if the name is unknown.
  public init?(judge name: String, recording: Recording) {
    guard let judge = Judges.make(name) else { return nil }
    self.judge = name
    let run = JudgeRun(judge, over: recording.readings)
    self.run = run
    guard let period = Judges.period(of: name) else {
      delays = run.delays(in: recording.readings).sorted()
      return
    }
    delays = (1...10).flatMap { tenth -> [Double] in
      let sampling = Judges.Sampling.original(phase: period * tenth / 10)
      guard let judge = Judges.make(name, sampling: sampling) else { return [] }
      return JudgeRun(judge, over: recording.readings).delays(in: recording.readings)
    }.sorted()
  }

  /// The median of the delays in milliseconds; `nil` if there are none.
  public var medianDelay: Double? {
    guard !delays.isEmpty else { return nil }
    let middle = delays.count / 2
    return delays.count.isMultiple(of: 2)
      ? (delays[middle - 1] + delays[middle]) / 2 : delays[middle]
  }
}

/// A comparison of judges on the same recordings and on synthetic slow turns.
public struct JudgeComparison: Sendable {
  /// The results of the judges for one recording.
  public struct Part: Sendable {
    /// The recording.
    public let recording: Recording
    /// One result per judge, in the requested order.
    public let results: [JudgeResult]
  }

  /// The tilts in degrees at which the device leans back in the synthetic turns.
  public static let tilts = [0, 30, 60, 75]

  /// The names of the judges.
  public let judges: [String]
  /// The results, one part per recording.
  public let parts: [Part]
  /// For each judge, one synthetic turn per element of `tilts`; polling judges judge every reading,
  /// too.
  public let sweeps: [[Sweep]]

  /// Creates a comparison of judges; unknown names are left out.
  public init(judges names: [String], recordings: [Recording]) {
    judges = names.filter(JudgeName.all.contains)
    let judges = judges
    parts = recordings.map { recording in
      let results = judges.compactMap { JudgeResult(judge: $0, recording: recording) }
      return Part(recording: recording, results: results)
    }
    sweeps = judges.map { name in
      Self.tilts.compactMap { tilt in
        Judges.make(name, sampling: .everyReading).map { Sweep($0, tilt: Double(tilt)) }
      }
    }
  }
}

/// A recorded trace on which judges are compared, with its last reading held for two seconds.
public struct Recording: Sendable {
  /// The name of the recording in the output.
  public let name: String
  /// The number of usable recorded readings.
  public let count: Int
  /// The number of unusable samples, which are left out.
  public let dropped: Int
  /// The readings in order, followed by repetitions of the last one for two seconds.
  public let readings: [ReplaySchedule.Reading]

  private static let holdTime = Duration.seconds(2)

  /// Creates a recording from samples; unusable ones are left out and counted.
  public init(name: String, samples: [ReplaySample]) {
    let schedule = ReplaySchedule(samples: samples, start: .zero)
    let readings = schedule?.readings ?? []
    self.name = name
    count = readings.count
    dropped = samples.count - readings.count
    self.readings = readings + Self.hold(readings)
  }

  private static func hold(_ readings: [ReplaySchedule.Reading]) -> [ReplaySchedule.Reading] {
    guard let last = readings.last else { return [] }
    let gaps = zip(readings, readings.dropFirst())
      .map { ($1.instant - $0.instant).milliseconds }.sorted()
    let period = gaps.isEmpty ? 100 : min(max(gaps[gaps.count / 2], 1), 1000)
    return (1...(holdTime.milliseconds / period)).map {
      ReplaySchedule.Reading(
        instant: last.instant + .milliseconds($0 * period),
        acceleration: last.acceleration)
    }
  }
}

/// The angles at which a judge's report changes during a synthetic slow turn from top edge up to left
/// edge up and back.
///
/// The device turns so slowly, one degree per second in steps of a tenth, that filters and waits
/// hardly matter; every reading has a length of 1 g.
public struct Sweep: Sendable, Hashable {
  /// The angle in degrees, from top edge up, at which the judge first reports left edge up; `nil`
  /// if the judge does not report it up to 90°.
  public let entry: Double?
  /// The angle in degrees at which the judge reports top edge up on the way back; `nil` if it never
  /// reports that.
  public let back: Double?

  /// Creates the sweep of a judge: a device that leans back by `tilt` degrees turns from top edge
  /// up to left edge up and, if the judge reported left edge up, turns back.
  public init(_ judge: any OrientationJudge, tilt: Double) {
    var judge = judge
    var time: Int64 = 0
    func step(_ angle: Int) -> DeviceOrientation? {
      time += 100
      return judge.judge(
        Self.reading(angle: Double(angle) / 10, tilt: tilt), at: Instant(milliseconds: time))
    }
    for _ in 0..<20 { _ = step(0) }
    let entered = (0...900).first { step($0) == .landscapeRight }
    entry = entered.map { Double($0) / 10 }
    guard let entered else {
      back = nil
      return
    }
    if entered < 900 { for angle in (entered + 1)...900 { _ = step(angle) } }
    for _ in 0..<20 { _ = step(900) }
    back = (0...900).reversed().first { step($0) == .portrait }.map { Double($0) / 10 }
  }

  /// Returns a reading of 1 g; the angle grows towards left edge up, the tilt towards face up.
  private static func reading(angle: Double, tilt: Double) -> Acceleration {
    let (angle, tilt) = (angle * .pi / 180, tilt * .pi / 180)
    func axis(_ value: Double) -> Int32 { Int32((value * 1000).rounded()) }
    return Acceleration(
      x: axis(-sin(angle) * cos(tilt)), y: axis(cos(angle) * cos(tilt)), z: axis(sin(tilt)))
  }
}

/// The postures that the hinge judge reported on a recording.
public struct HingeRun: Sendable {
  /// A reported posture, with the instant and the angle of the report.
  public struct Change: Sendable, Hashable {
    /// The instant of the report.
    public let instant: Instant
    /// The reported posture.
    public let posture: HingePosture
    /// The angle in tenths of a degree.
    public let angle: Int64
  }

  /// All reported postures, in order.
  public private(set) var changes: [Change] = []
  /// The smallest and the largest angle, in tenths of a degree; `nil` if there are none.
  public private(set) var angles: ClosedRange<Int64>?
  private var doubts: [HingeDoubt] = []

  /// Creates a run of a new hinge judge over readings, which must be in time order.
  public init(_ readings: [HingeReading.Timed]) {
    var judge = HingeJudge()
    for reading in readings {
      let posture = judge.judge(reading.reading, at: reading.instant)
      if let doubt = judge.doubt { doubts.append(doubt) }
      guard let angle = judge.angle else { continue }
      angles = min(angles?.lowerBound ?? angle, angle)...max(angles?.upperBound ?? angle, angle)
      guard let posture else { continue }
      changes.append(Change(instant: reading.instant, posture: posture, angle: angle))
    }
  }

  /// Returns the number of readings that were inconclusive for a reason.
  public func count(_ doubt: HingeDoubt) -> Int { doubts.count { $0 == doubt } }

  /// The number of changes to and from the posture `tablet`, after the first posture.
  public var tabletChanges: Int {
    let isTablet = changes.map { $0.posture == .tablet }
    return zip(isTablet, isTablet.dropFirst()).count { $0 != $1 }
  }
}
