// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Orientation

/// How a person wants the outputs turned.
public enum RotationWish: Equatable, Sendable {
  /// To an orientation.
  case to(InterfaceOrientation)
  /// By so many quarter turns counter-clockwise from what is shown, 1 to 3.
  case by(Int)

  /// The words, with W3C's names for the same orientations last.
  public static let words =
    ["left", "right", "180"] + InterfaceOrientation.fallbackOrder.map(\.name) + primaryWords

  private static let primaryWords = [
    "portrait-primary", "portrait-secondary", "landscape-primary", "landscape-secondary",
  ]

  /// The wish behind a word; nil for any other word.
  public init?(word: String) {
    switch word {
    case "left": self = .by(1)
    case "right": self = .by(3)
    case "180": self = .by(2)
    default:
      if let orientation = InterfaceOrientation(name: word), orientation != .unknown {
        self = .to(orientation)
      } else if let index = Self.primaryWords.firstIndex(of: word) {
        self = .to(InterfaceOrientation.fallbackOrder[index])
      } else {
        return nil
      }
    }
  }

  /// The word for the wish.
  public var word: String {
    switch self {
    case .to(let orientation): orientation.name
    case .by(let quarters): ["left", "180", "right"][(quarters - 1) % 3]
    }
  }
}
