// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What happens to an output.
public enum OutputEvent: Sendable, Hashable {
  indirect case add(Output)
  case remove(OutputID)
  /// The display server reports a transform, ours or somebody else's.
  case transform(OutputID, Transform)
  /// Whether an output turns with the device was written down otherwise (W-3).
  case manage(OutputID, Bool)
  /// The device is not followed for now: what turned with it goes back to what was found.
  case release
  /// The machine has slept; what its outputs show a moment later is nobody's wish.
  case awake
  /// The program ends: every output goes back to the transform found on it.
  case restore
}
