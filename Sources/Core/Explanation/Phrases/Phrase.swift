// SPDX-License-Identifier: Apache-2.0

/// A sentence, or a part of one, in every language; `{0}` to `{9}` stand for parameters.
public protocol Phrase: CaseIterable, Sendable {
  /// The patterns, which use the same parameters.
  var patterns: (english: String, chinese: String) { get }
}

extension Phrase {
  func pattern(_ language: Language) -> String {
    switch language {
    case .english: patterns.english
    case .chinese: patterns.chinese
    }
  }

  /// The phrase with its parameters; one that is missing leaves nothing.
  public func callAsFunction(_ language: Language, _ parameters: String...) -> String {
    filled(language, parameters)
  }

  /// The phrase with its parameters in a list.
  public func filled(_ language: Language, _ parameters: [String]) -> String {
    var text = ""
    // One pass, since a name may look like a parameter itself.
    var rest = pattern(language)[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else { break }
      if let index = Int(rest[..<close]), parameters.indices.contains(index) {
        text += parameters[index]
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
