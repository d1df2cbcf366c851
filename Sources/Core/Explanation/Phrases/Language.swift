// SPDX-License-Identifier: Apache-2.0

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
