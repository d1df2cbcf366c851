// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An extended regular expression of POSIX (regex(7)), compiled once.
///
/// Without references to groups, so that the time for a title is bounded by its length, whatever
/// the title says.
public final class POSIXExpression: Equatable, @unchecked Sendable {
  /// Why an expression cannot be used.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in words for people.
    public let description: String
  }

  /// The longest expression in bytes; repetitions in a longer one can take any amount of memory.
  public static let longest = 256
  /// How much of a title is looked at, in bytes.
  static let longestText = 4096

  /// The expression as it was written.
  public let pattern: String
  // Only read once it is made, which regexec(3) allows from any thread.
  private var compiled = regex_t()

  /// Compiles an expression.
  public init(_ pattern: String) throws(Problem) {
    self.pattern = pattern
    guard pattern.utf8.count <= Self.longest else {
      throw Problem(description: "it is longer than \(Self.longest) bytes")
    }
    guard !pattern.utf8.contains(0) else {
      throw Problem(description: "it has a character of number 0")
    }
    guard !Self.hasReference(pattern) else {
      throw Problem(description: "it refers to a group (\\1 to \\9)")
    }
    guard !Self.hasLargeCount(pattern) else {
      throw Problem(description: "it repeats something more than 99 times")
    }
    let code = UTF8Locale.with { regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) }
    guard code == 0 else {
      var words = [CChar](repeating: 0, count: 128)
      regerror(code, &compiled, &words, words.count)
      let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      regfree(&compiled)
      throw Problem(description: String(decoding: text, as: UTF8.self))
    }
  }

  deinit { regfree(&compiled) }

  /// Whether a part of the text fits.
  public func matches(_ text: String) -> Bool {
    let part = String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self)
    return UTF8Locale.with { regexec(&compiled, part, 0, nil, 0) } == 0
  }

  /// The same expression.
  public static func == (one: POSIXExpression, other: POSIXExpression) -> Bool {
    one.pattern == other.pattern
  }

  private static func hasReference(_ pattern: String) -> Bool {
    var isEscaped = false
    for byte in pattern.utf8 {
      if isEscaped, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) { return true }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }

  private static func hasLargeCount(_ pattern: String) -> Bool {
    pattern.split(separator: "{").dropFirst().contains { part in
      part.prefix { $0 != "}" }.split(separator: ",").contains { (Int($0) ?? 0) > 99 }
    }
  }
}
