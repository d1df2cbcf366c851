// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// What the hinge judge made of a recording.
public struct HingeRun: Sendable {
  /// A posture, and when and at which angle it was reported.
  public struct Change: Sendable, Hashable {
    /// When it was reported.
    public let instant: Instant
    /// The posture.
    public let posture: HingePosture
    /// Tenths of a degree.
    public let angle: Int64
  }

  /// Every posture reported, in order.
  public private(set) var changes: [Change] = []
  /// The least and the greatest angle told, in tenths of a degree; nil if none was.
  public private(set) var angles: ClosedRange<Int64>?
  private var doubts: [HingeDoubt] = []

  /// Feeds a new judge with readings in the order of their times.
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

  /// How many readings told nothing for a reason.
  public func count(_ doubt: HingeDoubt) -> Int { doubts.count { $0 == doubt } }

  /// How often the device went to a tablet or back after it was known which it is.
  public var tabletChanges: Int {
    let isTablet = changes.map { $0.posture == .tablet }
    return zip(isTablet, isTablet.dropFirst()).count { $0 != $1 }
  }
}
