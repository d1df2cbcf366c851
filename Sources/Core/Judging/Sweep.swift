// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
public import Sensing

/// A slow synthetic turn from top edge up to left edge up and back, as a judge reports it.
///
/// One degree per second in steps of a tenth, so that filters and waits have no effect; always 1 g.
public struct Sweep: Sendable, Hashable {
  /// The angle from top edge up at which left edge up is reported; `nil` if it is not reported by
  /// 90°.
  public let entry: Double?
  /// The angle at which top edge up is reported on the way back; `nil` if it is not reported.
  public let back: Double?

  /// Creates a sweep of a fresh judge, with a device that leans back by `tilt` degrees.
  public init(_ judge: any OrientationJudge, tilt: Double) {
    var judge = judge
    var time: Int64 = 0
    func step(_ angle: Int) -> DeviceOrientation? {
      time += 100
      return judge.judge(
        Self.reading(angle: Double(angle) / 10, tilt: tilt), at: Instant(milliseconds: time))
    }
    for _ in 0..<20 { _ = step(0) }
    let entered = (0...900).first { step($0) == .landscapeRight }
    entry = entered.map { Double($0) / 10 }
    guard let entered else {
      back = nil
      return
    }
    if entered < 900 { for angle in (entered + 1)...900 { _ = step(angle) } }
    for _ in 0..<20 { _ = step(900) }
    back = (0...900).reversed().first { step($0) == .portrait }.map { Double($0) / 10 }
  }

  /// Returns a reading of 1 g; angles grow towards left edge up, tilts towards face up.
  private static func reading(angle: Double, tilt: Double) -> Acceleration {
    let (angle, tilt) = (angle * .pi / 180, tilt * .pi / 180)
    func axis(_ value: Double) -> Int32 { Int32((value * 1000).rounded()) }
    return Acceleration(
      x: axis(-sin(angle) * cos(tilt)), y: axis(cos(angle) * cos(tilt)), z: axis(sin(tilt)))
  }
}
