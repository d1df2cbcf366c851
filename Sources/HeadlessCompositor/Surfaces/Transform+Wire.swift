// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

extension Transform {
  /// The transform of a number on the wire; nil for a number that is none.
  init?(wire value: WlOutput.Transform) {
    guard value.rawValue < 8 else { return nil }
    self.init(rawValue: UInt8(value.rawValue))
  }

  /// The number on the wire.
  var wire: WlOutput.Transform { WlOutput.Transform(rawValue: UInt32(rawValue)) }
}
