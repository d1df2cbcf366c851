// SPDX-License-Identifier: Apache-2.0

/// A popup's place along one axis; an anchor of -1 is the low end of the parent's rectangle.
struct PopupAxis {
  private var anchor: Int32
  private var gravity: Int32
  private let start: Int32
  private let length: Int32
  private var offset: Int32
  private(set) var size: Int32
  private(set) var position: Int32

  init(
    anchor: Int32, gravity: Int32, start: Int32, length: Int32, offset: Int32, size: Int32
  ) {
    self.anchor = anchor
    self.gravity = gravity
    self.start = start
    self.length = length
    self.offset = offset
    self.size = size
    position = 0
    position = wanted
  }

  private var wanted: Int32 {
    let point = anchor < 0 ? start : anchor > 0 ? start + length : start + length / 2
    let base = gravity < 0 ? point - size : gravity > 0 ? point : point - size / 2
    return base + offset
  }

  /// Moves the popup into bounds: turned round, then pushed, then cut, whatever is allowed.
  mutating func fit(from low: Int32, length: Int32, flips: Bool, slides: Bool, resizes: Bool) {
    let high = low + length
    func overflows(_ axis: PopupAxis) -> Bool {
      axis.position < low || axis.position + axis.size > high
    }
    guard overflows(self) else { return }
    if flips {
      var flipped = self
      flipped.anchor = -anchor
      flipped.gravity = -gravity
      flipped.offset = -offset
      flipped.position = flipped.wanted
      if !overflows(flipped) {
        self = flipped
        return
      }
    }
    if slides {
      // What cannot fit keeps the edge that it grows from visible.
      if size > length {
        position = gravity < 0 ? high - size : low
      } else {
        position = max(low, min(position, high - size))
      }
      guard overflows(self) else { return }
    }
    if resizes {
      let from = max(position, low)
      let to = min(position + size, high)
      guard to > from else { return }
      position = from
      size = to - from
    }
  }
}
