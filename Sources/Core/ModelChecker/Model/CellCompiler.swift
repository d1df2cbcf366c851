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
    let moves = DecisionMoves(
      TriggerCode.trigger(code, window: window, of: ids),
      in: model[sceneOf: context, isBlank: true, isBarBlank: isBarBlank], of: model)
    return wholeCell(moves, moves)
  }

  /// Combines two decisions into a cell: the windows that rotate in the first are `shown`, those
  /// that rotate in the second are `hidden`, and the flags are the first decision's.
  private func wholeCell(_ shown: DecisionMoves, _ hidden: DecisionMoves) -> DecisionCell {
    if let limit = shown.limit ?? hidden.limit { model.stop(limit) }
    var cell = DecisionCell()
    cell.shown = shown.turned
    cell.hidden = hidden.turned
    cell.target = UInt8(shown.target ?? hidden.target ?? 0)
    cell.second = shown.second | hidden.second
    cell.secondTarget = UInt8(shown.secondTarget ?? hidden.secondTarget ?? 0)
    cell.writesSecond = shown.writesSecond
    cell.writesBar = shown.writesBar
    cell.raises = shown.raises
    cell.putsOff = shown.putsOff
    cell.isNotIdempotent = shown.isNotIdempotent
    return cell
  }

  /// Returns the cell of a decision under a read set of at most the page.
  func pageCell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    if state.present == 0 { return contextCell(code, window, state, isBarBlank: true) }
    let matters = model.reach == .page
    let page = matters ? model.kernel.page(state) : PackedState.none
    if case .own = model.reads.windows {
      return cellAlone(code, window, state, page, matters)
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
    // find out in which case each of them rotates. Without a page, the pageable ones stay hidden.
    probe.hidden = state.hidden & own | (pageBit == 0 ? rest & model.pageable : 0)
    let shown = DecisionMoves(
      trigger, in: model[sceneOf: probe, isBlank: true, isBarBlank: isBarBlank], of: model)
    probe.hidden = state.hidden & own | rest
    let hidden = DecisionMoves(
      trigger, in: model[sceneOf: probe, isBlank: true, isBarBlank: isBarBlank], of: model)
    if shown.raises != hidden.raises || shown.writesBar != hidden.writesBar {
      model.stop(.vocabulary("lets other windows than the page's decide"))
    }
    var cell = wholeCell(shown, hidden)
    // The page is shown in both scenes.
    cell.hidden &= ~pageBit
    return cell
  }

  private func there(_ state: PackedState) -> UInt64 {
    all & ~(model.witnesses & ~state.present)
  }

  /// Returns the cell of a decision that each window makes for itself.
  ///
  /// A turn is decided for each window both as shown and as hidden, a placing only for the placed
  /// window as it is.
  private func cellAlone(
    _ code: UInt8, _ window: Int, _ state: PackedState, _ page: Int, _ matters: Bool
  ) -> DecisionCell {
    var cell = DecisionCell()
    let isPlacing = code == TriggerCode.place
    if !isPlacing { cell.target = code - 1 }
    let there = there(state)
    for index in isPlacing ? window..<(window + 1) : ids.indices {
      let bit = PackedState.bit(index)
      guard isPlacing || there & bit != 0 else { continue }
      for isHidden in isPlacing ? [state.hidden & bit != 0] : [false, true] {
        guard var probe = probe(index, isHidden, page, matters, there) else { continue }
        if isPlacing { (probe.device, probe.bar) = (state.device, state.bar) }
        let trigger: DecisionTrigger =
          isPlacing
          ? .place(ids[index])
          : .turn(to: CheckModel.orientation(Int(code) - 1), only: ids[index])
        let moves = DecisionMoves(
          trigger, in: model[sceneOf: probe, isBlank: true, isBarBlank: !isPlacing], of: model)
        if isPlacing { cell.target = UInt8(moves.target ?? 0) }
        add(moves, of: index, isHidden: isHidden, to: &cell)
      }
    }
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

  /// Returns a state in which only the window at `index`, unless `isHidden`, and, if the page
  /// `matters`, the window `page` are shown; `nil` if `page` matters but is not the page then.
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

private struct DecisionMoves {
  var turned: UInt64 = 0
  var target: Int?
  /// The windows that rotate with the second output, and the orientation to which both rotate.
  var second: UInt64 = 0
  var secondTarget: Int?
  var writesSecond = false
  var writesBar = false
  var putsOff = false
  var isNotIdempotent = false
  var raises = false
  /// The reason why a `DecisionCell` cannot hold the moves; `nil` if it can.
  var limit: CheckLimit?

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
      case .window: break
      case .statusBar(let orientation, _):
        if writesBar { isNotIdempotent = true }
        writesBar = true
        take(orientation)
      case .output(let id, let transform):
        guard let output = scene.outputs.firstIndex(where: { $0.id == id }),
          output == model.managedOutput || output == model.secondOutput
        else {
          limit = .vocabulary("turns another output")
          continue
        }
        let orientation = InterfaceOrientation(
          transform: transform, on: scene.outputs[output].panel)
        if output == model.managedOutput {
          outputs += 1
          take(orientation)
        } else {
          if writesSecond { isNotIdempotent = true }
          writesSecond = true
          secondTarget = Int(orientation.rawValue) - 1
        }
      case .putOff: putsOff = true
      }
    }
    if outputs > 1 { isNotIdempotent = true }
    // The outputs' orientations tell which windows rotate with the second output.
    for case .window(let id, let orientation) in sink.moves {
      guard let index = model.ids.firstIndex(of: id) else { continue }
      turned |= 1 << UInt64(index)
      take(orientation, window: index, of: model)
    }
  }

  /// Records the move of a window, with the first or the second output.
  private mutating func take(
    _ orientation: InterfaceOrientation, window: Int, of model: CheckModel
  ) {
    let index = Int(orientation.rawValue) - 1
    guard model.secondOutput != nil, let target, target != index,
      secondTarget ?? index == index
    else { return take(orientation) }
    second |= PackedState.bit(window)
    secondTarget = index
  }

  private mutating func take(_ orientation: InterfaceOrientation) {
    let index = Int(orientation.rawValue) - 1
    if orientation == .unknown { limit = .vocabulary("turns to an unknown orientation") }
    if let target, target != index { limit = .vocabulary("turns windows in different ways") }
    target = index
  }
}

/// The changes that one decision makes in all states in which it reads the same values.
package struct DecisionCell: Hashable {
  /// The windows that rotate if they are shown, and those that rotate if they are hidden.
  package var shown: UInt64 = 0
  package var hidden: UInt64 = 0
  /// The windows that raise an exception if they are shown, and those that do if hidden; of the
  /// present windows, those after the first one that raises do not rotate.
  package var raisingShown: UInt64 = 0
  package var raisingHidden: UInt64 = 0
  /// The windows whose rotation also rotates the status bar.
  package var writers: UInt64 = 0
  /// The windows that rotate to `secondTarget` instead of `target`.
  var second: UInt64 = 0
  /// The target and the flags in one word, which the processor copies faster than separate bytes
  /// that were just written.
  private var marks: UInt64 = 0

  /// The orientation that all moves rotate to, as raw value minus 1.
  package var target: UInt8 {
    get { UInt8(truncatingIfNeeded: marks) }
    set { marks = marks & ~0xFF | UInt64(newValue) }
  }
  /// The orientation that the second output and its windows rotate to, as raw value minus 1.
  var secondTarget: UInt8 {
    get { UInt8(truncatingIfNeeded: marks >> 16) & 3 }
    set { marks = marks & ~(3 << 16) | UInt64(newValue & 3) << 16 }
  }
  /// Whether the second output is rotated.
  var writesSecond: Bool {
    get { self[13] }
    set { self[13] = newValue }
  }
  /// Whether the status bar is written, whichever windows rotate.
  package var writesBar: Bool {
    get { self[8] }
    set { self[8] = newValue }
  }
  /// Whether the decision raises an exception in some state.
  var mayRaise: Bool { raises || raisingShown | raisingHidden != 0 }
  /// Whether the decision raises an exception in every state, whichever windows are shown.
  package var raises: Bool {
    get { self[9] }
    set { self[9] = newValue }
  }
  /// Whether the decision writes the status bar or an output more than once.
  var isNotIdempotent: Bool {
    get { self[10] }
    set { self[10] = newValue }
  }
  /// Whether a window's rotation is deferred.
  var putsOff: Bool {
    get { self[11] }
    set { self[11] = newValue }
  }

  /// Returns whether two cells make the same changes to the status bar and to all shown windows, and to the
  /// windows `own` if these are hidden; the windows `absent` are left out.
  func isSame(as other: DecisionCell, for own: UInt64, without absent: UInt64) -> Bool {
    let moves = shown ^ other.shown | (hidden ^ other.hidden) & own
    let raises =
      raisingShown ^ other.raisingShown | (raisingHidden ^ other.raisingHidden) & own
    let writes =
      (writers ^ other.writers | second ^ other.second) & (shown | other.shown | own)
    return (moves | raises | writes) & ~absent == 0 && marks == other.marks
  }

  private subscript(mark: UInt64) -> Bool {
    get { marks &>> mark & 1 == 1 }
    set { marks = marks & ~(1 &<< mark) | (newValue ? 1 &<< mark : 0) }
  }
}

/// The effect of a decision: a decision cell, applied to the windows that are present.
struct DecisionEffect {
  /// The windows that rotate; if a window raises an exception, only the windows asked before that
  /// one.
  var turning: UInt64
  var target: Int
  var writes: Bool
  var raises: Bool
  let cell: DecisionCell

  @inline(__always)
  init(_ cell: DecisionCell, present: UInt64, hidden: UInt64, followers: UInt64) {
    self.cell = cell
    let shown = present & ~hidden
    let away = present & hidden
    let raising = shown & cell.raisingShown | away & cell.raisingHidden
    var turning = shown & cell.shown | away & cell.hidden
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    writes = cell.writesBar || turning & cell.writers != 0
    target = Int(cell.target)
    raises = cell.raises || raising != 0
    // Followers rotate with the status bar.
    self.turning = writes ? turning | present & followers : turning
  }

  @inline(__always)
  func bar(_ bar: Int) -> Int { writes ? target : bar }

  @inline(__always)
  func turned(_ window: Int, _ orientation: Int) -> Int {
    turning & PackedState.bit(window) == 0 ? orientation : target
  }

  /// Returns whether two effects raise alike and change the status bar and `windows` alike,
  /// whatever their orientations before.
  @inline(__always)
  func isSame(as other: DecisionEffect, for windows: UInt64) -> Bool {
    raises == other.raises && writes == other.writes && (turning ^ other.turning) & windows == 0
      && (target == other.target || !writes && turning & windows == 0)
  }
}

package enum TriggerCode {
  package static let nothing: UInt8 = 0
  /// A turn to an unknown orientation; 1 to 4 are turns to the orientation with that raw value.
  package static let turnNowhere: UInt8 = 5
  package static let reconsider: UInt8 = 6
  package static let place: UInt8 = 7

  /// Returns the code of an event's triggers: `nothing` for none; `nil` for several, or for one
  /// that checks do not support.
  static func code(_ triggers: [DecisionTrigger], window: WindowID?) -> UInt8? {
    guard let first = triggers.first else { return nothing }
    guard triggers.count == 1 else { return nil }
    switch first {
    case .turn(let target, nil): return target == .unknown ? turnNowhere : target.rawValue
    case .reconsider: return reconsider
    case .place(window): return place
    default: return nil
    }
  }

  /// Returns the trigger of a code other than `nothing`; `window` is the index of the window that a
  /// placing concerns.
  static func trigger(_ code: UInt8, window: Int, of ids: [WindowID]) -> DecisionTrigger {
    switch code {
    case 1...4: .turn(to: InterfaceOrientation(rawValue: code) ?? .unknown, only: nil)
    case turnNowhere: .turn(to: .unknown, only: nil)
    case place: .place(ids[window])
    default: .reconsider
    }
  }
}
