// SPDX-License-Identifier: Apache-2.0

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
