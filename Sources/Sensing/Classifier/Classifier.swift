// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Swivel's own judge: from accelerometer readings to all seven device orientations.
///
/// Integers only, no clock. Each reading passes the gates of `Gate`. One that is stopped leaves
/// the last orientation as it is. The very first reading that looks like gravity is reported at
/// once.
public struct Classifier: OrientationJudge, Hashable {
  /// The name by which `Judges` makes it.
  public let name = "swivel"
  /// The thresholds in use.
  public let parameters: ClassifierParameters
  /// The last orientation reported; unknown before the first.
  public private(set) var current: DeviceOrientation = .unknown
  /// The gate that stopped the latest reading; nil if it confirmed or changed the orientation.
  public private(set) var stoppedAt: Gate?
  /// Readings so far, and those stopped at each gate.
  public private(set) var counts = GateCounts()

  /// The last orientation in the plane of the screen, which a flat posture does not forget.
  private var upright: DeviceOrientation = .unknown
  private var candidate: Candidate?
  private var smoothed = LowPass()
  private var swings = SwingWatch()
  private var unrest = Unrest()
  private var isOverhead = false

  /// Starts without a reading; thresholds outside their ranges are moved to the nearest end.
  public init(parameters: ClassifierParameters = ClassifierParameters()) {
    self.parameters = parameters.clamped
  }

  /// When the candidate will have held for long enough; nil while nothing waits.
  ///
  /// Sensors that report changes only fall silent after the last one: whoever reads the clock
  /// calls `settle(at:)` at this instant unless another reading comes first.
  public var deadline: Instant? { candidate.flatMap(wait)?.end }

  /// Takes a reading and returns the new orientation if it has changed.
  public mutating func judge(
    _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    counts.countReading()
    stoppedAt = nil
    unrest.forget(after: instant)
    let size = MagnitudeSquare(reading)
    if !size.isWithin(parameters.restLow, parameters.restHigh) {
      unrest.note(.sinceAcceleration, at: instant)
    }
    guard size.isWithin(parameters.magnitudeLow, parameters.magnitudeHigh) else {
      return stop(.magnitude)
    }
    smoothed.add(reading, at: instant, milliseconds: parameters.lowPass)
    let attitude = smoothed.attitude
    if swings.add(
      tilt: attitude.tilt, at: instant, swing: parameters.swing, window: parameters.swingWindow)
    {
      unrest.note(.sinceSwing, at: instant)
    }
    if current.isFlat, abs(attitude.tilt) > parameters.upright {
      unrest.note(.sinceFlat, at: instant)
    }
    return weigh(attitude, reading, at: instant)
  }

  /// Another name of `judge`.
  public mutating func classify(
    _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    judge(reading, at: instant)
  }

  /// Reports the candidate if it has held until `instant` with no reading against it.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? {
    guard let candidate, let wait = wait(candidate), wait.end <= instant else { return nil }
    return report(candidate.orientation)
  }

  /// Takes note that a finger touches the screen, or that the last one has left it.
  public mutating func touch(isDown: Bool, at instant: Instant) {
    unrest.isTouched = isDown
    unrest.note(.sinceTouch, at: instant)
  }

  private mutating func weigh(
    _ attitude: Attitude, _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    let isFlat = current.isFlat || candidate?.orientation.isFlat == true
    let tilt = abs(attitude.tilt)
    if tilt >= (isFlat ? parameters.upright : parameters.flat) {
      return consider(attitude.tilt > 0 ? .faceUp : .faceDown, at: instant)
    }
    if current == .unknown { return report(attitude.nearest) }
    if attitude.tilt <= -parameters.overhead {
      isOverhead = true
    } else if attitude.tilt >= -parameters.overheadEnd {
      isOverhead = false
    }
    guard tilt <= parameters.upright else { return stop(.flat) }
    if isOverhead { return stop(.overhead) }
    let orientation = target(attitude)
    if orientation == upright, !current.isFlat {
      candidate = nil
      stoppedAt = reasonToStay(attitude, reading)
      if let stoppedAt { counts.count(stoppedAt) }
      return nil
    }
    return consider(orientation, at: instant)
  }

  /// Where this attitude would turn to: the last upright orientation if it is within the gap.
  private func target(_ attitude: Attitude) -> DeviceOrientation {
    let distance = attitude.distance(to: upright)
    // The opposite orientation has no common diagonal with this one, and no gap.
    if upright != .unknown, distance < 450 + parameters.gap { return upright }
    return attitude.nearest
  }

  /// Why a reading that turns nothing does not, if it is not simply the same orientation again.
  private func reasonToStay(_ attitude: Attitude, _ reading: Acceleration) -> Gate? {
    let alone = Attitude(x: Int64(reading.x), y: Int64(reading.y), z: Int64(reading.z))
    if abs(alone.tilt) <= parameters.upright, target(alone) != upright { return .lowPass }
    return attitude.distance(to: upright) > 450 ? .gap : nil
  }

  private mutating func consider(
    _ orientation: DeviceOrientation, at instant: Instant
  ) -> DeviceOrientation? {
    if orientation == current {
      candidate = nil
      return nil
    }
    guard current != .unknown else { return report(orientation) }
    if candidate?.orientation != orientation || candidate.map({ $0.since > instant }) == true {
      candidate = Candidate(orientation: orientation, since: instant)
    }
    guard let candidate else { return nil }
    let wait = wait(candidate)
    if let wait, wait.end <= instant { return report(orientation) }
    let gate = wait?.gate ?? .sinceTouch
    stoppedAt = gate
    counts.count(gate)
    return nil
  }

  /// Until when a candidate has to wait, and for what; nil while a finger is on the screen.
  private func wait(_ candidate: Candidate) -> Unrest.Wait? {
    if candidate.orientation.isFlat {
      let end = candidate.since.advanced(milliseconds: parameters.flatWait)
      return Unrest.Wait(gate: .flat, end: end)
    }
    let end = candidate.since.advanced(milliseconds: parameters.settle)
    let settled = Unrest.Wait(gate: .settle, end: end)
    // Coming back from flat to the orientation from before turns nothing: it only has to settle.
    return candidate.orientation == upright ? settled : unrest.wait(settled, parameters)
  }

  private mutating func stop(_ gate: Gate) -> DeviceOrientation? {
    candidate = nil
    stoppedAt = gate
    counts.count(gate)
    return nil
  }

  private mutating func report(_ orientation: DeviceOrientation) -> DeviceOrientation {
    candidate = nil
    current = orientation
    if !orientation.isFlat { upright = orientation }
    return orientation
  }
}

extension Classifier {
  fileprivate struct Candidate: Sendable, Hashable {
    let orientation: DeviceOrientation
    let since: Instant
  }
}
