// SPDX-License-Identifier: Apache-2.0

/// What kind of message it is: a symbol and a colour that only repeats it.
enum HUDTone: Sendable, CaseIterable {
  case turned, split, blocked, deferred, failed, warning, quiet

  /// The tone of a decision by the word of its outcome.
  init(outcome: String) {
    switch outcome {
    case "turned": self = .turned
    case "split": self = .split
    case "blocked": self = .blocked
    case "deferred": self = .deferred
    case "refused", "exception": self = .failed
    default: self = .quiet
    }
  }

  /// A symbol that differs in shape from the others.
  var symbol: String {
    switch self {
    case .turned: "✔"
    case .split: "≠"
    case .blocked: "■"
    case .deferred: "…"
    case .failed: "✖"
    case .warning: "▲"
    case .quiet: "–"
    }
  }

  /// The colour of symbol and edge.
  var colour: Colour {
    switch self {
    case .turned: Colour(0x86D79F)
    case .split, .failed: Colour(0xFF9D94)
    case .blocked, .warning: Colour(0xE8BD6A)
    case .deferred: Colour(0x8DB4EC)
    case .quiet: Colour(0xC9CED6)
    }
  }
}
