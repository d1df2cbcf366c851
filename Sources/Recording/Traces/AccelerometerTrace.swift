// SPDX-License-Identifier: Apache-2.0

/// A recording of an accelerometer, as CSV files hold it.
///
/// Values are in m/s² with the axis signs of Android and the kernel: a device held upright reads
/// about +9.8 on y, one that lies face up about +9.8 on z.
public struct AccelerometerTrace: Equatable, Sendable {
  /// The samples that were kept, their times rising.
  public var samples: [Sample]
  /// The lines whose samples were not kept, in the order of the file.
  public var dropped: [Dropped]
  /// The comment lines before the header, without the `#`.
  public var comments: [String]

  /// The header that every file has before its first sample.
  public static let header = "time_ms,x,y,z"

  /// Makes a trace from samples.
  public init(samples: [Sample], dropped: [Dropped] = [], comments: [String] = []) {
    self.samples = samples
    self.dropped = dropped
    self.comments = comments
  }

  /// Returns the number of lines dropped for one reason.
  public func droppedCount(_ reason: DropReason) -> Int {
    dropped.count { $0.reason == reason }
  }
}
