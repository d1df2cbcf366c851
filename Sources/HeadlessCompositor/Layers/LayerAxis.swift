// SPDX-License-Identifier: Apache-2.0

/// A layer surface's place along one axis.
struct LayerAxis {
  /// Whether it is anchored at the low and at the high end.
  let low: Bool
  let high: Bool
  let lowMargin: Int32
  let highMargin: Int32
  /// The size asked for; 0 takes all there is.
  let size: Int32

  func place(from start: Int32, length: Int32) -> (position: Int32, size: Int32) {
    if size == 0 {
      return (start &+ lowMargin, max(0, length &- lowMargin &- highMargin))
    }
    if low, !high { return (start &+ lowMargin, size) }
    if high, !low { return (start &+ length &- size &- highMargin, size) }
    return (start &+ (length &- size) / 2, size)
  }
}
