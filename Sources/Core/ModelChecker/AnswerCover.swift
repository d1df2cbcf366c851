// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Combinations of answers that stand for all combinations of a stack's answers: in the rows of a covering
/// array each two answers of two windows meet.
///
/// A decision reads the answers of one or two windows, or what several refuse together, which one window
/// can refuse as well; and a decision, or two turns there and back, distinguish at most two orientations.
/// So with any answers each decision is that of a row, where windows give few answers (`AnswerMenu.effects`;
/// Cohen and others, "The AETG System", 1997, for pairwise covering; Bush, "Orthogonal Arrays
/// of Index Unity", 1952, for the array).
struct AnswerCover {
  private let stack: CheckStack
  let menu: AnswerMenu
  /// The windows that answer questions.
  let windows: [Window]
  /// The windows' kinds with their own answers, then with each of `AnswerMenu.effects`.
  private let kinds: [AnswerKinds]

  init(_ stack: CheckStack) {
    self.stack = stack
    menu = AnswerMenu(stack)
    windows = stack.windows.map { $0.window }.filter { $0.root != nil && !$0.isFollower }
    /// Returns the place of a value in a list; a new value is appended.
    func place<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
      if let known = list.firstIndex(of: value) { return known }
      list.append(value)
      return list.count - 1
    }
    var (known, roots): ([Window], [Controller?]) = ([], [])
    let ids = stack.windows.map { $0.window.id }
    kinds = ([nil] + menu.effects.map(Optional.some)).map { given in
      let answers = given.map { given in ids.map { CheckAnswer(window: $0, given: given) } } ?? []
      var kinds = AnswerKinds()
      for var window in stack.answering(answers).windows.map({ $0.window }) {
        (window.id, window.name, window.isHidden) = (WindowID(0), "", false)
        window.root?.id = ""
        kinds.windows.append(place(of: window, in: &known))
        kinds.roots.append(place(of: window.root, in: &roots))
        if let root = window.root, AnswerMenu.isPlain(root) {
          kinds.plain |= PackedState.bit(kinds.windows.count - 1)
        }
      }
      return kinds
    }
  }

  /// The changes of one window's answer to one of `AnswerMenu.effects`.
  var changes: [CheckAnswer] {
    windows.flatMap { window in
      menu.effects.filter { !$0.isOwn(of: window) }.map {
        CheckAnswer(window: window.id, given: $0)
      }
    }
  }

  /// Returns combinations with a change of one window's answer: beside the others' own answers, and beside
  /// each answer that all others give.
  ///
  /// If the set-up raises an exception in all of these, this window causes the exception.
  func contexts(of change: CheckAnswer) -> [[CheckAnswer]] {
    [[change]]
      + menu.effects.map { given in
        windows.map {
          $0.id == change.window ? change : CheckAnswer(window: $0.id, given: given)
        }
      }
  }

  /// Returns the rows, as changed answers; each two of `answers`, or of own answers, of two windows meet.
  ///
  /// The number of rows is at most the square of the array's order.
  func rows(of answers: [CheckAnswer]) -> [[CheckAnswer]] {
    let columns = columns(of: answers)
    let prime = order(answers)
    var known: Set<[Int]> = []
    return (0..<prime * prime).compactMap { number in
      let (slope, first) = ((number / prime + 1) % prime, number % prime)
      let places = columns.indices.map {
        ($0 < prime ? (first + slope * $0) % prime : slope) % columns[$0].count
      }
      guard known.insert(places).inserted else { return nil }
      return columns.indices.compactMap { columns[$0][places[$0]] }
    }
  }

  /// Returns further combinations, in which windows answer differently where they can.
  func differingRows(of answers: [CheckAnswer]) -> [[CheckAnswer]] {
    let (all, columns) = (menu.effects.map(Optional.some) + [nil], columns(of: answers))
    return all.indices.map { shift in
      columns.enumerated().compactMap { number, column in
        let place = shift + number + number / all.count
        for given in all.indices.map({ all[(place + $0) % all.count] }) {
          if let answer = column.first(where: { $0?.given == given }) { return answer }
        }
        return nil
      }
    }
  }

  /// Returns the order of the array: a prime number that is no smaller than the number of answers of a
  /// window, nor than that of windows less one.
  func order(_ answers: [CheckAnswer]) -> Int {
    let columns = columns(of: answers)
    var prime = max(2, columns.map { $0.count }.max() ?? 0, columns.count - 1)
    while (2..<prime).contains(where: { prime % $0 == 0 }) { prime += 1 }
    return prime
  }

  /// Returns the answers of each window in the rows; `nil` is the own one, which is left out if
  /// `AnswerMenu.effects` replace this answer.
  private func columns(of answers: [CheckAnswer]) -> [[CheckAnswer?]] {
    windows.map { window in
      let own = answers.filter { $0.window == window.id }.map(Optional.some)
      return own.isEmpty || !menu.replaces(window) ? [nil] + own : own
    }
  }

  /// Returns the model of a row, with the settings of the first row's model; `nil` if these are not those of
  /// this model.
  func model(of row: [CheckAnswer], like first: CheckModel?) throws(CheckLimit) -> CheckModel? {
    var rowKinds = kinds[0]
    for answer in row {
      guard let effect = menu.effects.firstIndex(of: answer.given),
        let index = stack.windows.firstIndex(where: { $0.window.id == answer.window })
      else { continue }
      rowKinds.windows[index] = kinds[effect + 1].windows[index]
      rowKinds.roots[index] = kinds[effect + 1].roots[index]
      rowKinds.plain |= PackedState.bit(index)
    }
    let model = try CheckModel(stack.answering(row), kinds: rowKinds, like: first)
    if let first { return model.adoptSettings(of: first) ? model : nil }
    _ = model.reachableSettings()
    return model
  }

  /// Returns answers with which a window may not reach each orientation that the window accepts; `nil` if
  /// every window does, whatever the windows answer: once the others have left, a turn of the device to the
  /// orientation rotates the window.
  func unreached() throws(CheckLimit) -> [CheckAnswer]? {
    var first: CheckModel?
    for given in menu.answers.map(Optional.some) + [nil] {
      let answers = given.map { given in windows.map { CheckAnswer(window: $0.id, given: given) } }
      let model = try CheckModel(stack.answering(answers ?? []), like: first)
      first = first ?? model
      var pages = MetPages(model)
      for window in model.ids.indices where model.followers & PackedState.bit(window) == 0 {
        let accepted = pages.accepts(window)
        if accepted == 0 { continue }
        guard model.turns(window, toEach: accepted), model.broken == nil else {
          return answers ?? []
        }
      }
    }
    return nil
  }
}

/// Numbers that are equal in models of one stack for windows, and for their root controllers, that differ at
/// most in what no decision reads.
package struct AnswerKinds {
  var windows: [Int] = []
  var roots: [Int] = []
  /// The windows whose root controllers only answer questions (`AnswerMenu.isPlain`).
  var plain: UInt64 = 0
}

extension CheckModel {
  /// Returns whether a window without others rotates to each of some orientations (one bit each), from any
  /// orientation, when the device is turned to it.
  fileprivate func turns(_ window: Int, toEach orientations: UInt8) -> Bool {
    var state = initial
    (state.present, state.hidden) = (PackedState.bit(window), 0)
    state.key = isKeyFree ? PackedState.none : window
    state.recent = recentOrder.isEmpty ? PackedState.none : window
    if kernel.isLocked(state) { _ = kernel.applyDevice(CheckEvent(kind: .unlock), &state) }
    var turned: UInt8 = 0
    for device in 0..<4 {
      var after = state
      after.device = (device + 1) % 4
      let code = kernel.applyDevice(CheckEvent(kind: .turn, index: device), &after)
      guard (1...4).contains(code) else { return false }
      let cell = contextCell(code, window, after, isBarBlank: true)
      if cell.mayRaise { return false }
      if cell.shown & PackedState.bit(window) != 0 { turned |= 1 << cell.target }
    }
    return orientations & ~turned == 0
  }
}

/// The possible answers of windows under a stack's rule set, one list for all windows; of equivalent
/// answers one is listed.
struct AnswerMenu {
  let answers: [CheckAnswer.Given]
  /// Some of these answers, such that each decision has the same effect with one of them as with any other.
  let effects: [CheckAnswer.Given]

  /// Lists the answers; masks leave out the orientations about which the rule set does not ask.
  init(_ stack: CheckStack) {
    let reads = stack.rules.reads(in: stack.scene)
    if reads.questions.isEmpty {
      answers = reads.requests.map { .request($0) } + reads.locks.map { .lock($0) }
      effects = answers
      return
    }
    let parts = reads.orientations.orientations
    let masks = (0..<(1 << parts.count)).map { number in
      parts.indices.reduce(into: OrientationMask()) { mask, index in
        if number >> index & 1 == 1 { mask.formUnion(parts[index].mask) }
      }
    }
    func policy(_ mask: OrientationMask, turns: Bool = true) -> CheckAnswer.Given {
      if reads.questions == [.legacy] { return .policy(DeclaredPolicy(legacy: mask)) }
      if reads.questions == [.supported] { return .policy(DeclaredPolicy(supported: mask)) }
      return .policy(DeclaredPolicy(autorotate: turns, supported: mask))
    }
    let mayStay = reads.questions.contains(.shouldAutorotate)
    answers = (mayStay ? masks.map { policy($0, turns: false) } : []) + masks.map { policy($0) }
    var few = masks.filter { $0.orientations.count == 1 || $0 == masks.last }.map { policy($0) }
    if stack.rules.scope == .output {
      // A window that accepts two orientations lets the output stay in a third one; refusing all is to stay
      // in each.
      let pairs: [OrientationMask] = [.landscape, [.portrait, .portraitUpsideDown]]
      few += pairs.filter { masks.contains($0) }.map { policy($0) }
    } else {
      // Refusing everything can raise an exception, unless the window does not rotate.
      few += [policy([])] + (mayStay ? [policy([], turns: false)] : [])
    }
    effects = few
  }

  /// Returns whether `effects` without the window's own answer have the effects of this answer: a policy that
  /// answers nothing else than the menu's policies, and is none of `effects`.
  func replaces(_ window: Window) -> Bool {
    guard case .policy? = effects.first, let root = window.root else { return false }
    return Self.isPlain(root) && !effects.contains { $0.isOwn(of: window) }
  }

  /// Returns whether a root controller does nothing else than the menu's policies.
  static func isPlain(_ root: Controller) -> Bool {
    guard let policy = root.declared else { return false }
    let plain = DeclaredPolicy(
      autorotate: policy.autorotate, supported: policy.supported, legacy: policy.legacy)
    return root == Controller(id: root.id, policy: .declared(plain))
  }
}
