// SPDX-License-Identifier: Apache-2.0

/// Reads switches and touches out of the kernel's input events on a 64-bit machine.
public struct InputEventDecoder: Sendable {
  /// Two machine words of time, then type, code and value: 8 + 8 + 2 + 2 + 4 bytes.
  static let eventSize = 24
  static let keyType: UInt16 = 1
  private static let switchType: UInt16 = 5
  static let lidCode: UInt16 = 0
  static let tabletModeCode: UInt16 = 1
  /// BTN_TOUCH: something touches the surface.
  static let touchCode: UInt16 = 0x14a

  private var rest: [UInt8] = []

  /// Starts between two events.
  public init() {}

  /// What the whole events in `bytes` say, in order; other events are passed over.
  public mutating func take(_ bytes: some Collection<UInt8>) -> [SensorEvent] {
    rest += bytes
    var result: [SensorEvent] = []
    var start = 0
    while start + Self.eventSize <= rest.count {
      let type = number(at: start + 16)
      let code = number(at: start + 18)
      let isOn = number(at: start + 20) != 0 || number(at: start + 22) != 0
      if type == Self.switchType {
        if code == Self.lidCode { result.append(.lidClosed(isOn)) }
        if code == Self.tabletModeCode { result.append(.tabletMode(isOn)) }
      }
      if type == Self.keyType, code == Self.touchCode { result.append(.touch(isDown: isOn)) }
      start += Self.eventSize
    }
    rest.removeFirst(start)
    return result
  }

  /// Input events are in the machine's own order, which is little-endian wherever Swift runs here.
  private func number(at offset: Int) -> UInt16 {
    UInt16(rest[offset]) | UInt16(rest[offset + 1]) << 8
  }
}
