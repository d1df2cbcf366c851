// SPDX-License-Identifier: Apache-2.0

/// Swift source under construction, indented by two spaces a level.
struct SourceWriter {
  private(set) var text = ""
  private var level = 0

  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: level) + line }
    text += "\n"
  }

  /// Writes `head {`, the body one level deeper, and `}` with what follows it.
  mutating func block(
    _ head: String, tail: String = "", indented: Bool = true,
    _ body: (inout SourceWriter) -> Void
  ) {
    line(head + " {")
    level += indented ? 1 : 0
    body(&self)
    level -= indented ? 1 : 0
    line("}" + tail)
  }

  /// Writes one documentation line; text from XML must not be able to end it.
  mutating func document(_ summary: String, fallback: String, since: Int = 1) {
    let words = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    line("/// \(words.isEmpty ? fallback : words)\(since > 1 ? " (since version \(since))" : "")")
  }
}
