// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// The reports of a judge on a recording, with its deadlines kept to the nanosecond.
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
  /// The numbers of readings and of those stopped at each gate.
  public let counts: GateCounts

  /// Creates a run of a judge over readings in the order of their instants, to its last deadline.
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

  /// The reports that rotate a screen whose first orientation is portrait; flat ones rotate
  /// nothing.
  public var turns: [Report] {
    var shown = DeviceOrientation.portrait
    return reports.filter { report in
      guard !report.orientation.isFlat, report.orientation != shown else { return false }
      shown = report.orientation
      return true
    }
  }

  /// Returns the delay of each turn in ms, counted from the in-plane angle's crossing of 45° to the
  /// orientation.
  ///
  /// The crossing is interpolated between the readings around it. Turns without a recorded
  /// crossing, like that of the first reading, have no delay.
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
  /// The run; a polling judge polls from the first reading on.
  public let run: JudgeRun
  /// The delays of all turns in milliseconds, sorted; for a polling judge, those of ten phases.
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

  /// The median of the delays in milliseconds; `nil` without any.
  public var medianDelay: Double? {
    guard !delays.isEmpty else { return nil }
    let middle = delays.count / 2
    return delays.count.isMultiple(of: 2)
      ? (delays[middle - 1] + delays[middle]) / 2 : delays[middle]
  }
}

/// A comparison of judges on the same recordings, and on a synthetic slow turn.
public struct JudgeComparison: Sendable {
  /// The results of the judges for one recording.
  public struct Part: Sendable {
    /// The recording.
    public let recording: Recording
    /// One result per judge, in the requested order.
    public let results: [JudgeResult]
  }

  /// The tilts in degrees by which the device leans back in the synthetic turns.
  public static let tilts = [0, 30, 60, 75]

  /// The names of the judges.
  public let judges: [String]
  /// The results, one part per recording.
  public let parts: [Part]
  /// For each judge one synthetic turn per element of `tilts`; without polling.
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
