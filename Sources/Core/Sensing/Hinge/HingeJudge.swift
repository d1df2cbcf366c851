// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Tells from a hinge whether the device is closed, a laptop or a tablet.
///
/// Integers only, no clock. The first reading that tells counts at once, every other posture has to
/// hold for a while. A reading that tells nothing leaves the posture as it is. Gravity alone cannot
/// tell a closed lid from one that is folded right round: a laptop whose angle went down to it is
/// closed, a tablet stays one, and without such a past it counts as a tablet after two seconds, as
/// ChromeOS has it, unless a lid switch says that it is closed.
public struct HingeJudge: Sendable, Hashable {
  /// The thresholds in use.
  public let parameters: HingeParameters
  /// The last posture reported; nil before the first.
  public private(set) var posture: HingePosture?
  /// The angle of the latest reading that told one, in tenths of a degree.
  public private(set) var angle: Int64?
  /// Why the latest reading told nothing; nil if it did.
  public private(set) var doubt: HingeDoubt?
  /// Whether the halves have disagreed for so long that one of them is turned another way than told.
  public private(set) var isContradicted = false
  /// Whether a lid switch says that the lid is closed.
  public var isLidClosed = false

  private var candidate: Candidate?
  /// The latest angle between closed and folded right round.
  private var approach: Int64?
  private var ambiguousSince: Instant?
  private var disagreeingSince: Instant?

  private struct Candidate: Hashable {
    let posture: HingePosture
    let since: Instant
  }

  /// For how long an angle of 0 or 360° stays without meaning where nothing else tells it.
  private static let ambiguityLimit = Duration.seconds(2)
  /// For how long halves may disagree before that is no movement.
  private static let disagreementLimit = Duration.seconds(5)
  /// The angle below which a lid is about to be closed, and above which one is not.
  private static let closing: Int64 = 900
  /// Below this a tablet's angle is one folded right round, with some noise.
  private static let roundFold: Int64 = 450

  /// Starts without a reading; thresholds outside their ranges are moved to the nearest end.
  public init(parameters: HingeParameters = HingeParameters()) {
    self.parameters = parameters.clamped
  }

  /// Readings were missed: what came before them does not tell any more how the next is meant.
  public mutating func resume() {
    candidate = nil
    approach = nil
    ambiguousSince = nil
    disagreeingSince = nil
  }

  /// Takes a reading and returns the new posture if it has changed.
  public mutating func judge(_ reading: HingeReading, at instant: Instant) -> HingePosture? {
    switch reading.estimate {
    case .doubt(let doubt):
      candidate = nil
      self.doubt = doubt
      note(isDisagreeing: doubt == .disagreement, at: instant)
      return nil
    case .angle(let angle):
      doubt = nil
      self.angle = angle
      note(isDisagreeing: false, at: instant)
      guard let aim = aim(angle, isTold: reading.isTold, at: instant) else {
        candidate = nil
        doubt = .ambiguous
        return nil
      }
      return consider(aim, at: instant)
    }
  }

  /// What an angle asks for; nil if it can mean two things.
  private mutating func aim(_ angle: Int64, isTold: Bool, at instant: Instant) -> HingePosture? {
    let isClosed = angle < parameters.closedBelow
    guard isClosed || angle > 3600 - parameters.closedBelow, !isTold else {
      ambiguousSince = nil
      approach = angle
      return isClosed ? .closed : open(angle, isTold: isTold)
    }
    if isLidClosed { return .closed }
    if let posture, posture != .laptop { return posture }
    if posture == .laptop, let approach, approach <= Self.closing { return .closed }
    let since = ambiguousSince.flatMap { $0 <= instant ? $0 : nil } ?? instant
    ambiguousSince = since
    return instant - since >= Self.ambiguityLimit ? .tablet : nil
  }

  private func open(_ angle: Int64, isTold: Bool) -> HingePosture {
    guard posture == .tablet else { return angle >= parameters.tabletAbove ? .tablet : .laptop }
    let isRound = !isTold && angle < Self.roundFold
    return isRound || angle > parameters.laptopBelow ? .tablet : .laptop
  }

  private mutating func consider(_ aim: HingePosture, at instant: Instant) -> HingePosture? {
    guard let posture else { return report(aim) }
    guard aim != posture else {
      candidate = nil
      return nil
    }
    let since = candidate.flatMap { $0.posture == aim && $0.since <= instant ? $0.since : nil }
    candidate = Candidate(posture: aim, since: since ?? instant)
    let hasHeld = instant - (since ?? instant) >= .milliseconds(parameters.dwell)
    return hasHeld ? report(aim) : nil
  }

  private mutating func report(_ aim: HingePosture) -> HingePosture {
    candidate = nil
    ambiguousSince = nil
    posture = aim
    return aim
  }

  private mutating func note(isDisagreeing: Bool, at instant: Instant) {
    guard isDisagreeing else {
      if doubt == nil { isContradicted = false }
      disagreeingSince = nil
      return
    }
    let since = disagreeingSince.flatMap { $0 <= instant ? $0 : nil } ?? instant
    disagreeingSince = since
    if instant - since >= Self.disagreementLimit { isContradicted = true }
  }
}

extension HingeReading {
  /// Whether a sensor gives the angle itself, so that 0 and 360° are two things.
  fileprivate var isTold: Bool {
    if case .angle = self { true } else { false }
  }
}
