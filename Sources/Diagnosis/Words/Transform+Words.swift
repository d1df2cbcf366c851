// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Transform {
  /// The word on the wire and the edge that is up, such as `90 (left edge up)`.
  var shortWords: String {
    PanelEdge(transform: self).map { "\(wireName) (\($0.words))" } ?? wireName
  }

  /// The number and every common word, such as `transform 1 (90° counter-clockwise, left edge up)`.
  var words: String {
    let turn = quarterTurns == 0 ? nil : "\(quarterTurns * 90)° counter-clockwise"
    let mirrored = isFlipped ? (turn == nil ? "mirrored" : "mirrored, then") : nil
    let sense = [mirrored, turn].compactMap(\.self).joined(separator: " ")
    let edge = PanelEdge(transform: self).map(\.words)
    let parts = [sense.isEmpty ? "normal" : sense, edge].compactMap(\.self)
    return "transform \(rawValue) (\(parts.joined(separator: ", ")))"
  }
}

extension PanelEdge {
  /// The edge in words, such as `left edge up`.
  var words: String {
    switch self {
    case .top: "top edge up"
    case .left: "left edge up"
    case .bottom: "bottom edge up"
    case .right: "right edge up"
    }
  }
}
