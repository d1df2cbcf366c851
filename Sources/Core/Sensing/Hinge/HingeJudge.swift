// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A judge that computes the posture (closed, laptop or tablet) from a hinge's readings.
///
/// The judge uses only integers and no clock. The first conclusive reading is reported at once;
/// every later posture has to last for a while. An inconclusive reading leaves the posture
/// unchanged. Gravity alone cannot distinguish a closed lid from one folded all the way round: if a
/// laptop's angle decreases to 0 it is closed, and a tablet stays a tablet. If the earlier posture
/// does not decide, the device counts as a tablet after two seconds, as in ChromeOS, unless a lid
/// switch reports that it is closed.
public struct HingeJudge: Sendable, Hashable {
  /// The thresholds in use.
  public let parameters: HingeParameters
  /// The last reported posture; `nil` before the first.
  public private(set) var posture: HingePosture?
  /// The angle of the latest reading that had one, even an ambiguous one, in tenths of a degree;
  /// `nil` before the first.
  public private(set) var angle: Int64?
  /// The reason why the latest reading was inconclusive; `nil` if it was conclusive, and before the
  /// first.
  public private(set) var doubt: HingeDoubt?
  /// Whether the halves have contradicted each other for five seconds or more, so that the mounting
  /// of one must be wrong; false again after a reading with an angle.
  public private(set) var isContradicted = false
  /// Whether a lid switch reports the lid as closed.
  public var isLidClosed = false

  private var candidate: Candidate?
  /// The latest angle, in tenths of a degree, that was measured, or that was neither closed nor
  /// folded all the way round; `nil` before the first, and after `resume`.
  private var approach: Int64?
  private var ambiguousSince: Instant?
  private var disagreeingSince: Instant?

  private struct Candidate: Hashable {
    let posture: HingePosture
    let since: Instant
  }

  /// The time for which an angle of 0 or 360° stays ambiguous if nothing else decides.
  private static let ambiguityLimit = Duration.seconds(2)
  /// The duration of a contradiction that movement cannot explain any more.
  private static let disagreementLimit = Duration.seconds(5)
  /// The largest previous angle, in tenths of a degree, with which a laptop at 0 or 360° counts as
  /// closed.
  private static let closing: Int64 = 900
  /// The angle in tenths of a degree, computed from two accelerometers, below which a tablet counts
  /// as folded all the way round: noise can turn 360° into a small angle.
  private static let roundFold: Int64 = 450

  /// Creates a judge without readings; thresholds are clamped to their ranges.
  public init(parameters: HingeParameters = HingeParameters()) {
    self.parameters = parameters.clamped
  }

  /// Called after a gap in the readings: ends all waits, and forgets the angle by which a later
  /// ambiguity would be resolved; `posture` and `angle` remain.
  public mutating func resume() {
    candidate = nil
    approach = nil
    ambiguousSince = nil
    disagreeingSince = nil
  }

  /// Judges a reading; returns the new posture if it has changed, otherwise `nil`.
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
      guard let aim = aim(angle, isMeasured: reading.isMeasured, at: instant) else {
        candidate = nil
        doubt = .ambiguous
        return nil
      }
      return consider(aim, at: instant)
    }
  }

  /// Returns the posture for an angle, which is never ambiguous if a sensor has measured it; `nil`
  /// if the angle is ambiguous.
  private mutating func aim(_ angle: Int64, isMeasured: Bool, at instant: Instant) -> HingePosture?
  {
    let isClosed = angle < parameters.closedBelow
    guard isClosed || angle > 3600 - parameters.closedBelow, !isMeasured else {
      ambiguousSince = nil
      approach = angle
      return isClosed ? .closed : open(angle, isMeasured: isMeasured)
    }
    if isLidClosed { return .closed }
    if let posture, posture != .laptop { return posture }
    if posture == .laptop, let approach, approach <= Self.closing { return .closed }
    let since = ambiguousSince.flatMap { $0 <= instant ? $0 : nil } ?? instant
    ambiguousSince = since
    return instant - since >= Self.ambiguityLimit ? .tablet : nil
  }

  private func open(_ angle: Int64, isMeasured: Bool) -> HingePosture {
    guard posture == .tablet else { return angle >= parameters.tabletAbove ? .tablet : .laptop }
    let isRound = !isMeasured && angle < Self.roundFold
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
  /// Whether a sensor measures the angle itself, which distinguishes 0 and 360°.
  fileprivate var isMeasured: Bool {
    if case .angle = self { true } else { false }
  }
}

/// The thresholds of the hinge judge: angles in tenths of a degree, and a time in milliseconds.
///
/// The judge clamps values outside their ranges.
public struct HingeParameters: Sendable, Hashable {
  /// The angle from which on an open laptop becomes a tablet.
  public var tabletAbove: Int64 = 2000
  /// The angle up to which a tablet becomes a laptop again; the judge limits it to `tabletAbove`.
  public var laptopBelow: Int64 = 1600
  /// The angle below which the lid is closed.
  public var closedBelow: Int64 = 200
  /// The time in milliseconds for which readings must agree before another posture is reported.
  public var dwell: Int64 = 300

  /// The range of `tabletAbove`.
  public static let tabletAngles: ClosedRange<Int64> = 600...3300
  /// The range of `laptopBelow`.
  public static let laptopAngles: ClosedRange<Int64> = 500...3300
  /// The range of `closedBelow`.
  public static let closedAngles: ClosedRange<Int64> = 0...300
  /// The range of `dwell`, in milliseconds.
  public static let dwells: ClosedRange<Int64> = 0...5000

  /// Creates the default thresholds; the angles are those of ChromeOS.
  ///
  /// Source: "tablet_mode_controller.cc",
  /// https://chromium.googlesource.com/chromium/src/+/HEAD/ash/wm/tablet_mode/tablet_mode_controller.cc
  public init() {}

  /// The thresholds clamped to their ranges and ordered.
  public var clamped: HingeParameters {
    var result = self
    result.tabletAbove = tabletAbove.clamped(to: Self.tabletAngles)
    result.laptopBelow = min(laptopBelow.clamped(to: Self.laptopAngles), result.tabletAbove)
    result.closedBelow = closedBelow.clamped(to: Self.closedAngles)
    result.dwell = dwell.clamped(to: Self.dwells)
    return result
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
