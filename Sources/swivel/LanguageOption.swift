// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Explanation
import Glibc

/// The option that chooses the language of explanations.
struct LanguageOption: ParsableArguments {
  enum Name: String, ExpressibleByArgument, CaseIterable {
    case en, zh
  }

  @Option(
    help: ArgumentHelp(
      "en or zh (default: from LC_ALL, LC_MESSAGES or LANG).", valueName: "language"))
  var lang: Name?

  /// The language chosen, else the locale's.
  var language: Language {
    if let lang { return lang == .zh ? .chinese : .english }
    return Language { name in getenv(name).map { String(cString: $0) } }
  }

  /// How to write to standard output.
  var style: TextStyle {
    var style = Terminal.style
    style.language = language
    return style
  }
}
