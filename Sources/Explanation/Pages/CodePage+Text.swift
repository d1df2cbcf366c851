// SPDX-License-Identifier: Apache-2.0

extension CodePage {
  /// The page for a person, in English: lines joined by newlines, none at the end.
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

  /// Every code and its title, a line each.
  public static var index: String {
    ExplanationCode.allCases.map { "\($0.rawValue)  \($0.title)" }.joined(separator: "\n")
  }
}
