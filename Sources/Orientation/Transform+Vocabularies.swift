// SPDX-License-Identifier: Apache-2.0

/// Words that other programs use for the same eight transforms.
public enum TransformVocabulary: String, CaseIterable, Sendable {
  /// wl_output and wlr-randr: degrees counter-clockwise.
  case wayland
  /// sway's commands and IPC: degrees clockwise (swaywm/sway#4996).
  case sway
  /// kscreen-doctor: none, left, inverted, right.
  case kscreen
  /// xrandr: normal, left, inverted, right.
  case xrandr
  /// mutter's monitors.xml: normal, left, upside_down, right.
  case gnome
  /// android.view.Surface and chromium: degrees that the content is turned clockwise, 0 to 270.
  case android
}

extension Transform {
  private static let degrees = ["normal", "90", "180", "270"]
  private static let flippedDegrees = ["flipped", "flipped-90", "flipped-180", "flipped-270"]

  /// The word of a vocabulary; nil where it has none for a mirrored value.
  public func name(in vocabulary: TransformVocabulary) -> String? {
    switch vocabulary {
    case .wayland: wireName
    case .sway: withDirectionReversed.wireName
    case .kscreen: isFlipped ? nil : ["none", "left", "inverted", "right"][quarterTurns]
    case .xrandr: isFlipped ? nil : ["normal", "left", "inverted", "right"][quarterTurns]
    case .gnome: isFlipped ? nil : ["normal", "left", "upside_down", "right"][quarterTurns]
    case .android: isFlipped ? nil : ["0", "270", "180", "90"][quarterTurns]
    }
  }

  /// The value for a word of a vocabulary; nil for any other word.
  public init?(name: String, in vocabulary: TransformVocabulary) {
    let found = Self.allCases.first { $0.name(in: vocabulary) == name }
    guard let found else { return nil }
    self = found
  }

  /// The name on the wire: normal, 90, 180, 270, flipped, flipped-90 and so on.
  public var wireName: String {
    isFlipped ? Self.flippedDegrees[quarterTurns] : Self.degrees[quarterTurns]
  }
}
