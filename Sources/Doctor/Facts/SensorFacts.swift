// SPDX-License-Identifier: Apache-2.0
public import Sensors

/// What sysfs and udev say of accelerometers.
public struct SensorFacts: Sendable {
  /// Those with all three axes.
  public var accelerometers: [Accelerometer]
  /// Directories of devices that have some axes only.
  public var incomplete: [String]
  /// The directories that were searched.
  public var searched: [String]
  /// The directory of the one that shows how the screen is held; nil if none does.
  public var best: String?
  /// Why there is none; empty if there is.
  public var failure: String
  /// What a series of readings of the best one came to; nil if none was taken.
  public var readings: AccelerometerProbe?

  /// Takes what a search has found; nothing by default.
  public init(
    accelerometers: [Accelerometer] = [], incomplete: [String] = [], searched: [String] = [],
    best: String? = nil, failure: String = ""
  ) {
    self.accelerometers = accelerometers
    self.incomplete = incomplete
    self.searched = searched
    self.best = best
    self.failure = failure
  }

  /// Takes a search.
  public init(_ search: AccelerometerSearch) {
    self.init(
      accelerometers: search.found, incomplete: search.incomplete, searched: search.searched,
      best: search.best?.directory, failure: search.best == nil ? search.failure : "")
  }
}
