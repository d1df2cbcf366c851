// SPDX-License-Identifier: Apache-2.0
public import Orientation

// This module computes device orientations from accelerometer readings, by pure functions of
// readings and instants.
//
// - A judge (`OrientationJudge`) is a value: it takes a reading and an instant, and may report an
//   orientation. A judge reads no clock; its owner calls `settle` at its `deadline`.
// - `Classifier` is Swivel's own judge. A reading passes a series of gates (`Gate`). A reading that
//   does not change the orientation is counted at the gate that stopped it, for explanations.
// - Integers only: thousandths of g, tenths of a degree, nanoseconds. The same readings give the
//   same orientations on every machine, and recordings replay exactly.
// - The judges of other systems, and the comparison of judges, are in `Judging`.
//
// Begin with `Gate`, then `Classifier.judge`; `Attitude` computes the angles. `MotionHoldoff` and
// `SwingDetector` suppress rotations of a shaken device.

/// Swivel's judge, which maps accelerometer readings to the four upright orientations, face up and
/// face down.
///
/// The first reading with a length near gravity is reported at once; a later reading that a `Gate`
/// stops leaves the orientation unchanged.
public struct Classifier: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "swivel"
  /// The thresholds in use.
  public let parameters: ClassifierParameters
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  public private(set) var record = JudgeRecord()

  /// The last upright orientation, kept while the device is flat.
  private var upright: DeviceOrientation = .unknown
  private var candidate: Candidate?
  private var smoothed: LowPass
  private var swings: SwingDetector
  private var holdoff = MotionHoldoff()
  private var isOverhead = false
  private var latest: Instant?
  /// Whether a pause preceded the latest reading, so that the device counts as having been at rest.
  private var isFromRest = false

  /// Creates a classifier without readings; thresholds are clamped to their ranges.
  public init(parameters: ClassifierParameters = ClassifierParameters()) {
    let parameters = parameters.clamped
    self.parameters = parameters
    smoothed = LowPass(timeConstant: .milliseconds(parameters.lowPass))
    swings = SwingDetector(swing: parameters.swing, within: .milliseconds(parameters.swingWindow))
  }

  /// The time between two readings that counts as a pause: a moving device is read more often.
  private static let silence = Duration.milliseconds(250)

  /// The instant at which the candidate's waits end; `nil` if there is no candidate, or a finger on
  /// the screen delays it.
  ///
  /// A sensor that reports only changes sends no more readings at rest, so the owner calls
  /// `settle(at:)` at this instant unless a reading comes first.
  public var deadline: Instant? { candidate.flatMap(wait)?.end }

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    holdoff.forget(after: instant)
    isFromRest = latest.map { instant - $0 >= Self.silence } ?? false
    latest = instant
    let size = MagnitudeSquare(reading)
    if !size.isWithin(parameters.restLow, parameters.restHigh) {
      holdoff.note(.sinceAcceleration, at: instant)
    }
    guard size.isWithin(parameters.magnitudeLow, parameters.magnitudeHigh) else {
      return stop(.magnitude)
    }
    smoothed.add(reading, at: instant)
    let attitude = smoothed.attitude
    if swings.add(tilt: attitude.tilt, at: instant) {
      holdoff.note(.sinceSwing, at: instant)
    }
    if current.isFlat, abs(attitude.tilt) > parameters.upright {
      holdoff.note(.sinceFlat, at: instant)
    }
    return weigh(attitude, reading, at: instant)
  }

  /// Reports the candidate if its waits have ended by `instant`; otherwise returns `nil`.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? {
    guard let candidate, let wait = wait(candidate), wait.end <= instant else { return nil }
    return report(candidate.orientation)
  }

  /// Records that the first finger touched the screen if `isDown`, otherwise that the last one left
  /// it.
  public mutating func touch(isDown: Bool, at instant: Instant) {
    holdoff.isTouched = isDown
    holdoff.note(.sinceTouch, at: instant)
  }

  private mutating func weigh(
    _ attitude: Attitude, _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    if current == .unknown { return report(aim(attitude).orientation ?? attitude.nearest) }
    isOverhead = isOverhead(after: attitude)
    let aim = aim(attitude)
    if let orientation = aim.orientation, orientation != current {
      return consider(orientation, at: instant)
    }
    let alone = Attitude(x: Int64(reading.x), y: Int64(reading.y), z: Int64(reading.z))
    if let orientation = self.aim(alone).orientation, orientation != current {
      // If no more readings arrive, this one remains valid, and the low-pass filter converges to
      // it.
      let since = instant + .milliseconds(3 * parameters.lowPass)
      candidate = Candidate(
        orientation: orientation, since: since, isAssumed: true, isFromRest: false)
      return record.stop(.lowPass)
    }
    candidate = nil
    return record.stop(aim.gate ?? (isPastDiagonal(attitude) ? .hysteresis : nil))
  }

  /// Returns the orientation of an attitude, or the gate that excludes one; how long the attitude
  /// lasted is not considered.
  private func aim(_ attitude: Attitude) -> Aim {
    let isFlat =
      current.isFlat || candidate.map { $0.orientation.isFlat && !$0.isAssumed } == true
    let tilt = abs(attitude.tilt)
    if tilt >= (isFlat ? parameters.upright : parameters.flat) {
      return .orientation(attitude.tilt > 0 ? .faceUp : .faceDown)
    }
    if tilt > parameters.upright { return .nothing(.flat) }
    if isOverhead(after: attitude) { return .nothing(.overhead) }
    // The last upright orientation is kept until the angle is past the diagonal by the hysteresis.
    if upright != .unknown, attitude.distance(to: upright) < 450 + parameters.hysteresis {
      return .orientation(upright)
    }
    return .orientation(attitude.nearest)
  }

  private func isOverhead(after attitude: Attitude) -> Bool {
    if current == .unknown { return false }
    if attitude.tilt <= -parameters.overhead { return true }
    return isOverhead && attitude.tilt < -parameters.overheadEnd
  }

  private func isPastDiagonal(_ attitude: Attitude) -> Bool {
    !current.isFlat && attitude.distance(to: upright) > 450
  }

  private mutating func consider(
    _ orientation: DeviceOrientation, at instant: Instant
  ) -> DeviceOrientation? {
    if candidate?.holds(orientation, at: instant) != true {
      candidate = Candidate(
        orientation: orientation, since: instant, isAssumed: false, isFromRest: isFromRest)
    }
    guard let candidate else { return nil }
    let wait = wait(candidate)
    if let wait, wait.end <= instant { return report(orientation) }
    let gate = wait?.gate ?? .sinceTouch
    return record.stop(gate)
  }

  /// Returns the end of a candidate's longest wait, and the gate that causes it; `nil` while the
  /// candidate waits for a finger to leave the screen.
  private func wait(_ candidate: Candidate) -> MotionHoldoff.Wait? {
    if candidate.orientation.isFlat {
      let end = candidate.since + .milliseconds(parameters.flatWait)
      return MotionHoldoff.Wait(gate: .flat, end: end)
    }
    // After a pause, the device may have turned before the first reading, so a shorter time
    // suffices.
    let time =
      candidate.isFromRest
      ? min(parameters.dwell, parameters.dwellFromRest) : parameters.dwell
    let end = candidate.since + .milliseconds(time)
    let settled = MotionHoldoff.Wait(gate: .dwell, end: end)
    // A flat device that returns to its former orientation rotates nothing, so the waits after
    // motion do not apply.
    return candidate.orientation == upright ? settled : holdoff.wait(settled, parameters)
  }

  private mutating func stop(_ gate: Gate) -> DeviceOrientation? {
    candidate = nil
    return record.stop(gate)
  }

  private mutating func report(_ orientation: DeviceOrientation) -> DeviceOrientation? {
    candidate = nil
    if !orientation.isFlat { upright = orientation }
    return record.report(orientation)
  }
}

extension Classifier {
  fileprivate struct Candidate: Sendable, Hashable {
    let orientation: DeviceOrientation
    let since: Instant
    /// Whether only the latest reading supports the candidate, and the low-pass filtered ones do
    /// not yet.
    let isAssumed: Bool
    let isFromRest: Bool

    func holds(_ other: DeviceOrientation, at instant: Instant) -> Bool {
      orientation == other && !isAssumed && since <= instant
    }
  }

  fileprivate enum Aim {
    case orientation(DeviceOrientation)
    case nothing(Gate)

    var orientation: DeviceOrientation? {
      if case .orientation(let orientation) = self { orientation } else { nil }
    }

    var gate: Gate? {
      if case .nothing(let gate) = self { gate } else { nil }
    }
  }
}

/// A first-order low-pass filter for unevenly spaced readings, in 1024ths of 0.001 g.
private struct LowPass: Sendable, Hashable {
  private var x: Int64 = 0
  private var y: Int64 = 0
  private var z: Int64 = 0
  private var latest: Instant?
  /// The time constant in nanoseconds, since a `Duration` is slower to compute with for every
  /// reading.
  private let timeConstant: Int64

  /// Creates a filter; a time constant of zero disables smoothing.
  init(timeConstant: Duration) { self.timeConstant = timeConstant.nanoseconds }

  /// The pause after which the filter restarts; the filter also restarts if the clock goes back.
  private static let maximumGap = Duration.seconds(1).nanoseconds

  /// Adds a reading; the weight of the new value is Δt / (time constant + Δt).
  mutating func add(_ reading: Acceleration, at instant: Instant) {
    let elapsed = latest.map { instant.nanoseconds &- $0.nanoseconds } ?? -1
    let isFresh = elapsed < 0 || elapsed > Self.maximumGap
    let share = isFresh ? 1 : elapsed
    let whole = isFresh ? 1 : max(1, elapsed + timeConstant)
    func moved(_ value: Int64, towards target: Int32) -> Int64 {
      // The product is at most 2^27 times 2^30, far within 64 bits.
      let distance = Int64(min(max(target, -64_000), 64_000)) * 1024 - value
      return value + distance * share / whole
    }
    x = moved(x, towards: reading.x)
    y = moved(y, towards: reading.y)
    z = moved(z, towards: reading.z)
    latest = instant
  }

  var attitude: Attitude { Attitude(x: x, y: y, z: z) }
}

/// The instants at which the device was last flat, swinging, shaken or touched, which delay a turn.
private struct MotionHoldoff: Sendable, Hashable {
  struct Wait: Sendable, Hashable {
    let gate: Gate
    let end: Instant
  }

  var isTouched = false
  private var flat: Instant?
  private var swing: Instant?
  private var acceleration: Instant?
  private var touch: Instant?

  mutating func note(_ gate: Gate, at instant: Instant) {
    switch gate {
    case .sinceFlat: flat = instant
    case .sinceSwing: swing = instant
    case .sinceAcceleration: acceleration = instant
    case .sinceTouch: touch = instant
    case .magnitude, .lowPass, .flat, .overhead, .hysteresis, .dwell: break
    }
  }

  /// Removes instants in the future, which exist if the clock went back.
  mutating func forget(after now: Instant) {
    if let flat, flat > now { self.flat = nil }
    if let swing, swing > now { self.swing = nil }
    if let acceleration, acceleration > now { self.acceleration = nil }
    if let touch, touch > now { self.touch = nil }
  }

  /// Returns whichever ends last: `first`, or a wait after flat, swing, acceleration or touch;
  /// `nil` while a finger touches the screen.
  func wait(_ first: Wait, _ parameters: ClassifierParameters) -> Wait? {
    if isTouched { return nil }
    var longest = first
    func extend(_ gate: Gate, _ stamp: Instant?, _ milliseconds: Int64) {
      guard let stamp else { return }
      let end = stamp + .milliseconds(milliseconds)
      guard end > longest.end else { return }
      longest = Wait(gate: gate, end: end)
    }
    extend(.sinceFlat, flat, parameters.sinceFlat)
    extend(.sinceSwing, swing, parameters.sinceSwing)
    extend(.sinceAcceleration, acceleration, parameters.sinceAcceleration)
    extend(.sinceTouch, touch, parameters.sinceTouch)
    return longest
  }
}

/// A detector of swings of the screen towards flat: a large increase of the tilt within a short
/// time.
///
/// Only the tilt's absolute value is used: many devices report z with the wrong sign.
private struct SwingDetector: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var instant: Instant
    var size: Int64
  }

  /// The smallest absolute tilt in each slice, a `capacity`th of the window, that has readings;
  /// oldest first.
  private var entries: [Entry] = []
  private static let capacity: Int64 = 16
  private let swing: Int64
  /// The window in nanoseconds, since a `Duration` is slower to compute with for every reading.
  private let window: Int64

  /// Creates a detector; a swing is an increase by `swing` tenths of a degree within `window`.
  init(swing: Int64, within window: Duration) {
    self.swing = swing
    self.window = window.nanoseconds
  }

  /// Adds a tilt in tenths of a degree; returns whether the tilt completes a swing.
  mutating func add(tilt: Int64, at instant: Instant) -> Bool {
    let size = abs(tilt)
    if let last = entries.last, last.instant > instant { entries.removeAll(keepingCapacity: true) }
    let start = Instant(nanoseconds: instant.nanoseconds &- window)
    let expired = entries.prefix { $0.instant < start }.count
    if expired > 0 { entries.removeFirst(expired) }
    let hasSwung = entries.contains { size - $0.size >= swing }
    if let last = entries.last,
      instant.nanoseconds &- last.instant.nanoseconds < window / Self.capacity
    {
      // Several readings of a fast sensor share a slice, which keeps the instant of the first.
      entries[entries.count - 1].size = min(last.size, size)
    } else {
      entries.append(Entry(instant: instant, size: size))
    }
    return hasSwung
  }
}
