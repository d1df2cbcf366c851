// SPDX-License-Identifier: Apache-2.0

/// One argument in wire format.
enum WireWord {
  case number(UInt32)
  case text(String)
  case bytes([UInt8])

  static func message(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireWord]) -> [UInt8] {
    let body = arguments.flatMap(\.encoded)
    let head = UInt32(body.count + 8) << 16 | UInt32(opcode)
    return WireWord.number(object).encoded + WireWord.number(head).encoded + body
  }

  private var encoded: [UInt8] {
    switch self {
    case .number(let value): return withUnsafeBytes(of: value) { Array($0) }
    case .text(let text): return WireWord.bytes(Array(text.utf8) + [0]).encoded
    case .bytes(let bytes):
      let padding = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      return WireWord.number(UInt32(bytes.count)).encoded + bytes + padding
    }
  }
}
