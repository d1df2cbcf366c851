// SPDX-License-Identifier: Apache-2.0

/// Counts who wants a source's readings, and claims it for the first and releases it with the last.
public final class SensorDemand {
  private let source: any OrientationSource
  /// How many want readings now.
  public private(set) var count = 0

  /// Counts for one source, which nobody else claims.
  public init(_ source: any OrientationSource) { self.source = source }

  /// One more wants readings; calls nest.
  public func begin() {
    count += 1
    if count == 1 { source.claim() }
  }

  /// One fewer wants readings; one too many changes nothing.
  public func end() {
    guard count > 0 else { return }
    count -= 1
    if count == 0 { source.release() }
  }
}
