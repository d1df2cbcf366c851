// SPDX-License-Identifier: Apache-2.0

/// A sentence, or a part of one, in every language, with the placeholders `{0}` to `{9}`.
///
/// An enumeration of phrases has raw values: the English pattern, ` | ` and the Chinese one; a
/// pattern alone if both are the same.
public protocol Phrase: CaseIterable, Sendable {
  /// The patterns, with the same placeholders in each.
  var patterns: (english: String, chinese: String) { get }
}

extension Phrase where Self: RawRepresentable<String> {
  /// The patterns in the raw value.
  public var patterns: (english: String, chinese: String) {
    guard let bar = rawValue.utf8.firstIndex(of: UInt8(ascii: "|")) else {
      return (rawValue, rawValue)
    }
    return (String(rawValue[..<bar].dropLast()), String(rawValue[bar...].dropFirst(2)))
  }
}

extension Phrase {
  func pattern(_ language: Language) -> String {
    switch language {
    case .english: patterns.english
    case .chinese: patterns.chinese
    }
  }

  /// Returns the phrase with its parameters; a missing one is replaced by nothing.
  public func callAsFunction(_ language: Language, _ parameters: String...) -> String {
    filled(language, parameters)
  }

  /// Returns the phrase with a list of parameters.
  public func filled(_ language: Language, _ parameters: [String]) -> String {
    var text = ""
    // One pass, since a name may contain a placeholder itself.
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

/// A language of explanations.
public enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh"

  /// Creates the language of a locale such as `zh_CN.UTF-8`: Chinese for `zh` and its variants,
  /// else English.
  public init(locale: String) {
    let word = locale.prefix { $0.isLetter && $0.isASCII }
    self = word.lowercased() == "zh" ? .chinese : .english
  }

  /// Creates the language of an environment, by the first that is set of LC_ALL, LC_MESSAGES and
  /// LANG.
  public init(environment: (String) -> String?) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(locale: names.compactMap(environment).first { !$0.isEmpty } ?? "")
  }
}

/// The phrases around the explanations of a run.
public enum RunPhrase: String, Phrase {
  /// File and rule set.
  case source = "{0}, rules {1} | {0}，规则集 {1}"
  /// A step and its event.
  case step = "step {0}  {1} | 第 {0} 步  {1}"
  /// The event of step 0.
  case setUp = "set-up | 建立"
  /// The statement that an exception ended the run early.
  case stopped = "The exception ended the run; later events were not played. | 异常结束了这次运行，之后的事件没有播放。"
  /// The parts of the file that the rule set ignores.
  case ignored = "Without effect under {0}: {1} | 在 {0} 下不起作用：{1}"
}

/// Phrases about the effects of other answers.
public enum WhatIfPhrase: String, Phrase {
  case heading = "decision {0} with {1} | 第 {0} 次决定，改为 {1}"
  case was = "was      {0} | 原来  {0}"
  case would = "would be {0} | 变成  {0}"
  case same = "the same: {0} | 没有变化：{0}"
  case later = "of {0} later decisions {1} would differ: | 之后的 {0} 次决定里，有 {1} 次不同："
  case laterSame = "nothing that came later would differ ({0} decisions) | 之后的决定（{0} 次）都不变"
  case noneLater = "it is the last decision | 这是最后一次决定"
  case more = "… and {0} more (--json has them) | … 另有 {0} 次（--json 全部列出）"
  case ends = "nothing: the run would have ended before | 没有：运行在此之前就结束了"
  case endsEarly = "nothing: the run had ended before | 没有：原来的运行在此之前就结束了"
}
