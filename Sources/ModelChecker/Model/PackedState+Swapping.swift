// SPDX-License-Identifier: Apache-2.0

extension PackedState {
  /// The state in which two windows have changed places.
  func swapped(_ left: Int, _ right: Int) -> PackedState {
    var state = self
    for plane in stride(from: 0, to: 4 * Self.width, by: Self.width) {
      state.bits = state.bits.swappingBits(left + plane, right + plane)
    }
    if key == left { state.key = right } else if key == right { state.key = left }
    return state
  }
}

extension DecisionCell {
  /// The decision in which two windows have changed places.
  func swapped(_ left: Int, _ right: Int) -> DecisionCell {
    var cell = self
    cell.shown = shown.swappingBits(left, right)
    cell.hidden = hidden.swappingBits(left, right)
    cell.raisingShown = raisingShown.swappingBits(left, right)
    cell.raisingHidden = raisingHidden.swappingBits(left, right)
    cell.writers = writers.swappingBits(left, right)
    return cell
  }
}

extension FixedWidthInteger {
  /// The value with two of its bits exchanged.
  func swappingBits(_ left: Int, _ right: Int) -> Self {
    let differs = (self >> left ^ self >> right) & 1
    return self ^ (differs << left | differs << right)
  }
}
