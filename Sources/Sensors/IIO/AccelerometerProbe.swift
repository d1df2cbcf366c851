// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation

/// A series of readings of an accelerometer, for looking at it once.
public struct AccelerometerProbe: Hashable, Sendable {
  /// How many readings are taken, and how far apart in microseconds.
  private static let size = 25
  private static let interval: UInt32 = 20_000

  /// Readings taken and left out.
  public let counts: ReadingCounts
  /// Whether all that were taken are the same to the last digit.
  public let isFrozen: Bool

  /// Takes a result as it is.
  public init(counts: ReadingCounts, isFrozen: Bool) {
    self.counts = counts
    self.isFrozen = isFrozen
  }

  /// Reads half a second long; nil if the attributes cannot be opened.
  public init?(_ device: Accelerometer) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var counts = ReadingCounts()
    var seen: Set<Acceleration> = []
    for index in 0..<Self.size {
      if index > 0 { usleep(Self.interval) }
      switch reader.read() {
      case .reading(let acceleration):
        counts.countGood()
        seen.insert(acceleration)
      case .fault(let fault): counts.count(fault)
      case .gone: counts.count(.unreadable)
      }
    }
    self.counts = counts
    isFrozen = counts.good > 1 && seen.count == 1
  }

  /// How long it took, for people.
  public static let duration = "0.5 s"
}
