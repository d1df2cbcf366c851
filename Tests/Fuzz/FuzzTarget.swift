// SPDX-License-Identifier: Apache-2.0

/// One thing that reads foreign bytes.
struct FuzzTarget: Sendable {
  /// The word on the command line.
  let name: String
  /// Where files to begin with are: paths below the repository, with `*` for any name.
  let seeds: [String]
  /// Reads one input, which may be anything.
  let run: @Sendable ([UInt8]) -> Void

  /// All of them, in the order in which they run.
  static let all = texts + recordings + imports + peers + desktops + shapes + wires + marks
}

/// Stops with the reason if a property does not hold: a finding.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: \(property())") }
}

/// What an input gives away bit by bit, where bytes are to become values; zeros at its end.
struct InputBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether nothing is left.
  var isEmpty: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to `limit` - 1, at most 255.
  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  /// The next eight bytes as a number.
  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// A text of at most 15 bytes.
  mutating func text() -> String {
    let length = below(16)
    let taken = rest.prefix(length)
    rest = rest.dropFirst(length)
    return String(decoding: taken, as: UTF8.self)
  }

  /// All that is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
