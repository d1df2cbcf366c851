// SPDX-License-Identifier: Apache-2.0

/// The thresholds of the hinge judge, in tenths of a degree; a value outside its range is clamped.
public struct HingeParameters: Sendable, Hashable {
  /// The angle from which an open laptop becomes a tablet.
  public var tabletAbove: Int64 = 2000
  /// The angle up to which a tablet becomes a laptop again; never above `tabletAbove`.
  public var laptopBelow: Int64 = 1600
  /// The angle below which the lid is closed.
  public var closedBelow: Int64 = 200
  /// The time in milliseconds for which readings must agree before another posture is reported.
  public var dwell: Int64 = 300

  /// The range of `tabletAbove`.
  public static let tabletAngles: ClosedRange<Int64> = 600...3300
  /// The range of `laptopBelow`.
  public static let laptopAngles: ClosedRange<Int64> = 500...3300
  /// The range of `closedBelow`.
  public static let closedAngles: ClosedRange<Int64> = 0...300
  /// The range of `dwell`.
  public static let dwells: ClosedRange<Int64> = 0...5000

  /// Creates the default thresholds, which have ChromeOS's angles.
  ///
  /// Source: "tablet_mode_controller.cc",
  /// https://chromium.googlesource.com/chromium/src/+/HEAD/ash/wm/tablet_mode/tablet_mode_controller.cc
  public init() {}

  /// The thresholds clamped to their ranges and ordered.
  public var clamped: HingeParameters {
    var result = self
    result.tabletAbove = tabletAbove.clamped(to: Self.tabletAngles)
    result.laptopBelow = min(laptopBelow.clamped(to: Self.laptopAngles), result.tabletAbove)
    result.closedBelow = closedBelow.clamped(to: Self.closedAngles)
    result.dwell = dwell.clamped(to: Self.dwells)
    return result
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
