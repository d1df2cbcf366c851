// SPDX-License-Identifier: Apache-2.0
public import Arbitration
package import Formats
public import Orientation
import Text

/// The orientations that an application states for its windows in its desktop file.
///
/// There are two keys. `X-Swivel-Supported-Orientations` accepts the names of the W3C's orientation
/// lock and of the configuration. It takes precedence over `X-Lomiri-Supported-Orientations`,
/// Lomiri's key with Lomiri's names. The value of either key is a list separated by `;` or `,`; an
/// empty list is ignored. Lomiri's names, and the rule that `primary` must stand alone, come from
/// `DesktopFileReader::parseOrientations` in qtmir,
/// https://gitlab.com/ubports/development/core/qtmir; the edge that each name means comes from
/// `QUbuntuScreen` in qtubuntu, https://gitlab.com/ubports/development/core/qtubuntu.
public struct StatedOrientations: Equatable, Sendable {
  /// The file and the key that state the orientations.
  public let source: DesktopEntrySource
  private let onPortraitPanel: OrientationMask
  private let onLandscapePanel: OrientationMask

  /// Returns the supported orientations on a panel with this native orientation.
  public func mask(on panel: PanelNature) -> OrientationMask {
    panel == .portrait ? onPortraitPanel : onLandscapePanel
  }

  /// Creates the orientations; `nil` if neither key lists any.
  ///
  /// `file` is the file's name in `source`. Throws for an invalid name of an orientation.
  package init?(_ entry: DesktopEntry, file: String) throws(InputError) {
    for key in Key.allCases {
      guard let value = try entry.value(of: key.rawValue) else { continue }
      let words = value.text.split { ";,".contains($0) }.map { key.plain($0) }.filter {
        !$0.isEmpty
      }
      guard !words.isEmpty else { continue }
      if let wrong = words.first(where: { key.mask($0, on: .portrait, amid: words.count) == nil }) {
        throw value.mark.error(
          "\(UntrustedText(wrong).quoted) in \(key.rawValue)", valid: key.words, near: wrong)
      }
      func mask(on panel: PanelNature) -> OrientationMask {
        words.reduce(into: []) { $0.formUnion(key.mask($1, on: panel, amid: words.count) ?? []) }
      }
      source = DesktopEntrySource(file: file, key: key.rawValue)
      (onPortraitPanel, onLandscapePanel) = (mask(on: .portrait), mask(on: .landscape))
      return
    }
    return nil
  }

  /// The keys, in order of precedence.
  private enum Key: String, CaseIterable {
    case swivel = "X-Swivel-Supported-Orientations"
    case lomiri = "X-Lomiri-Supported-Orientations"

    var words: [String] {
      switch self {
      case .swivel:
        Self.masks.map(\.word) + OrientationLock.words.filter { $0 != "current" }
      case .lomiri: ["portrait", "landscape", "inverted-portrait", "inverted-landscape", "primary"]
      }
    }

    func plain(_ word: Substring) -> String {
      switch self {
      case .swivel: String(word.filter { !$0.isWhitespace })
      case .lomiri: word.filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }.lowercased()
      }
    }

    /// Returns the orientations for a name on a panel; `nil` if the name is unknown or, in a list
    /// of `count` names, not allowed.
    func mask(_ word: String, on panel: PanelNature, amid count: Int) -> OrientationMask? {
      switch self {
      case .swivel:
        if let known = Self.masks.first(where: { $0.word == word }) { return known.mask }
        return words.contains(word) ? OrientationLock(word: word)?.mask(on: panel) : nil
      case .lomiri:
        if word == "primary" { return count == 1 ? OrientationLock.natural.mask(on: panel) : nil }
        guard let index = Self.lomiriTurns.firstIndex(of: word) else { return nil }
        // On a landscape panel, `landscape` is the unrotated orientation.
        let transform = Transform(
          flipped: false, quarterTurns: panel == .portrait ? index : index - 1)
        return InterfaceOrientation(transform: transform, on: panel).mask
      }
    }

    private static let masks: [(word: String, mask: OrientationMask)] = [
      ("any", .all), ("all", .all), ("all-but-upside-down", .allButUpsideDown), ("none", []),
    ]
    /// Lomiri's names; the index of each is its rotation from a portrait panel's native
    /// orientation, in counter-clockwise quarter turns.
    private static let lomiriTurns = [
      "portrait", "landscape", "invertedportrait", "invertedlandscape",
    ]
  }
}
