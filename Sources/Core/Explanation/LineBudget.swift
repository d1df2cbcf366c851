// SPDX-License-Identifier: Apache-2.0

/// The space for each part of an explanation, in lines or entries.
struct LineBudget: Sendable {
  var windows: Int
  var sentences: Int
  var rules: Int
  /// The repairs under blame.
  var repairs: Int
  /// The repairs with their commands.
  var fixes: Int
  var remedies: Int
  var hasMatrix = true
  /// Whether to print the next command, and the start of a conflict that began in this step.
  var hasNext = true
  var isFull = false

  /// No limits; the window table still omits windows beyond a dozen that were not asked.
  static let everything = LineBudget(
    windows: .max, sentences: .max, rules: .max, repairs: .max, fixes: .max, remedies: .max,
    isFull: true)

  /// The budgets from the usual one down to the smallest.
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
