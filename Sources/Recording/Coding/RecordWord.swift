// SPDX-License-Identifier: Apache-2.0
import Formats

/// A value out of a short list, written as its word.
protocol RecordWord: RecordValue {
  /// Every value.
  static var all: [Self] { get }
  /// The word; no two values have the same.
  var word: String { get }
}

extension RecordWord {
  var recorded: JSONValue { .string(word) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let found = Self.all.first(where: { $0.word == value.string }) else {
      let words = Self.all.map(\.word).joined(separator: ", ")
      throw RecordProblem("\(value.compact()), not one of \(words)")
    }
    self = found
  }

  func add(to digest: inout RecordDigest) { digest.add(word) }
}

extension RecordWord where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}

extension RecordWord where Self: CaseIterable, AllCases == [Self] {
  static var all: [Self] { allCases }
}
