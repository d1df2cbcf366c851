// SPDX-License-Identifier: Apache-2.0

/// The groups in which rules are numbered; the raw value is what stands before the number.
public enum RuleGroup: String, CaseIterable, Sendable, Hashable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"
  case pad = "P"
  case vocabulary = "V"
  case windows = "M"
  case containers = "K"
  case notifications = "N"
  case forcing = "F"
  case exceptions = "X"
  case format
  case desktop = "W"
  case android = "AN"
  case chromeOS = "CR"

  /// The scope of a rule of the group whose number has no scope of its own.
  ///
  /// Later UIKit sets build on earlier ones, so most groups stay open at the end.
  var scope: RuleScope {
    switch self {
    case .a: .uikit(upTo: 5)
    case .b, .exceptions: .uikit(from: 6)
    case .c, .windows: .uikit(from: 8)
    case .d: .uikit(from: 13)
    case .e: .uikit(from: 16)
    case .pad: .uikit(from: 9)
    case .containers: .uikit(from: 5)
    case .vocabulary, .notifications, .forcing, .format: .uikit()
    case .desktop: .only(["desktop"])
    case .android: .only(["android"])
    case .chromeOS: .only(["chromeos"])
    }
  }
}
