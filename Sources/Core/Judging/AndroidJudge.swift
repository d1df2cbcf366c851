// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Orientation
public import Sensing

/// Android's judge of accelerometer readings: a low-pass filter, ranges of tilt, an angle gap and
/// minimum waits.
///
/// Steps and constants are those of Android's `WindowOrientationListener.AccelSensorJudge`. The
/// judge takes the last rotation that it proposed for the current one, initially portrait. Touches
/// delay a rotation.
public struct AndroidJudge: OrientationJudge, Hashable {
  /// The name of the judge, one of `JudgeName.all`.
  public let name = "android"
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  public private(set) var record = JudgeRecord()

  private struct Latest: Sendable, Hashable {
    var instant: Instant
    var vector: PlaneVector
  }

  private var latest: Latest?
  private var history = AndroidTiltHistory()
  private var rotation = 0
  private var proposed: Int?
  private var predicted: Int?
  private var predictedSince: Instant?
  private var flat: Instant?
  private var swing: Instant?
  private var acceleration: Instant?
  private var touchEnd: Instant?
  private var isTouched = false
  private var isOverhead = false

  /// Creates a judge without readings.
  public init() {}

  /// Records that the first finger touched the screen if `isDown`, otherwise that the last one left
  /// it.
  public mutating func touch(isDown: Bool, at instant: Instant) {
    isTouched = isDown
    if !isDown { touchEnd = instant }
  }

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    record.begin()
    guard let vector = smooth(reading, at: instant) else { return record.stop(.lowPass) }
    var gate = predict(vector, at: instant)
    let old = proposed
    if predicted == nil {
      proposed = nil
    } else if let wait = waiting(at: instant) {
      gate = wait
    } else {
      proposed = predicted
    }
    record.stop(gate)
    guard let proposed, proposed != old else { return nil }
    rotation = proposed
    return record.report(Self.orientations[proposed])
  }

  private static let orientations: [DeviceOrientation] = [
    .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
  ]
  /// The accepted tilts in degrees for each rotation.
  private static let tilts = [-25...70, -25...65, -25...60, -25...65]

  /// Returns the low-pass filtered reading; `nil` if the reading restarts the filter.
  private mutating func smooth(_ reading: Acceleration, at instant: Instant) -> PlaneVector? {
    var vector = PlaneVector(reading)
    let elapsed = latest.map { Double(instant.nanoseconds &- $0.instant.nanoseconds) / 1e6 } ?? -1
    let isZero = reading == Acceleration(x: 0, y: 0, z: 0)
    defer { latest = Latest(instant: instant, vector: vector) }
    guard let last = latest?.vector, elapsed >= 0, elapsed <= 1000, !isZero else {
      reset()
      return nil
    }
    let share = elapsed / (200 + elapsed)
    vector.x = share * (vector.x - last.x) + last.x
    vector.y = share * (vector.y - last.y) + last.y
    vector.z = share * (vector.z - last.z) + last.z
    return vector
  }

  private mutating func reset() {
    history.clear()
    (proposed, predicted, predictedSince) = (nil, nil, nil)
    (flat, swing, acceleration) = (nil, nil, nil)
    isOverhead = false
  }

  /// Updates the predicted rotation; returns the gate that prevented a prediction, or `nil`.
  private mutating func predict(_ vector: PlaneVector, at instant: Instant) -> Gate? {
    let length = vector.length
    if length < 1 { return predict(nil, because: .magnitude, at: instant) }
    if abs(length - PlaneVector.gravity) > 4 { acceleration = instant }
    let tilt = Int(PlaneVector.degrees(asin(min(max(vector.z / length, -1), 1))).rounded())
    history.add(tilt, at: instant)
    if history.isFlat(at: instant) { flat = instant }
    if history.isSwinging(at: instant, tilt: tilt) { swing = instant }
    if tilt <= -40 { isOverhead = true } else if tilt >= -15 { isOverhead = false }
    if isOverhead { return predict(nil, because: .overhead, at: instant) }
    if abs(tilt) > 80 { return predict(nil, because: .flat, at: instant) }
    var angle = -Int(PlaneVector.degrees(atan2(-vector.x, vector.y)).rounded())
    if angle < 0 { angle += 360 }
    let nearest = (angle + 45) / 90 % 4
    guard Self.tilts[nearest].contains(tilt) else {
      return predict(nil, because: .flat, at: instant)
    }
    guard passesGap(to: nearest, angle: angle) else {
      return predict(nil, because: .hysteresis, at: instant)
    }
    return predict(nearest, because: nil, at: instant)
  }

  private mutating func predict(_ value: Int?, because gate: Gate?, at instant: Instant) -> Gate? {
    if predicted != value {
      predicted = value
      predictedSince = value == nil ? nil : instant
    }
    return gate
  }

  /// Half of the 45° gap between neighbouring rotations, in whole degrees.
  private static let halfGap = 22

  private func passesGap(to next: Int, angle: Int) -> Bool {
    // The angle relative to the middle of the quadrant `next`, from -45 to 44 degrees.
    let offset = (angle + 45) % 90 - 45
    let reach = 45 - Self.halfGap
    if next == rotation || next == (rotation + 1) % 4, offset < -reach { return false }
    if next == rotation || next == (rotation + 3) % 4, offset > reach { return false }
    return true
  }

  private func waiting(at now: Instant) -> Gate? {
    func isOver(_ stamp: Instant?, _ time: Duration) -> Bool {
      guard let stamp else { return true }
      return now >= stamp + time
    }
    if !isOver(predictedSince, .milliseconds(40)) { return .dwell }
    if !isOver(flat, .milliseconds(500)) { return .sinceFlat }
    if !isOver(swing, .milliseconds(300)) { return .sinceSwing }
    if !isOver(acceleration, .milliseconds(500)) { return .sinceAcceleration }
    return isTouched || !isOver(touchEnd, .milliseconds(500)) ? .sinceTouch : nil
  }
}

/// The latest 200 tilts, by which Android detects that the screen is flat or swinging.
struct AndroidTiltHistory: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    let instant: Instant
    let tilt: Int
  }

  private static let capacity = 200
  /// The tilt in degrees from which the screen counts as flat.
  private static let flat = 80
  private static let flatTime = Duration.seconds(1)
  private static let swing = 20
  private static let swingTime = Duration.milliseconds(300)

  private var entries: [Entry] = []
  private var next = 0

  mutating func add(_ tilt: Int, at instant: Instant) {
    let entry = Entry(instant: instant, tilt: tilt)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    next = 0
  }

  func isFlat(at now: Instant) -> Bool {
    for entry in newestFirst {
      if entry.tilt < Self.flat { return false }
      if entry.instant + Self.flatTime <= now { return true }
    }
    return false
  }

  func isSwinging(at now: Instant, tilt: Int) -> Bool {
    for entry in newestFirst {
      if entry.instant + Self.swingTime < now { return false }
      if entry.tilt + Self.swing <= tilt { return true }
    }
    return false
  }

  private var newestFirst: some Sequence<Entry> {
    let count = entries.count
    return (1...max(count, 1)).lazy.filter { $0 <= count }.map { back in
      entries[(next - back + count) % count]
    }
  }
}
