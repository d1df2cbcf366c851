// SPDX-License-Identifier: Apache-2.0

/// A decision as questions about a state, of which those that make no difference are left out.
struct DecisionTree {
  /// Something about a state that a decision can depend on.
  struct Question {
    /// A possible answer: the condition as Promela has it, and the state made to give it.
    struct Value {
      var condition: String
      /// Nil where that cannot be.
      var enter: (PackedState) -> PackedState?
    }

    var values: [Value]
  }

  private enum Node: Hashable {
    case leaf(Int)
    /// A question's number, and what comes of each answer; nil for what cannot be.
    case branch(Int, [Int?])
  }

  let questions: [Question]
  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  private var root: Int?

  /// Asks `leaf` in every situation; nil stands for one that cannot be or makes no difference.
  init(
    _ questions: [Question], from state: PackedState,
    leaf: (PackedState) throws(CheckLimit) -> Int?
  ) throws(CheckLimit) {
    self.questions = questions
    root = try build(0, state, leaf)
  }

  private mutating func build(
    _ number: Int, _ state: PackedState, _ leaf: (PackedState) throws(CheckLimit) -> Int?
  ) throws(CheckLimit) -> Int? {
    guard number < questions.count else {
      return try leaf(state).map { intern(.leaf($0)) }
    }
    var children: [Int?] = []
    for value in questions[number].values {
      guard let next = value.enter(state) else {
        children.append(nil)
        continue
      }
      children.append(try build(number + 1, next, leaf))
    }
    let first = children.lazy.compactMap(\.self).first
    if children.allSatisfy({ $0 == nil || $0 == first }) { return first }
    return intern(.branch(number, children))
  }

  private mutating func intern(_ node: Node) -> Int {
    if let known = numbers[node] { return known }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  /// Whether any situation comes to something that meets a condition.
  func contains(where test: (Int) -> Bool) -> Bool {
    nodes.contains { if case .leaf(let leaf) = $0 { test(leaf) } else { false } }
  }

  /// The tree as one statement; `text` says what a leaf does, nil for nothing.
  func statement(_ text: (Int) -> String?) -> String? { root.flatMap { statement($0, text) } }

  private func statement(_ node: Int, _ text: (Int) -> String?) -> String? {
    switch nodes[node] {
    case .leaf(let leaf): return text(leaf)
    case .branch(let question, let children):
      var groups: [(text: String?, conditions: [String])] = []
      for (value, child) in zip(questions[question].values, children) {
        guard let child else { continue }
        let found = statement(child, text)
        if let index = groups.firstIndex(where: { $0.text == found }) {
          groups[index].conditions.append(value.condition)
        } else {
          groups.append((found, [value.condition]))
        }
      }
      if groups.count < 2 { return groups.first.flatMap(\.text) }
      // The largest group needs no condition of its own.
      groups.sort { $0.conditions.count < $1.conditions.count }
      let last = groups.removeLast()
      let ways = groups.map { group in
        ":: \(group.conditions.joined(separator: " || ")) -> \(group.text ?? "skip")"
      }
      return "if \(ways.joined(separator: " ")) :: else -> \(last.text ?? "skip") fi"
    }
  }
}
