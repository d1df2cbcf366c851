// SPDX-License-Identifier: Apache-2.0

/// The languages that explanations are written in.
public enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  /// Simplified Chinese.
  case chinese = "zh"

  /// The language of a locale such as `zh_CN.UTF-8`: Chinese for `zh` and its variants, else English.
  public init(locale: String) {
    let word = locale.prefix { $0.isLetter && $0.isASCII }
    self = word.lowercased() == "zh" ? .chinese : .english
  }

  /// The language of an environment: the first that is set of LC_ALL, LC_MESSAGES and LANG counts.
  public init(environment: (String) -> String?) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(locale: names.compactMap(environment).first { !$0.isEmpty } ?? "")
  }
}
