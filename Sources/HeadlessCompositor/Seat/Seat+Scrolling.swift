// SPDX-License-Identifier: Apache-2.0
import WaylandServer

extension Seat {
  /// Scrolls what the pointer is on.
  func scroll(_ axes: [PointerAxis], source: WlPointer.AxisSource?) {
    guard let focus = pointerFocus else { return }
    for pointer in pointers(of: focus) {
      if let source { pointer.axisSource(axisSource: source) }
      for axis in axes {
        if axis.discrete != 0 {
          if pointer.version >= 8 {
            pointer.axisValue120(axis: axis.axis, value120: axis.discrete &* 120)
          } else {
            pointer.axisDiscrete(axis: axis.axis, discrete: axis.discrete)
          }
        }
        if let value = axis.value {
          pointer.axis(time: time, axis: axis.axis, value: value)
        } else {
          pointer.axisStop(time: time, axis: axis.axis)
        }
      }
      pointer.frame()
    }
  }
}
