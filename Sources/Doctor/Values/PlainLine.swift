// SPDX-License-Identifier: Apache-2.0

/// Makes text of other programs harmless on a terminal and bounds its length.
enum PlainLine {
  /// The most that one line of a report holds, in Unicode scalars.
  static let longest = 600

  /// The text on one line, without control and formatting characters, shortened to `limit`.
  static func text(_ text: String, limit: Int = longest) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if result.count == limit { return String(result) + "…" }
      result.append(isInvisible(scalar) ? " " : scalar)
    }
    return String(result)
  }

  /// A name that others have chosen: at most 80 scalars.
  static func name(_ text: String) -> String { self.text(text, limit: 80) }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
