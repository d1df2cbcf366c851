// SPDX-License-Identifier: Apache-2.0

/// Makes text of other programs harmless on a terminal and bounds its length.
enum PlainLine {
  /// The most that one line of a report holds, in Unicode scalars.
  static let maximumLength = 600

  /// The text on one line, without control and formatting characters, shortened to `limit`.
  static func text(_ text: String, limit: Int = maximumLength) -> String {
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

/// Numbers as people write them.
enum NumberText {
  /// The shortest form, whole numbers without a point and zero without a sign.
  static func text(_ value: Double) -> String {
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }

  /// At most three places after the point.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    return text((value * 1000).rounded() / 1000)
  }
}
