// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension PromelaModel {
  /// What a decision does, as a macro of the model.
  struct Decision {
    var name: String
    var lines: [String]
    /// Whether it can raise an exception, which undoes the event: the app ends there.
    var canRaise: Bool
  }

  static func name(_ code: UInt8, _ window: Int) -> String {
    switch code {
    case 1...4: "turn\(code - 1)"
    case TriggerCode.turnNowhere: "nowhere"
    case TriggerCode.reconsider: "reconsider"
    default: "place\(window)"
    }
  }

  /// Asks the model's own tables in every situation, and writes down what they say.
  mutating func decision(_ code: UInt8, _ window: Int) throws(CheckLimit) -> Decision {
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
      let bit = UInt16(1) << UInt16(index)
      // Two bits each for the shown and for the hidden window: it turns or raises, it writes.
      func leaf(_ shown: UInt16, _ hidden: UInt16, _ writers: UInt16) -> Int {
        let writes = writers & bit != 0
        return (shown & bit != 0 ? writes ? 3 : 1 : 0) | (hidden & bit != 0 ? writes ? 12 : 4 : 0)
      }
      let raises = try tree(questions) { state in
        guard state.present & UInt64(bit) != 0 else { return nil }
        let cell = kernel.cell(code, window, state)
        return leaf(cell.raisingShown, cell.raisingHidden, 0)
      }
      if let text = try statement(raises, { here.text($0, index, "ends = 1") }) {
        raising.append(text)
      }
      let turns = try tree(questions) { state in
        guard state.present & UInt64(bit) != 0 else { return nil }
        let cell = kernel.cell(code, window, state)
        return cell.raises ? nil : leaf(cell.shown, cell.hidden, cell.writers)
      }
      if let text = try statement(turns, { here.text($0, index, "own[\(index)] = to") }) {
        turning.append(text)
      }
    }
    let canRaise = !raising.isEmpty || whole.contains { $0 == 8 }
    var lines: [String] = []
    if case .page(matters: true) = model.reach { lines.append("find_page()") }
    lines.append("wr = 0")
    if canRaise { lines.append("ends = 0") }
    if let text = try statement(whole, here.text) { lines.append(text) }
    lines += raising
    let moves = turning + [settled]
    lines +=
      canRaise ? ["if :: ends -> skip :: else -> \(moves.joined(separator: "; ")) fi"] : moves
    return Decision(name: Self.name(code, window), lines: lines, canRaise: canRaise)
  }

  private mutating func statement(
    _ tree: DecisionTree, _ text: (Int) -> String?
  ) throws(CheckLimit) -> String? {
    let text = try tree.statement(atMost: room, text)
    room -= text?.utf8.count ?? 0
    return text
  }

  private mutating func tree(
    _ questions: [Question], _ leaf: (PackedState) -> Int?
  ) throws(CheckLimit) -> DecisionTree {
    var state = model.initial
    state.present = model.all
    state.hidden = 0
    var asked = situations
    let bounds = bounds
    let model = model
    let goesOn = goesOn
    let tree = try DecisionTree(questions, from: state) { (state) throws(CheckLimit) -> Int? in
      asked += 1
      guard asked <= bounds.states else {
        throw .promela(
          "its decisions depend on too much at once (\(bounds.states) situations were tried)")
      }
      if asked & 1023 == 0 {
        guard model.tables.pointee.bytes >> 20 <= bounds.memory else {
          throw .memory(bounds.memory)
        }
        guard goesOn(asked) else { throw .interrupted }
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

  /// What one window does, by whether it is shown or hidden.
  private func text(_ leaf: Int, _ index: Int, _ move: String) -> String? {
    func part(_ bits: Int) -> String? {
      bits == 0 ? nil : bits & 2 != 0 ? "\(move); wr = 1" : move
    }
    let there = [isThere(index)].compactMap(\.self)
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

  /// The bar goes along, and with it those that follow it.
  private var settled: String {
    var moves = ["bar = to"]
    for index in model.ids.indices where model.followers >> UInt64(index) & 1 == 1 {
      moves.append(
        isThere(index).map { "if :: \($0) -> own[\(index)] = to :: else -> skip fi" }
          ?? "own[\(index)] = to")
    }
    return "if :: wr && bar != to -> \(moves.joined(separator: "; ")) :: else -> skip fi"
  }
}
