// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A first-order low-pass for unevenly spaced readings, in 1024ths of 0.001 g.
struct LowPass: Sendable, Hashable {
  private var x: Int64 = 0
  private var y: Int64 = 0
  private var z: Int64 = 0
  private var latest: Instant?
  /// Nanoseconds rather than a `Duration`, as every reading uses the value.
  private let timeConstant: Int64

  /// Creates a low-pass without readings; a time constant of zero disables smoothing.
  init(timeConstant: Duration) { self.timeConstant = timeConstant.nanoseconds }

  /// The silence after which, as after a clock that goes back, the filter restarts.
  private static let maximumGap = Duration.seconds(1).nanoseconds

  /// Adds a reading; the weight of the new value is Δt / (time constant + Δt).
  mutating func add(_ reading: Acceleration, at instant: Instant) {
    let elapsed = latest.map { instant.nanoseconds &- $0.nanoseconds } ?? -1
    let isFresh = elapsed < 0 || elapsed > Self.maximumGap
    let share = isFresh ? 1 : elapsed
    let whole = isFresh ? 1 : max(1, elapsed + timeConstant)
    func moved(_ value: Int64, towards target: Int32) -> Int64 {
      // At most 2^27 of distance times 2^30 nanoseconds: far within 64 bits.
      let distance = Int64(min(max(target, -64_000), 64_000)) * 1024 - value
      return value + distance * share / whole
    }
    x = moved(x, towards: reading.x)
    y = moved(y, towards: reading.y)
    z = moved(z, towards: reading.z)
    latest = instant
  }

  /// The attitude of the smoothed reading.
  var attitude: Attitude { Attitude(x: x, y: y, z: z) }
}
