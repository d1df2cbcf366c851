// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// The postures that the hinge judge reported on a recording.
public struct HingeRun: Sendable {
  /// A posture, and when and at which angle it was reported.
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
  /// The least and the greatest angle, in tenths of a degree; `nil` without any.
  public private(set) var angles: ClosedRange<Int64>?
  private var doubts: [HingeDoubt] = []

  /// Creates a run of a new judge over readings in the order of their times.
  public init(_ readings: [HingeReading.Timed], parameters: HingeParameters = HingeParameters()) {
    var judge = HingeJudge(parameters: parameters)
    for reading in readings {
      let posture = judge.judge(reading.reading, at: reading.instant)
      if let doubt = judge.doubt { doubts.append(doubt) }
      guard let angle = judge.angle else { continue }
      angles = min(angles?.lowerBound ?? angle, angle)...max(angles?.upperBound ?? angle, angle)
      guard let posture else { continue }
      changes.append(Change(instant: reading.instant, posture: posture, angle: angle))
    }
  }

  /// Returns the number of readings without an angle for a reason.
  public func count(_ doubt: HingeDoubt) -> Int { doubts.count { $0 == doubt } }

  /// The number of changes to and from a tablet after the first posture.
  public var tabletChanges: Int {
    let isTablet = changes.map { $0.posture == .tablet }
    return zip(isTablet, isTablet.dropFirst()).count { $0 != $1 }
  }
}
