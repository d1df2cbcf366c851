// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Transform {
  /// The word on the wire and the edge that is up, such as `90 (left edge up)`.
  func shortWords(_ language: Language) -> String {
    PanelEdge(transform: self).map {
      EffectPhrase.shortTransform(language, wireName, $0.words(language))
    } ?? wireName
  }

  /// The number and every common word, such as `transform 1 (90° counter-clockwise, left edge up)`.
  func words(_ language: Language) -> String {
    let turn =
      quarterTurns == 0
      ? nil : EffectPhrase.counterClockwise(language, "\(quarterTurns * 90)")
    let sense =
      switch (isFlipped, turn) {
      case (false, let turn): turn ?? EffectPhrase.normal(language)
      case (true, nil): EffectPhrase.mirrored(language)
      case (true, let turn?): EffectPhrase.mirroredThen(language, turn)
      }
    let edge = PanelEdge(transform: self).map { $0.words(language) }
    let parts = [sense, edge].compactMap(\.self)
    return EffectPhrase.transform(
      language, "\(rawValue)", parts.joined(separator: LayoutPhrase.listSeparator(language)))
  }
}

extension PanelEdge {
  /// The edge in words, such as `left edge up`.
  func words(_ language: Language) -> String {
    switch self {
    case .top: EffectPhrase.topEdge(language)
    case .left: EffectPhrase.leftEdge(language)
    case .bottom: EffectPhrase.bottomEdge(language)
    case .right: EffectPhrase.rightEdge(language)
    }
  }
}
