// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What a root policy answers.
struct StageAnswer {
  var autorotate: Bool
  var supported: OrientationMask
  var preferred: InterfaceOrientation

  /// For the label on the window.
  var words: String {
    let names = supported.orientations.map(\.name)
    let list = names.count == 4 ? "any orientation" : names.joined(separator: ", ")
    return autorotate ? "turns: \(names.isEmpty ? "nowhere" : list)" : "does not turn"
  }
}
