// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Turns accelerometer readings into changes of the device orientation; integers only, no clock.
///
/// A reading passes four gates. Its length must be that of gravity; a flat screen must stay flat
/// for a while; near a diagonal the current orientation wins; and a new one must hold until it
/// has settled. A reading stopped at a gate leaves the last orientation as it is. The very first
/// reading that looks like gravity is reported at once.
public struct Classifier: Sendable, Hashable {
  private struct Candidate: Sendable, Hashable {
    let orientation: DeviceOrientation
    let since: Instant
    let deadline: Instant
  }

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

  /// Starts without a reading.
  public init(parameters: ClassifierParameters = ClassifierParameters()) {
    self.parameters = parameters
  }

  /// When the candidate will have held for long enough; nil while nothing waits.
  ///
  /// Sensors that report changes only fall silent after the last one: whoever reads the clock
  /// calls `settle(at:)` at this instant unless another reading comes first.
  public var deadline: Instant? { candidate?.deadline }

  /// Takes a reading and returns the new orientation if it has changed.
  public mutating func classify(
    _ reading: Acceleration, at instant: Instant
  ) -> DeviceOrientation? {
    counts.countReading()
    stoppedAt = nil
    let axes = Axes(reading)
    guard axes.hasLength(within: parameters.magnitude) else {
      return stop(.magnitude)
    }
    if isFlat(axes) {
      return consider(
        axes.facesUp ? .faceUp : .faceDown, at: instant, gate: .flat,
        wait: parameters.flatMilliseconds)
    }
    let nearest = axes.nearestUpright
    if leavesTooEarly(to: nearest, axes) {
      // On a diagonal a device that was flat still stands up as it did before.
      guard current.isFlat else { return stop(.gap) }
      return consider(upright, at: instant, gate: .settle, wait: parameters.settleMilliseconds)
    }
    return consider(nearest, at: instant, gate: .settle, wait: parameters.settleMilliseconds)
  }

  /// Reports the candidate if it has held until `instant` with no reading against it.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? {
    guard let candidate, candidate.deadline <= instant else { return nil }
    return report(candidate.orientation)
  }

  private func isFlat(_ axes: Axes) -> Bool {
    let isLeaving = current.isFlat || candidate?.orientation.isFlat == true
    return axes.tilts(by: isLeaving ? parameters.uprightTangent : parameters.flatTangent)
  }

  private func leavesTooEarly(to nearest: DeviceOrientation, _ axes: Axes) -> Bool {
    upright != .unknown && nearest != upright && nearest.isLandscape != upright.isLandscape
      && !axes.passesDiagonal(by: parameters.gapTangent)
  }

  private mutating func consider(
    _ orientation: DeviceOrientation, at instant: Instant, gate: Gate, wait: Int64
  ) -> DeviceOrientation? {
    guard orientation != current else {
      candidate = nil
      return nil
    }
    guard current != .unknown else { return report(orientation) }
    if let candidate, candidate.orientation == orientation, candidate.since <= instant {
      if candidate.deadline <= instant { return report(orientation) }
    } else if wait == 0 {
      return report(orientation)
    } else {
      candidate = Candidate(
        orientation: orientation, since: instant, deadline: instant.advanced(milliseconds: wait))
    }
    stoppedAt = gate
    counts.count(gate)
    return nil
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

extension DeviceOrientation {
  fileprivate var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}
