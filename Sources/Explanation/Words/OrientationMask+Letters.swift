// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension OrientationMask {
  /// The letters of V-4 in the order P, U, R, L; none for an empty mask.
  func letters(_ language: Language) -> String {
    let letters = orientations.map(\.letter).joined(separator: " ")
    if !letters.isEmpty { return letters }
    return rawValue == 0
      ? LayoutPhrase.noMask(language) : LayoutPhrase.noMaskRaw(language, "\(rawValue)")
  }
}

extension InterfaceOrientation {
  /// The letter of V-4.
  public var letter: String {
    switch self {
    case .portrait: "P"
    case .portraitUpsideDown: "U"
    case .landscapeRight: "R"
    case .landscapeLeft: "L"
    case .unknown: "?"
    }
  }
}
