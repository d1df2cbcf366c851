// SPDX-License-Identifier: Apache-2.0

/// A memo of the turns that are decided alike with two windows exchanged.
///
/// Each observation class is compared once.
struct MirroredTurns {
  /// The number of situations: bar and device for each of 16 settings.
  private static let situations = 16 * 20

  private let model: CheckModel
  private let rivals: [OrderRivals]
  /// The numbers of the observation classes.
  private var numbers: [PackedState: Int] = [:]
  private var heard: (state: PackedState, number: Int)?
  /// For each pair of rivals, class and situation: unknown, all alike, or not.
  private var known: [[UInt8]]

  init(_ model: CheckModel, _ rivals: [OrderRivals]) {
    self.model = model
    self.rivals = rivals
    known = rivals.map { _ in [] }
  }

  /// Selects a state, about which `isMirrored` is then called.
  mutating func hear(_ state: PackedState) {
    // The class of a page is not a set of windows that could be exchanged.
    guard unsafe model.tables.pointee.reach == .windows else { return }
    let found = model.kernel.heard(TriggerCode.reconsider, 0, state)
    if heard?.state == found { return }
    if let number = numbers[found] {
      heard = (found, number)
      return
    }
    heard = (found, numbers.count)
    numbers[found] = numbers.count
    for number in known.indices {
      known[number] += Array(repeating: 0, count: Self.situations)
    }
  }

  /// Returns whether every turn of the state is decided alike; if not, the results can still be the
  /// same.
  mutating func isMirrored(_ state: PackedState, _ number: Int) -> Bool {
    guard let heard else { return false }
    let pair = rivals[number]
    let there = state.swapped(pair.left, pair.right)
    let other = pair.other.kernel.heard(TriggerCode.reconsider, 0, there)
    guard other.swapped(pair.left, pair.right) == heard.state else { return false }
    let situation = (state.settingsIndex * 5 + state.device) * 4 + state.bar
    let slot = heard.number * Self.situations + situation
    if known[number][slot] == 0 {
      known[number][slot] = areMirrored(state, there, pair) ? 1 : 2
    }
    return known[number][slot] == 1
  }

  private func areMirrored(
    _ state: PackedState, _ mirror: PackedState, _ pair: OrderRivals
  ) -> Bool {
    (0..<5).allSatisfy { device in
      if device == state.device { return true }
      let event = CheckEvent(kind: .turn, index: device)
      var (here, there) = (state, mirror)
      let code = model.kernel.takeDevice(event, &here)
      guard pair.other.kernel.takeDevice(event, &there) == code,
        here.swapped(pair.left, pair.right) == there
      else { return false }
      if code == TriggerCode.nothing { return true }
      return model.kernel.cell(code, 0, here).swapped(pair.left, pair.right)
        == pair.other.kernel.cell(code, 0, there)
    }
  }
}
