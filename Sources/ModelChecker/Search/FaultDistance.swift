// SPDX-License-Identifier: Apache-2.0

/// How near a fault is at least, found where more is left open than can happen.
///
/// A depth-limited search that remembers from where it has come to nothing.
final class FaultDistance {
  private let property: CheckProperty
  private let open: CheckModel
  private let exact: CheckModel
  /// Up to how many events no fault comes after a state.
  private var far: [PackedState: Int] = [:]
  /// After how many events one comes at the latest.
  private var near: [PackedState: Int] = [:]
  /// The exact model's settings by their number in the open one.
  private var settings: [Int: Int] = [:]
  private var isOver = false

  /// How many states are remembered; beyond that every fault may be near.
  private let most: Int

  /// Distances to a violation of a property in one model, for states of another one of the same stack.
  init(of property: CheckProperty, in open: CheckModel, for exact: CheckModel) {
    self.property = property
    self.open = open
    self.exact = exact
    most = open.ids.count <= 4 ? 200_000 : 8_000
  }

  /// Whether a fault may come within some events after a state of the exact model.
  func isNear(_ state: PackedState, within length: Int, _ goesOn: () -> Bool) -> Bool {
    var state = state
    guard let number = number(state.settingsIndex) else { return true }
    state.settingsIndex = number
    if open.isKeyFree { state.key = PackedState.none }
    return search(state, length, goesOn)
  }

  private func number(_ settingsIndex: Int) -> Int? {
    if let known = settings[settingsIndex] { return known }
    let found = open.templates.firstIndex(of: exact.templates[settingsIndex])
    settings[settingsIndex] = found
    return found
  }

  private func search(_ state: PackedState, _ length: Int, _ goesOn: () -> Bool) -> Bool {
    if let known = near[state], known <= length { return true }
    if let known = far[state], known >= length { return false }
    if isOver { return true }
    let kernel = open.kernel
    let properties = StepProperties(kernel)
    if let tail = properties.tail(property, state), tail.count <= length {
      near[state] = tail.count
      return true
    }
    if length == 0 {
      far[state] = max(far[state] ?? 0, 0)
      return false
    }
    let wanted = PropertySet(rawValue: 1 << UInt16(property.rawValue))
    var isFound = false
    var nexts: [PackedState] = []
    kernel.expand(state, leaving: open.hiddenMatters ? .max : 0) { event, step in
      if isFound { return }
      let faults = properties.faults(of: event, state, step, wanted: wanted)
      isFound = faults.contains(wanted)
      if !step.raises, step.next != state { nexts.append(step.next) }
    }
    // What the packed form cannot hold proves nothing.
    if open.broken != nil || far.count > most || far.count & 1023 == 1023 && !goesOn() {
      isOver = true
      return true
    }
    if isFound {
      near[state] = 1
      return true
    }
    for next in nexts where search(next, length - 1, goesOn) {
      near[state] = length
      return true
    }
    far[state] = max(far[state] ?? 0, length)
    return false
  }
}
