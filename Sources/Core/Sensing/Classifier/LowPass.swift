// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A first-order low-pass over readings that need not be evenly spaced, in 1024ths of 0.001 g.
struct LowPass: Sendable, Hashable {
  private var x: Int64 = 0
  private var y: Int64 = 0
  private var z: Int64 = 0
  private var latest: Instant?
  /// Nanoseconds, since every reading asks for it.
  private let timeConstant: Int64

  /// Starts without a reading; a time constant of zero smooths nothing.
  init(timeConstant: Duration) { self.timeConstant = timeConstant.nanoseconds }

  /// A silence of more than a second, or a clock that goes back, starts afresh.
  private static let maximumGap = Duration.seconds(1).nanoseconds

  /// Takes a reading; the share of the new value is Δt / (time constant + Δt).
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

  /// How the screen stands by the smoothed readings.
  var attitude: Attitude { Attitude(x: x, y: y, z: z) }
}
