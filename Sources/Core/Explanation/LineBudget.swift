// SPDX-License-Identifier: Apache-2.0

/// How much of each part of an explanation is told.
struct LineBudget: Sendable {
  var windows: Int
  var sentences: Int
  var rules: Int
  /// Ways out under blame.
  var repairs: Int
  /// Ways out with their command.
  var fixes: Int
  var remedies: Int
  var hasMatrix = true
  /// Whether the next command is named, and that a conflict began in this very step.
  var hasNext = true
  var isFull = false

  /// Nothing is left out but windows beyond a dozen that nobody asked.
  static let everything = LineBudget(
    windows: .max, sentences: .max, rules: .max, repairs: .max, fixes: .max, remedies: .max,
    isFull: true)

  /// From the usual amount down to the least.
  static let tighter: [LineBudget] = [
    LineBudget(windows: 12, sentences: 2, rules: 2, repairs: 4, fixes: 2, remedies: 3),
    LineBudget(windows: 12, sentences: 2, rules: 1, repairs: 4, fixes: 1, remedies: 2),
    LineBudget(windows: 12, sentences: 1, rules: 1, repairs: 4, fixes: 1, remedies: 1),
    LineBudget(
      windows: 12, sentences: 1, rules: 1, repairs: 3, fixes: 1, remedies: 1, hasNext: false),
    LineBudget(
      windows: 12, sentences: 1, rules: 0, repairs: 3, fixes: 1, remedies: 1, hasNext: false),
    LineBudget(
      windows: 12, sentences: 1, rules: 0, repairs: 3, fixes: 1, remedies: 0, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 2, fixes: 1, remedies: 0, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasNext: false),
    LineBudget(
      windows: 8, sentences: 1, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
    LineBudget(
      windows: 5, sentences: 0, rules: 0, repairs: 1, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
    LineBudget(
      windows: 3, sentences: 0, rules: 0, repairs: 0, fixes: 1, remedies: 0, hasMatrix: false,
      hasNext: false),
  ]
}
