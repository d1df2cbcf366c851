// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
import Orientation

/// A run with other answers from one decision on, held against the run as it was.
public struct WhatIf: Sendable {
  /// One decision, as it was and as it would have been; nil where that run had ended.
  public struct Pair: Sendable {
    /// The decision as it was made.
    public let was: Verdict?
    /// The decision with the other answers.
    public let would: Verdict?

    /// The decision's number.
    public var number: Int { was?.step ?? would?.step ?? 0 }

    /// Whether anything a person could see, or be blamed for, came out otherwise.
    public var differs: Bool {
      guard let was, let would else { return true }
      return Upshot(was).differs(from: Upshot(would))
    }
  }

  /// Beyond these many, different decisions are only counted.
  static let mostPairs = 100

  /// The changed answers as they were typed.
  public let edits: [String]
  /// The decision from which on they hold.
  public private(set) var first: Pair?
  /// Later decisions that differ, up to a hundred.
  public private(set) var later: [Pair] = []
  /// How many later decisions differ.
  public private(set) var differing = 0
  /// How many decisions came later, in the longer of both runs.
  public private(set) var following = 0
  /// The names of all windows.
  public internal(set) var names: [WindowID: String] = [:]
  /// The name of the rules.
  public let rulesID: String

  init(edits: [String], rulesID: String) {
    self.edits = edits
    self.rulesID = rulesID
  }

  /// Whether the next pair that differs is kept.
  var keepsMore: Bool { first == nil || later.count < Self.mostPairs }

  mutating func note(_ pair: Pair) {
    guard first != nil else {
      first = pair
      return
    }
    count(differs: pair.differs)
    if pair.differs, keepsMore { later.append(pair) }
  }

  /// Counts a later decision without keeping it.
  mutating func count(differs: Bool) {
    following += 1
    if differs { differing += 1 }
  }
}

extension WhatIf {
  /// Plays a scenario twice, the second time with other answers from a step on.
  public init(_ scenario: Scenario, step: Int?, edits: [String]) throws(InputError) {
    self.init(edits: edits, rulesID: scenario.rules.id)
    let was = Simulation(scenario)
    let step = step ?? was.mostTelling
    guard was.steps.indices.contains(step) else {
      throw InputError(
        file: scenario.file, line: 0, column: 0,
        problem: "no step \(step); it has 0 to \(was.steps.count - 1)")
    }
    let amendments = try AnswerEdit.parse(
      edits, in: was.steps[step].verdict, rules: scenario.rules)
    let would = Simulation(scenario, amendments: amendments, from: step)
    names = was.names
    for index in step..<max(was.steps.count, would.steps.count) {
      note(
        Pair(
          was: was.steps.indices.contains(index) ? was.steps[index].verdict : nil,
          would: would.steps.indices.contains(index) ? would.steps[index].verdict : nil))
    }
  }
}
