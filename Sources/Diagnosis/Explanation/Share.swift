// SPDX-License-Identifier: Apache-2.0

/// How much of each part of an explanation is told.
struct Share: Sendable {
  var windows: Int
  var sentences: Int
  var rules: Int
  var remedies: Int
  var isFull = false

  /// Nothing is left out but windows beyond a dozen that nobody asked.
  static let everything = Share(
    windows: .max, sentences: .max, rules: .max, remedies: .max, isFull: true)

  /// From the usual amount down to the least.
  static let tighter: [Share] = [
    Share(windows: 12, sentences: 2, rules: 2, remedies: 3),
    Share(windows: 12, sentences: 2, rules: 1, remedies: 3),
    Share(windows: 8, sentences: 1, rules: 1, remedies: 2),
    Share(windows: 5, sentences: 1, rules: 1, remedies: 1),
    Share(windows: 3, sentences: 0, rules: 1, remedies: 1),
  ]
}
