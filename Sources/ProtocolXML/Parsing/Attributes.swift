// SPDX-License-Identifier: Apache-2.0

/// The attributes of one element, read strictly.
struct Attributes {
  let element: String
  let values: [String: String]
  let position: SourcePosition

  func mistake(_ reason: String) -> Mistake { Mistake(position: position, reason: reason) }

  func text(_ name: String) throws(Mistake) -> String {
    guard let value = values[name], !value.isEmpty else {
      throw mistake("<\(element)> needs the attribute '\(name)'")
    }
    return value
  }

  /// A name that can be spelled in Swift and C.
  func identifier(_ name: String = "name", mayStartWithDigit: Bool = false) throws(Mistake)
    -> String
  {
    let value = try text(name)
    let isWord = value.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let startsWithDigit = value.utf8.first.map { (0x30...0x39).contains($0) } ?? true
    guard isWord, mayStartWithDigit || !startsWithDigit else {
      throw mistake("'\(value)' is not a usable name")
    }
    return value
  }

  /// A version number of at least 1.
  func version(_ name: String, default fallback: Int? = nil) throws(Mistake) -> Int {
    if values[name] == nil, let fallback { return fallback }
    let value = try text(name)
    guard let number = Int(value), number >= 1, number <= 1 << 20 else {
      throw mistake("'\(value)' is not a version")
    }
    return number
  }

  /// A decimal or hexadecimal enumeration value.
  func number(_ name: String) throws(Mistake) -> UInt32 {
    let value = try text(name)
    let parsed =
      value.hasPrefix("0x") ? UInt32(value.dropFirst(2), radix: 16) : UInt32(value)
    guard let parsed else { throw mistake("bad enum value '\(value)'") }
    return parsed
  }

  func flag(_ name: String) throws(Mistake) -> Bool {
    switch values[name] {
    case nil, "false": false
    case "true": true
    case .some(let other): throw mistake("'\(other)' is neither true nor false")
    }
  }
}
