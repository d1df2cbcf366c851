// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

extension OrientationLock {
  /// The words to lock with: W3C's, and the names that the configuration has for one orientation.
  public static let words =
    [current, portrait, landscape, natural].map(\.rawValue) + exactNames
    + [portraitPrimary, portraitSecondary, landscapePrimary, landscapeSecondary].map(\.rawValue)

  // Portrait is the class; its exact name is portrait-primary.
  private static let exactNames = InterfaceOrientation.fallbackOrder.dropFirst().map(\.name)

  /// The lock behind a word; nil for any other word.
  public init?(word: String) {
    guard Self.words.contains(word) else { return nil }
    if Self.exactNames.contains(word), let orientation = InterfaceOrientation(name: word) {
      self.init(orientation)
    } else {
      self.init(rawValue: word)
    }
  }
}
