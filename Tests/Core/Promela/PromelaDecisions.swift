// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ModelChecker

/// The effect of a decision, as a macro of the model.
struct PromelaDecision {
  var name: String
  var lines: [String]
  /// Whether it can raise an exception, which undoes the event: the app ends there.
  var canRaise: Bool
}

/// A writer of a stack's decisions as macros of a Promela model, from the check's own tables.
struct PromelaDecisions {
  private typealias Question = DecisionTree.Question
  private typealias Value = DecisionTree.Question.Value

  /// The maximum number of situations that are tried to write the decisions.
  private static let mostSituations = 20_000_000

  private let model: CheckModel
  private let variables: PromelaVariables
  /// The limits of the situations that are tried, and of the decisions' memory.
  private let bounds: CheckBounds
  /// The number of situations tried so far.
  private var situations = 0
  /// The remaining length of the text, in bytes.
  private var room = PromelaModel.mostBytes

  init(_ model: CheckModel, _ variables: PromelaVariables, bounds: CheckBounds) {
    self.model = model
    self.variables = variables
    self.bounds = CheckBounds(
      states: min(bounds.states, Self.mostSituations), memory: bounds.memory)
  }

  static func name(_ code: UInt8, _ window: Int) -> String {
    switch code {
    case 1...4: "turn\(code - 1)"
    case TriggerCode.turnNowhere: "nowhere"
    case TriggerCode.reconsider: "reconsider"
    default: "place\(window)"
    }
  }

  /// Returns a decision, by asking the check's tables in every situation.
  mutating func decision(_ code: UInt8, _ window: Int) throws -> PromelaDecision {
    let questions = questions(code, window)
    let kernel = model.kernel
    let here = self
    // Target in the lowest bits, then whether the bar is written, then an exception.
    let whole = try tree(questions) { state in
      let cell = kernel.cell(code, window, state)
      if cell.raises { return 8 }
      return Int(cell.target) | (cell.writesBar ? 4 : 0)
    }
    var raising: [String] = []
    var turning: [String] = []
    for index in model.ids.indices {
      let bit = UInt64(1) << UInt64(index)
      // Two bits each for the shown and for the hidden window: it turns or raises, it writes.
      func leaf(_ shown: UInt64, _ hidden: UInt64, _ writers: UInt64) -> Int {
        let writes = writers & bit != 0
        return (shown & bit != 0 ? writes ? 3 : 1 : 0) | (hidden & bit != 0 ? writes ? 12 : 4 : 0)
      }
      let raises = try tree(questions) { state in
        guard state.present & bit != 0 else { return nil }
        let cell = kernel.cell(code, window, state)
        return leaf(cell.raisingShown, cell.raisingHidden, 0)
      }
      if let text = try statement(raises, { here.text($0, index, "ends = 1") }) {
        raising.append(text)
      }
      let turns = try tree(questions) { state in
        guard state.present & bit != 0 else { return nil }
        let cell = kernel.cell(code, window, state)
        return cell.raises ? nil : leaf(cell.shown, cell.hidden, cell.writers)
      }
      if let text = try statement(turns, { here.text($0, index, "own[\(index)] = to") }) {
        turning.append(text)
      }
    }
    let canRaise = !raising.isEmpty || whole.contains { $0 == 8 }
    var lines: [String] = []
    if model.reach == .page { lines.append("find_page()") }
    lines.append("wr = 0")
    if canRaise { lines.append("ends = 0") }
    if let text = try statement(whole, here.text) { lines.append(text) }
    lines += raising
    let moves = turning + [settled]
    lines +=
      canRaise ? ["if :: ends -> skip :: else -> \(moves.joined(separator: "; ")) fi"] : moves
    return PromelaDecision(name: Self.name(code, window), lines: lines, canRaise: canRaise)
  }

  private mutating func statement(
    _ tree: DecisionTree, _ text: (Int) -> String?
  ) throws -> String? {
    let text = try tree.statement(atMost: room, text)
    room -= text?.utf8.count ?? 0
    return text
  }

  private mutating func tree(
    _ questions: [Question], _ leaf: (PackedState) -> Int?
  ) throws -> DecisionTree {
    var state = model.initial
    state.present = model.all
    state.hidden = 0
    var asked = situations
    let bounds = bounds
    let model = model
    let tree = try DecisionTree(questions, from: state) { (state) throws -> Int? in
      asked += 1
      guard asked <= bounds.states else {
        throw PromelaRefusal(
          "its decisions depend on too much at once (\(bounds.states) situations were tried)")
      }
      if asked & 1023 == 0, model.tableBytes >> 20 > bounds.memory {
        throw CheckLimit.memory(bounds.memory)
      }
      let found = leaf(state)
      if let broken = model.broken { throw broken }
      return found
    }
    situations = asked
    return tree
  }

  private func text(_ leaf: Int) -> String? {
    if leaf & 8 != 0 { return "ends = 1" }
    return leaf & 4 != 0 ? "to = \(leaf & 3); wr = 1" : "to = \(leaf & 3)"
  }

  /// Returns the effect on one window, depending on whether it is shown or hidden.
  private func text(_ leaf: Int, _ index: Int, _ move: String) -> String? {
    func part(_ bits: Int) -> String? {
      bits == 0 ? nil : bits & 2 != 0 ? "\(move); wr = 1" : move
    }
    let there = [variables.isThere(index)].compactMap(\.self)
    let shown = part(leaf & 3)
    let hidden = part(leaf >> 2)
    if shown == hidden {
      guard let shown else { return nil }
      return there.isEmpty ? shown : "if :: \(there.and) -> \(shown) :: else -> skip fi"
    }
    let ways = [(["!hid[\(index)]"], shown), (["hid[\(index)]"], hidden)].compactMap { way in
      way.1.map { ":: \((there + way.0).and) -> \($0)" }
    }
    return "if \(ways.joined(separator: " ")) :: else -> skip fi"
  }

  /// The bar's change, with the followers.
  private var settled: String {
    var moves = ["bar = to"]
    for index in model.ids.indices where model.followers >> UInt64(index) & 1 == 1 {
      moves.append(
        variables.isThere(index).map { "if :: \($0) -> own[\(index)] = to :: else -> skip fi" }
          ?? "own[\(index)] = to")
    }
    return "if :: wr && bar != to -> \(moves.joined(separator: "; ")) :: else -> skip fi"
  }

  /// Returns the properties on which a decision can depend, in the order in which they are asked.
  private func questions(_ code: UInt8, _ window: Int) -> [Question] {
    if model.reach == .windows {
      let isBare = !model.reads.currentOnTurn && code < TriggerCode.turnNowhere
      let settings = isBare ? [restQuestion] : [restQuestion, deviceQuestion, barQuestion]
      let relevant = model.relevant
      return settings + [keyQuestion] + model.ids.indices.map { windowQuestion($0, relevant) }
    }
    let page = (model.reach == .page ? [pageQuestion] : []) + presenceQuestions
    guard code == TriggerCode.place else { return page }
    return page + [hiddenQuestion(window), deviceQuestion, barQuestion]
  }

  private var restQuestion: Question {
    question("rest", variables.rests.sorted()) { $0.settingsIndex = $1 }
  }

  private var deviceQuestion: Question { question("dev", Array(0..<5)) { $0.device = $1 } }

  private var barQuestion: Question { question("bar", Array(0..<4)) { $0.bar = $1 } }

  private var keyQuestion: Question {
    question("key", model.ids.indices + [PackedState.none]) { $0.key = $1 }
  }

  private func question(
    _ name: String, _ values: [Int], _ set: @escaping (inout PackedState, Int) -> Void
  ) -> Question {
    Question(
      values: values.map { value in
        Value(condition: "\(name) == \(value)") { state in
          var state = state
          set(&state, value)
          return state
        }
      })
  }

  /// The question for the page; all other windows count as hidden until asked.
  private var pageQuestion: Question {
    let kernel = model.kernel
    let all = model.all
    let followers = model.followers
    return Question(
      values: (model.ids.indices + [PackedState.none]).map { page in
        Value(condition: "page == \(page)") { state in
          var state = state
          state.present = all
          let bit = page == PackedState.none ? 0 : UInt64(1) << UInt64(page)
          guard followers & bit == 0 else { return nil }
          state.hidden = all & ~bit
          state.key = page
          return kernel.page(state) == page ? state : nil
        }
      })
  }

  /// The questions whether the windows are present whose presence is read.
  private var presenceQuestions: [Question] {
    let witnesses = model.witnesses & variables.passing
    return model.ids.indices.filter { witnesses & PackedState.bit($0) != 0 }.map { window in
      let bit = PackedState.bit(window)
      return Question(
        values: [
          Value(condition: variables.isThere(window) ?? "true") { $0 },
          Value(condition: "!there[\(window)]") { state in
            guard state.key != window else { return nil }
            var state = state
            state.present &= ~bit
            return state
          },
        ])
    }
  }

  private func hiddenQuestion(_ window: Int) -> Question {
    let kernel = model.kernel
    let bit = UInt64(1) << UInt64(window)
    let isPageAsked = model.reach == .page
    return Question(
      values: [false, true].map { isHidden in
        Value(condition: isHidden ? "hid[\(window)]" : "!hid[\(window)]") { state in
          let page = kernel.page(state)
          var state = state
          state.hidden = isHidden ? state.hidden | bit : state.hidden & ~bit
          return isPageAsked && kernel.page(state) != page ? nil : state
        }
      })
  }

  /// Returns the question for a window's state; a window without influence counts as shown.
  private func windowQuestion(_ window: Int, _ relevant: UInt64) -> Question {
    let bit = UInt64(1) << UInt64(window)
    let isPassing = variables.passing & bit != 0
    let kinds: [(condition: String, isThere: Bool, isHidden: Bool)] =
      [(variables.shown(window), true, false)]
      + [(([variables.isThere(window)].compactMap(\.self) + ["hid[\(window)]"]).and, true, true)]
      + (isPassing ? [("!there[\(window)]", false, true)] : [])
    return Question(
      values: kinds.map { kind in
        Value(condition: kind.condition) { state in
          var state = state
          state.present = kind.isThere ? state.present | bit : state.present & ~bit
          state.hidden = kind.isHidden ? state.hidden | bit : state.hidden & ~bit
          if state.key == window { return kind.isThere ? state : nil }
          return relevant & bit != 0 || !kind.isHidden ? state : nil
        }
      })
  }
}
