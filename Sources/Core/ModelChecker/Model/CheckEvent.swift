// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// One thing that can happen in a check.
package struct CheckEvent: Hashable {
  package enum Kind: UInt8 {
    case show, hide, makeKey, add, remove, turn, lock, unlock

    var isDevice: Bool { rawValue >= Self.turn.rawValue }
  }

  package var kind: Kind
  /// The window's position, or the device's orientation as `PackedState.device` has it.
  package var index: Int

  package init(kind: Kind, index: Int = 0) { (self.kind, self.index) = (kind, index) }

  var isDevice: Bool { kind.isDevice }
}

extension CheckEvent {
  /// Returns the event for the arbiter.
  func event(in model: CheckModel) -> Event {
    switch kind {
    case .show: .window(model.ids[index], .show)
    case .hide: .window(model.ids[index], .hide)
    case .makeKey: .window(model.ids[index], .makeKey)
    case .remove: .window(model.ids[index], .remove)
    case .add: .add(model.stack.windows[index].window, makesKey: model.stack.windows[index].isKey)
    case .turn: .device(.turned(Self.device(index)))
    case .lock: .device(.rotationLock(true))
    case .unlock: .device(.rotationLock(false))
    }
  }

  /// Returns a device orientation; face up represents all values without an interface orientation.
  static func device(_ index: Int) -> DeviceOrientation {
    index == PackedState.flat
      ? .faceUp : DeviceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  /// Returns the packed form of a device orientation.
  static func index(_ device: DeviceOrientation) -> Int {
    device.interface.map { Int($0.rawValue) - 1 } ?? PackedState.flat
  }
}
