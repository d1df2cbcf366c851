// SPDX-License-Identifier: Apache-2.0
import ModelChecker

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
    /// A question's number, and what comes of each answer.
    case branch(Int, [Int])
  }

  let questions: [Question]
  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  private var root: Int?

  /// Asks `leaf` in every situation; nil stands for one that cannot be or makes no difference.
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
    // What cannot be goes with the answer before it, so that more nodes are the same.
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

  /// Whether any situation comes to something that meets a condition.
  func contains(where test: (Int) -> Bool) -> Bool {
    nodes.contains { if case .leaf(let leaf) = $0 { test(leaf) } else { false } }
  }

  /// The tree as one statement; `text` says what a leaf does, nil for nothing.
  ///
  /// Throws once it is longer than some bytes: the tree shares its nodes, and its text cannot.
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
