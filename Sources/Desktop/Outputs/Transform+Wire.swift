// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

extension Transform {
  /// The transform that the wire means; nil for a number that does not exist.
  init?(wire: WlOutput.Transform) {
    guard let value = UInt8(exactly: wire.rawValue) else { return nil }
    self.init(rawValue: value)
  }

  /// The number on the wire.
  var wire: WlOutput.Transform { WlOutput.Transform(rawValue: UInt32(rawValue)) }
}
