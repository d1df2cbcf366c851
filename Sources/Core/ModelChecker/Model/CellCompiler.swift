// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The compiler of decision cells: calls the rule set with real scenes and packs the decisions.
struct CellCompiler {
  private let model: CheckModel
  private let ids: [WindowID]
  private let all: UInt64

  init(_ model: CheckModel) {
    self.model = model
    ids = model.ids
    all = model.all
  }

  /// Returns the cell of a decision that reads no more of the state than `context` contains.
  func contextCell(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> DecisionCell {
    let scene = model.scene(context, isBlank: true, isBarBlank: isBarBlank)
    let moves = DecisionMoves(
      TriggerCode.trigger(code, window: window, of: ids), in: scene, of: model)
    return wholeCell(moves, moves)
  }

  /// Returns the cell of two decisions on scenes that differ only in some windows, which are shown
  /// in the first scene and hidden in the second.
  private func wholeCell(_ shown: DecisionMoves, _ hidden: DecisionMoves) -> DecisionCell {
    if let limit = shown.limit ?? hidden.limit { model.stop(limit) }
    var cell = DecisionCell()
    cell.shown = shown.turned
    cell.hidden = hidden.turned
    cell.target = UInt8(shown.target ?? hidden.target ?? 0)
    cell.writesBar = shown.writesBar
    cell.raises = shown.raises
    cell.putsOff = shown.putsOff
    cell.isNotIdempotent = shown.isNotIdempotent
    return cell
  }

  /// Returns the cell of a decision that reads at most which window is the page.
  func pageCell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    if state.present == 0 { return contextCell(code, window, state, isBarBlank: true) }
    let matters: Bool
    if case .page(let known) = model.reach { matters = known } else { matters = true }
    let page = matters ? model.kernel.page(state) : PackedState.none
    if case .own = model.reads.windows {
      return code == TriggerCode.place
        ? placeAlone(window, state, page, matters)
        : turnAlone(code, page, matters, there(state))
    }
    var probe = state
    probe.present = there(state)
    probe.key = page
    let pageBit = PackedState.bit(page)
    let own = code == TriggerCode.place ? UInt64(1) << UInt64(window) : 0
    let rest = all & ~pageBit & ~own
    let isBarBlank = code != TriggerCode.place
    let trigger = TriggerCode.trigger(code, window: window, of: ids)
    // The page decides. The decision is made twice, with the other windows shown and hidden, to
    // find out in which case each of them rotates.
    probe.hidden = state.hidden & own | (pageBit == 0 ? rest & model.pageable : 0)
    let shown = DecisionMoves(
      trigger, in: model.scene(probe, isBlank: true, isBarBlank: isBarBlank), of: model)
    probe.hidden = state.hidden & own | rest
    let hidden = DecisionMoves(
      trigger, in: model.scene(probe, isBlank: true, isBarBlank: isBarBlank), of: model)
    if shown.raises != hidden.raises || shown.writesBar != hidden.writesBar {
      model.stop(.vocabulary("lets other windows than the page's decide"))
    }
    var cell = wholeCell(shown, hidden)
    // The page is shown in both scenes.
    cell.hidden &= ~pageBit
    return cell
  }

  /// Returns all windows except the absent witnesses; a witness is a window whose presence
  /// decisions read.
  private func there(_ state: PackedState) -> UInt64 {
    all & ~(model.witnesses & ~state.present)
  }

  /// Returns the cell of a turn in which each window decides for itself, from one decision per
  /// window.
  private func turnAlone(
    _ code: UInt8, _ page: Int, _ matters: Bool, _ there: UInt64
  ) -> DecisionCell {
    var cell = DecisionCell()
    cell.target = code - 1
    let target = CheckModel.orientation(Int(code) - 1)
    for index in ids.indices where there & PackedState.bit(index) != 0 {
      for isHidden in [false, true] {
        guard let probe = probe(index, isHidden, page, matters, there) else { continue }
        let scene = model.scene(probe, isBlank: true, isBarBlank: true)
        let moves = DecisionMoves(.turn(to: target, only: ids[index]), in: scene, of: model)
        add(moves, of: index, isHidden: isHidden, to: &cell)
      }
    }
    return cell
  }

  /// Returns the cell of the decision after a window was shown or added, if each window decides for
  /// itself.
  private func placeAlone(
    _ index: Int, _ state: PackedState, _ page: Int, _ matters: Bool
  ) -> DecisionCell {
    var cell = DecisionCell()
    let isHidden = state.hidden >> UInt64(index) & 1 == 1
    guard var probe = probe(index, isHidden, page, matters, there(state)) else { return cell }
    probe.device = state.device
    probe.bar = state.bar
    let moves = DecisionMoves(.place(ids[index]), in: model.scene(probe, isBlank: true), of: model)
    cell.target = UInt8(moves.target ?? 0)
    add(moves, of: index, isHidden: isHidden, to: &cell)
    return cell
  }

  private func add(
    _ moves: DecisionMoves, of index: Int, isHidden: Bool, to cell: inout DecisionCell
  ) {
    let bit = UInt64(1) << UInt64(index)
    if let limit = moves.limit { model.stop(limit) }
    if moves.turned & ~bit != 0 { model.stop(.vocabulary("turns one window for another")) }
    if moves.turned != 0 {
      if isHidden { cell.hidden |= bit } else { cell.shown |= bit }
    }
    if moves.raises {
      if isHidden { cell.raisingHidden |= bit } else { cell.raisingShown |= bit }
    }
    if moves.writesBar { cell.writers |= bit }
    if moves.putsOff { cell.putsOff = true }
    if moves.isNotIdempotent { cell.isNotIdempotent = true }
  }

  /// Returns a state in which the window at `index` is shown or hidden, and all other windows are
  /// hidden.
  ///
  /// If the page `matters`, the window `page` is shown and is the page; `nil` if that contradicts
  /// `isHidden`.
  private func probe(
    _ index: Int, _ isHidden: Bool, _ page: Int, _ matters: Bool, _ there: UInt64
  ) -> PackedState? {
    var probe = model.initial
    let bit = UInt64(1) << UInt64(index)
    probe.present = there
    probe.hidden = all & ~bit | (isHidden ? bit : 0)
    guard matters else { return probe }
    if page == index, isHidden { return nil }
    if page == PackedState.none, !isHidden, model.pageable & bit != 0 { return nil }
    probe.key = page
    if page < ids.count { probe.hidden &= ~(1 << UInt64(page)) }
    return probe
  }
}

/// The moves of one decision, as sets of windows.
private struct DecisionMoves {
  var turned: UInt64 = 0
  var target: Int?
  var writesBar = false
  var putsOff = false
  var isNotIdempotent = false
  var raises = false
  /// The reason why a `DecisionCell` cannot hold the moves; `nil` if it can.
  var limit: CheckLimit?

  /// Creates the moves by a call of the rule set for a trigger and a scene.
  init(_ trigger: DecisionTrigger, in scene: Scene, of model: CheckModel) {
    var sink = MoveSink()
    switch model.rules.decide(trigger, in: scene, answers: Answers(), sink: &sink) {
    case .decided: break
    case .raised(let error): raises = error.isException
    case .needsAnswers: limit = .vocabulary("waits for a live policy")
    }
    var outputs = 0
    for move in sink.moves {
      switch move {
      case .window(let id, let orientation):
        guard let index = model.ids.firstIndex(of: id) else { continue }
        turned |= 1 << UInt64(index)
        take(orientation)
      case .statusBar(let orientation, _):
        if writesBar { isNotIdempotent = true }
        writesBar = true
        take(orientation)
      case .output(let id, _):
        outputs += 1
        if model.managedOutput.map({ scene.outputs[$0].id }) != id {
          limit = .vocabulary("turns another output")
        }
      case .putOff: putsOff = true
      }
    }
    if outputs > 1 { isNotIdempotent = true }
  }

  private mutating func take(_ orientation: InterfaceOrientation) {
    let index = Int(orientation.rawValue) - 1
    if orientation == .unknown { limit = .vocabulary("turns to an unknown orientation") }
    if let target, target != index { limit = .vocabulary("turns windows in different ways") }
    target = index
  }
}
