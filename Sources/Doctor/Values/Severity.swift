// SPDX-License-Identifier: Apache-2.0

/// How much a finding matters.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// As it should be.
  case ok
  /// Worth knowing, or not to be known from here.
  case note
  /// Keeps something from working, or makes it work wrongly.
  case problem

  /// The worse one is the greater one.
  public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
