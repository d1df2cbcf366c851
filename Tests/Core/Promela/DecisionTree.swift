// SPDX-License-Identifier: Apache-2.0
import ModelChecker

/// A decision as a tree of questions about a state, without questions that make no difference.
struct DecisionTree {
  /// A property of a state on which a decision can depend.
  struct Question {
    /// A possible answer: the condition as Promela has it, and the state made to give it.
    struct Value {
      var condition: String
      /// Makes a state that gives this answer; nil if there is none.
      var enter: (PackedState) -> PackedState?
    }

    var values: [Value]
  }

  private enum Node: Hashable {
    case leaf(Int)
    /// A question's number, and the child of each answer.
    case branch(Int, [Int])
  }

  let questions: [Question]
  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  private var root: Int?

  /// Asks `leaf` in every situation; nil is an impossible one, or one that makes no difference.
  init(
    _ questions: [Question], from state: PackedState,
    leaf: (PackedState) throws -> Int?
  ) throws {
    self.questions = questions
    root = try build(0, state, leaf)
  }

  private mutating func build(
    _ number: Int, _ state: PackedState, _ leaf: (PackedState) throws -> Int?
  ) throws -> Int? {
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
    guard let first = children.lazy.compactMap(\.self).first else { return nil }
    // An impossible answer gets the child of the answer before, so that more nodes are equal.
    var last = first
    let known = children.map { child in
      last = child ?? last
      return last
    }
    if known.allSatisfy({ $0 == first }) { return first }
    return intern(.branch(number, known))
  }

  private mutating func intern(_ node: Node) -> Int {
    if let known = numbers[node] { return known }
    numbers[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  /// Returns whether any leaf meets a condition.
  func contains(where test: (Int) -> Bool) -> Bool {
    nodes.contains { if case .leaf(let leaf) = $0 { test(leaf) } else { false } }
  }

  /// Returns the tree as one statement; `text` returns a leaf's statement, nil for none.
  ///
  /// Throws once the text is longer than some bytes: unlike the tree, the text cannot share nodes.
  func statement(atMost bytes: Int, _ text: (Int) -> String?) throws -> String? {
    guard let root else { return nil }
    if case .leaf(let leaf) = nodes[root] { return text(leaf) }
    var statement = ""
    try write(root, to: &statement, atMost: bytes, text)
    return statement
  }

  private func write(
    _ node: Int, to statement: inout String, atMost bytes: Int, _ text: (Int) -> String?
  ) throws {
    guard statement.utf8.count <= bytes else { throw PromelaModel.tooLong }
    switch nodes[node] {
    case .leaf(let leaf): statement += text(leaf) ?? "skip"
    case .branch(let question, let children):
      var groups: [(child: Int, conditions: [String])] = []
      for (value, child) in zip(questions[question].values, children) {
        if let index = groups.firstIndex(where: { $0.child == child }) {
          groups[index].conditions.append(value.condition)
        } else {
          groups.append((child, [value.condition]))
        }
      }
      // The largest group needs no condition of its own.
      groups.sort { $0.conditions.count < $1.conditions.count }
      for (index, group) in groups.enumerated() {
        let isLast = index == groups.count - 1
        let condition = isLast ? "else" : group.conditions.joined(separator: " || ")
        statement += "\(index == 0 ? "if" : "") :: \(condition) -> "
        try write(group.child, to: &statement, atMost: bytes, text)
      }
      statement += " fi"
    }
  }
}
