// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

extension InterfaceOrientation {
  /// The number on the wire, which is the raw value.
  var wire: SwivelPolicyV1.Orientation { SwivelPolicyV1.Orientation(rawValue: UInt32(rawValue)) }

  /// The orientation of a number on the wire; nil for a number that is none.
  init?(wire: SwivelPolicyV1.Orientation) {
    guard wire.rawValue <= 4 else { return nil }
    self.init(rawValue: UInt8(wire.rawValue))
  }
}
