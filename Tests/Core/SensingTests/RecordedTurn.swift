// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A hand turning a tablet from top edge up to left edge up, measured by a real sensor.
///
/// The fifteen scans of `orientation-left-up.bin`, a test recording of iio-sensor-proxy 3.9, in
/// thousandths of g; its x and y have the opposite sign of ours.
enum RecordedTurn {
  static let proxy: [(microseconds: Int64, x: Int32, y: Int32, z: Int32)] = [
    (0, 173, -829, -581), (29_600, 162, -919, -700), (60_300, 135, -1095, -675),
    (105_500, 273, -1074, -629), (135_500, 338, -922, -644), (196_000, 374, -763, -527),
    (226_500, 435, -598, -383), (257_100, 488, -463, -240), (287_300, 526, -325, -149),
    (317_600, 598, -212, -113), (347_400, 766, -77, -140), (377_900, 907, 1, -150),
    (423_300, 1024, -18, -86), (559_400, 961, -123, -82), (634_900, 840, -238, -201),
  ]

  static let readings = proxy.map { sample in
    (
      Instant(nanoseconds: sample.microseconds * 1000),
      Acceleration(proxyX: sample.x, y: sample.y, z: sample.z)
    )
  }

  /// The instant at which the in-plane angle passes 45°, interpolated between 36.0° and 46.5°.
  static let diagonal = Instant(milliseconds: 252)
}
