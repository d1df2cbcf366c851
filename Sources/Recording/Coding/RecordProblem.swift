// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a value of a recording, and in which field.
struct RecordProblem: Error {
  let text: String
  var path: [String] = []

  init(_ text: String) { self.text = text }

  /// The same problem, seen from the value around it.
  func inside(_ name: String) -> RecordProblem {
    var problem = self
    problem.path.insert(name, at: 0)
    return problem
  }

  /// The field and what was found there.
  var description: String { path.isEmpty ? text : "\(text) in \(path.joined(separator: "."))" }
}
