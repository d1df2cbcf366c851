// SPDX-License-Identifier: Apache-2.0

/// Something that knows how the device is held, or how it is folded.
///
/// Between `start` and `claim` a source only finds out what there is. Readings come while it is
/// claimed: a device that nobody wants to turn costs no power.
public protocol OrientationSource: AnyObject {
  /// The word that chooses it, such as `proxy`.
  var name: String { get }
  /// Readings and words taken, and those left out, so far.
  var counts: ReadingCounts { get }
  /// Begins to look for the sensor; everything else is reported.
  func start(in host: SensorHost)
  /// Ends everything at once; nothing is reported any more.
  func stop()
  /// Asks for readings; a second call without a release in between changes nothing.
  func claim()
  /// Asks for no more readings.
  func release()
}
