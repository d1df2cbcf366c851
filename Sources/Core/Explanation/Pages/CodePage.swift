// SPDX-License-Identifier: Apache-2.0

/// The reference page of a code: its meaning, occasion, remedy and an example.
public struct CodePage: Sendable, Hashable {
  /// The code that the page is about.
  public let code: ExplanationCode
  /// The meaning, in a few sentences.
  public let meaning: String
  /// The cases in which the code occurs.
  public let occasion: String
  /// The remedy.
  public let remedy: String
  /// An example.
  public let example: CodeExample

  init(
    _ code: ExplanationCode, means meaning: String, when occasion: String, do remedy: String,
    example: CodeExample
  ) {
    self.code = code
    self.meaning = meaning
    self.occasion = occasion
    self.remedy = remedy
    self.example = example
  }

  /// Creates the page of a code.
  public init(_ code: ExplanationCode) {
    self =
      switch code {
      case .blockedByPage: .blockedByPage
      case .vetoByWindow: .vetoByWindow
      case .vetoBySetting: .vetoBySetting
      case .emptyIntersection: .emptyIntersection
      case .turned: .turned
      case .unchanged: .unchanged
      case .deferred: .deferred
      case .split: .split
      case .hijack: .hijack
      case .hijackAtCreation: .hijackAtCreation
      case .stuck: .stuck
      case .keyboardSplit: .keyboardSplit
      case .reverseSplit: .reverseSplit
      case .exception: .exception
      case .preferredNotSupported: .preferredNotSupported
      case .refused: .refused
      case .forwardingCycle: .forwardingCycle
      case .outputConfirmed: .outputConfirmed
      case .outputRetried: .outputRetried
      case .outputRefused: .outputRefused
      case .outputCancelled: .outputCancelled
      case .outputUnanswered: .outputUnanswered
      case .outputUnsupported: .outputUnsupported
      case .outputByOther: .outputByOther
      case .outputOverruled: .outputOverruled
      case .outputContested: .outputContested
      }
  }
}

/// An example of a code.
public enum CodeExample: Sendable, Hashable {
  /// A scenario under `examples/`, the step with the code, and the line that is printed for it.
  case scenario(file: String, step: Int, line: String)
  /// A description, for codes that only a live session or no shipped scenario can produce.
  case described(String)
}

extension CodePage {
  /// Returns the page in English: lines joined by newlines, none at the end.
  public func text(style: TextStyle = .plain) -> String {
    var lines = [style.paint(code.rawValue, .bold) + ": \(code.title)", ""]
    lines += Labelled(label: "means", text: meaning).lines(style)
    lines += Labelled(label: "when", text: occasion).lines(style)
    lines += Labelled(label: "do", text: remedy).lines(style)
    switch example {
    case .described(let words): lines += Labelled(label: "example", text: words).lines(style)
    case .scenario(let file, let step, let line):
      lines += ["", "  $ swivel explain \(file) --step \(step)", "  \(line)"]
    }
    return lines.joined(separator: "\n")
  }

  /// All codes with their titles, one per line.
  public static var index: String {
    ExplanationCode.allCases.map { "\($0.rawValue)  \($0.title)" }.joined(separator: "\n")
  }
}
