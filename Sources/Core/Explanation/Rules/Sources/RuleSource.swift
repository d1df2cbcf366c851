// SPDX-License-Identifier: Apache-2.0

/// A work that supports a rule: a short title and, if known, its address.
///
/// The table of works is split over the extensions of this type: one member per work, so that rules
/// name their sources by short names that the compiler checks.
public struct RuleSource: Sendable, Hashable, CustomStringConvertible {
  /// The work's name, short enough for one line.
  public let title: String
  /// A web address, or `nil` if only the name is known.
  public let address: String?

  init(_ title: String, _ address: String? = nil) {
    self.title = title
    self.address = address
  }

  /// Title and address in one line.
  public var description: String {
    guard let address else { return title }
    return "\(title), \(address)"
  }

  /// Returns one of the five seed articles, S0 to S4.
  static func seed(_ number: Int) -> RuleSource { RuleSource("seed article S\(number)") }

  /// Returns a GitHub issue or pull request; GitHub redirects from one to the other.
  static func thread(_ repository: String, _ number: Int) -> RuleSource {
    RuleSource("\(repository)#\(number)", "https://github.com/\(repository)/issues/\(number)")
  }

  /// Returns a file or commit of a GitHub repository, or the repository as a whole.
  static func repository(_ name: String, _ detail: String = "") -> RuleSource {
    RuleSource(detail.isEmpty ? name : "\(name), \(detail)", "https://github.com/\(name)")
  }
}
