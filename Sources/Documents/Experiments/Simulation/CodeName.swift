// SPDX-License-Identifier: Apache-2.0
public import Explanation
public import Formats
import Text

/// The parser of explanation codes that users type.
public enum CodeName {
  /// Returns whether a word has the form of a code, such as `SW0301` or `sw301`, even if no such
  /// code exists.
  public static func isLike(_ word: String) -> Bool {
    let digits = word.dropFirst(2)
    return word.prefix(2).lowercased() == "sw" && !digits.isEmpty && digits.count <= 6
      && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns the named code; throws an `InputError` that suggests the nearest code.
  public static func resolve(_ name: String) throws(InputError) -> ExplanationCode {
    if let code = ExplanationCode(rawValue: name.uppercased()) { return code }
    let number = number(name)
    let nearest = ExplanationCode.allCases.min {
      abs(Self.number($0.rawValue) - number) < abs(Self.number($1.rawValue) - number)
    }
    throw InputError(
      file: "explain",
      problem: "no code \(UntrustedText(name).quoted) (`swivel explain --codes` lists all)",
      suggestion: nearest?.rawValue)
  }

  private static func number(_ name: String) -> Int { Int(name.dropFirst(2)) ?? 0 }
}
