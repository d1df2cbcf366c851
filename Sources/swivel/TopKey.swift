// SPDX-License-Identifier: Apache-2.0

/// A key of `swivel top`.
enum TopKey: Equatable {
  case quit, older, newer, newest, full

  /// The keys in what a terminal sent; what means nothing is passed over.
  static func all(in bytes: [UInt8]) -> [TopKey] {
    var keys: [TopKey] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: [0x1B, UInt8(ascii: "[")]), rest.count >= 3 {
        if let key = arrow(rest[rest.startIndex + 2]) { keys.append(key) }
        rest = rest.dropFirst(3)
        continue
      }
      rest = rest.dropFirst()
      switch first {
      case UInt8(ascii: "q"), 0x1B: keys.append(.quit)
      case UInt8(ascii: "j"): keys.append(.older)
      case UInt8(ascii: "k"): keys.append(.newer)
      case UInt8(ascii: "g"): keys.append(.newest)
      case UInt8(ascii: "f"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): keys.append(.full)
      default: break
      }
    }
    return keys
  }

  private static func arrow(_ byte: UInt8) -> TopKey? {
    switch byte {
    case UInt8(ascii: "A"): .newer
    case UInt8(ascii: "B"): .older
    case UInt8(ascii: "H"): .newest
    default: nil
    }
  }
}
