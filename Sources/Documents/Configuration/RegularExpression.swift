// SPDX-License-Identifier: Apache-2.0
import Text
private import CPCRE2
private import Formats

/// A regular expression in the syntax of PCRE2 (pcre2pattern(3)), which may match any part of a
/// text.
///
/// POSIX forms that PCRE2 lacks are translated (`ExpressionTranslation`). Limits bound the time and
/// the memory of a match; if a text exceeds one, it does not match.
public struct RegularExpression: Equatable, Sendable {
  /// The error that an expression cannot be used.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message for the user.
    public let description: String
  }

  /// The maximum length of an expression in bytes.
  public static let longest = 256
  /// The number of bytes of a text that are searched; the rest is ignored.
  private static let longestText = 4096

  /// The expression as the user wrote it.
  public let pattern: String
  private let program: Program

  /// Compiles an expression; throws if it is longer than `longest` or invalid.
  public init(_ pattern: String) throws(Problem) {
    guard pattern.utf8.count <= Self.longest else {
      throw Problem(description: "it is longer than \(Self.longest) bytes")
    }
    self.pattern = pattern
    let translation = ExpressionTranslation(pattern)
    // The expression is first compiled alone, so that an error has its place in the user's pattern.
    _ = try Program(translation.bytes, of: translation)
    // PCRE2 applies its match limit separately to each start position. To limit the whole search,
    // the compiled expression itself skips the text before the match, except where `(?R)` recurses.
    let search = Array("(?(R)|.*?)(?:".utf8) + translation.bytes + Array("\\E)".utf8)
    program = try Program(search, of: translation)
  }

  /// Returns whether the expression matches a part of the text's first 4096 bytes, within the
  /// limits of a match.
  public func matches(_ text: String) -> Bool {
    var bytes = Array(text.utf8.prefix(Self.longestText + 1))
    // A character that crosses the limit is dropped.
    if bytes.count > Self.longestText { while UTF8.isContinuation(bytes.removeLast()) {} }
    return program.matches(bytes)
  }

  /// Returns whether both expressions were written alike.
  public static func == (left: Self, right: Self) -> Bool { left.pattern == right.pattern }

  @safe
  private final class Program: @unchecked Sendable {
    // SAFETY: this object owns both pointers until `deinit`; matching only reads them. PCRE2 keeps
    // no pointer to the text.
    private let code: OpaquePointer
    private let limits: OpaquePointer?

    init(_ bytes: [UInt8], of source: ExpressionTranslation) throws(Problem) {
      let options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
        | PCRE2_ANCHORED
      var (error, offset) = (Int32(0), 0)
      guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil)
      else { throw Self.problem(error, at: offset, in: source) }
      unsafe self.code = code
      unsafe limits = pcre2_match_context_create_8(nil)
      unsafe pcre2_set_match_limit_8(limits, 1_000_000)
      unsafe pcre2_set_depth_limit_8(limits, 100_000)
      // The heap limit is in KiB.
      unsafe pcre2_set_heap_limit_8(limits, 8192)
    }

    deinit {
      unsafe pcre2_match_context_free_8(limits)
      unsafe pcre2_code_free_8(code)
    }

    func matches(_ text: [UInt8]) -> Bool {
      let data = unsafe pcre2_match_data_create_8(1, nil)
      defer { unsafe pcre2_match_data_free_8(data) }
      // The result is negative without a match, if a limit is exceeded, or if the text is not
      // UTF-8.
      return unsafe pcre2_match_8(code, text, text.count, 0, 0, data, limits) >= 0
    }

    private static func problem(
      _ error: Int32, at offset: Int, in source: ExpressionTranslation
    ) -> Problem {
      var text = [UInt8](repeating: 0, count: 256)
      let count = unsafe pcre2_get_error_message_8(error, &text, text.count)
      let message = String(decoding: text.prefix(max(0, Int(count))), as: UTF8.self)
      let isOpen =
        [PCRE2_ERROR_MISSING_SQUARE_BRACKET, PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS]
        .contains(error)
      let place = isOpen ? source.openPlace : source.place(of: offset)
      return switch error {
      case PCRE2_ERROR_UNKNOWN_POSIX_CLASS:
        Problem(
          description:
            "\(message), \(place); valid here: alnum, alpha, ascii, blank, cntrl, digit, "
            + "graph, lower, print, punct, space, upper, word, xdigit")
      case PCRE2_ERROR_QUANTIFIER_INVALID, PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS,
        _ where isOpen:
        Problem(
          description: "\(message), \(place); \\ before a character stands for the character itself"
        )
      default: Problem(description: "\(message), \(place)")
      }
    }
  }
}

/// An expression in PCRE2's syntax, in which POSIX forms that PCRE2 lacks are translated.
private struct ExpressionTranslation {
  private static let escapes = [
    "\\<": "(?=\\w)\\b", "\\>": "(?<=\\w)\\b", "\\`": "\\A", "\\'": "\\z",
  ]

  private(set) var bytes: [UInt8] = []
  /// For each byte, the index in the pattern at which the character, the escape or the literal text
  /// begins from which the byte comes.
  private var origins: [Int] = []
  /// The indices of parentheses and brackets that are not closed.
  private var open: [Int] = []
  private let characters: [Unicode.Scalar]

  init(_ pattern: String) {
    characters = Array(pattern.unicodeScalars)
    var rest = characters[...]
    var isInSet = false
    while let next = rest.first {
      var count = 1
      var translated: String?
      switch next {
      case "\\" where isInSet: translated = "\\\\"
      case "\\" where rest.dropFirst().first == "Q":
        // The characters between `\Q` and `\E` are literal.
        let end = "\\E".unicodeScalars
        while count < rest.count, !rest.dropFirst(count).starts(with: end) { count += 1 }
      case "\\":
        count = min(2, rest.count)
        translated = Self.escapes[Self.text(rest.prefix(2))]
      case "[" where isInSet:
        // The closing bracket of a class such as `[:alpha:]` does not end the set.
        let name = rest.dropFirst().prefix {
          ":^".unicodeScalars.contains($0) || $0.properties.isAlphabetic
        }
        let isClass = name.count > 1 && name.first == ":" && name.last == ":"
        if isClass, rest.dropFirst(1 + name.count).first == "]" { count = name.count + 2 }
      case "(" where !isInSet: open.append(rest.startIndex)
      case ")" where !isInSet: _ = open.popLast()
      case "[":
        isInSet = true
        open.append(rest.startIndex)
        if rest.dropFirst().first == "^" { count += 1 }
        if rest.dropFirst(count).first == "]" { count += 1 }
      case "]" where isInSet:
        isInSet = false
        open.removeLast()
      case "{":
        let digits = rest.dropFirst(2).prefix { ("0"..."9").contains($0) }
        if !isInSet, rest.dropFirst().first == ",", rest.dropFirst(2 + digits.count).first == "}" {
          (count, translated) = (2, "{0,")
        }
      default: break
      }
      let new = (translated ?? Self.text(rest.prefix(count))).utf8
      bytes += new
      origins += Array(repeating: rest.startIndex, count: new.count)
      rest = rest.dropFirst(count)
    }
  }

  /// Returns where in the user's pattern the translated byte at `offset` comes from, as a phrase.
  func place(of offset: Int) -> String {
    offset < origins.count ? place(at: origins[offset]) : "at its end"
  }

  var openPlace: String { open.last.map { place(at: $0) } ?? "at its end" }

  private func place(at index: Int) -> String {
    "at \(UntrustedText(Self.text(characters[index...])).quoted) (character \(index + 1))"
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
