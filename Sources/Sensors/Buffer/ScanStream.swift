// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Cuts the bytes of a buffer into scans and places them on our clock.
public struct ScanStream: Sendable {
  private let layout: ScanLayout
  private var rest: [UInt8] = []

  /// Cuts along a layout.
  public init(_ layout: ScanLayout) { self.layout = layout }

  /// Bytes of a scan that has not arrived completely.
  public var waiting: Int { rest.count }

  /// The raw values of all whole scans in `bytes`, each with its instant, the last one being `now`.
  ///
  /// The device's own clock gives the distances, as long as they go forward and stay below a
  /// second; otherwise all have arrived `now`.
  public mutating func take(
    _ bytes: some Collection<UInt8>, now: Instant
  ) -> [(raw: SIMD3<Double>, instant: Instant)] {
    rest += bytes
    var scans: [(raw: SIMD3<Double>, nanoseconds: Int64?)] = []
    var start = 0
    while start + layout.length <= rest.count {
      if let scan = layout.decode(rest[start..<(start + layout.length)]) { scans.append(scan) }
      start += layout.length
    }
    rest.removeFirst(start)
    let last = scans.last?.nanoseconds
    var previous: Instant?
    return scans.map { scan in
      var instant = now
      if let last, let own = scan.nanoseconds {
        let age = last.subtractingReportingOverflow(own)
        if !age.overflow, (0..<1_000_000_000).contains(age.partialValue) {
          instant = Instant(nanoseconds: now.nanoseconds - age.partialValue)
        }
      }
      if let earlier = previous, instant < earlier { instant = earlier }
      previous = instant
      return (scan.raw, instant)
    }
  }
}
