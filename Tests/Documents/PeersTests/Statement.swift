// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Foundation
import Testing

/// A statement of a peer's logic in Python below `Tests/Peers`, which answers cases.
struct Statement {
  /// The module's name.
  let system: String

  static let folder = ExampleFiles.root.appending(path: "Tests/Peers").path
  /// The number of random cases of each system.
  static let count = CaseCount.of(500, optimised: 500, long: 20_000)

  /// Returns the answer to each case.
  func answers(to cases: [JSONValue]) throws -> [JSONValue] {
    let folder = ScratchFolder()
    let text = cases.map { $0.compact() + "\n" }.joined()
    let file = try folder.write(text, to: "cases.jsonl")
    let output = try Tool.run(["python3", "\(Self.folder)/answer", system, file])
    let answers = try output.split(separator: "\n").map {
      try JSONValue.parse(String($0), file: "the answer of \(system).py")
    }
    try #require(answers.count == cases.count)
    return answers
  }

  /// Returns a case that still differs and has nothing that can be left out; nil if none differs.
  ///
  /// `smaller` returns cases with one thing less, `ours` Swivel's answer.
  func smallestDifference<Case>(
    of cases: [Case], json: (Case) -> JSONValue, ours: (Case) -> JSONValue,
    smaller: (Case) -> [Case]
  ) throws -> (found: Case, theirs: JSONValue)? {
    func difference(in cases: [Case]) throws -> (found: Case, theirs: JSONValue)? {
      let theirs = try answers(to: cases.map(json))
      for (one, answer) in zip(cases, theirs) where ours(one) != answer { return (one, answer) }
      return nil
    }
    guard var smallest = try difference(in: cases) else { return nil }
    while true {
      let attempts = smaller(smallest.found)
      guard !attempts.isEmpty, let next = try difference(in: attempts) else { return smallest }
      smallest = next
    }
  }
}
