// SPDX-License-Identifier: Apache-2.0

/// What a scenario file has no word for.
public struct ScenarioWritingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What it is and where, as it reads after "no word for".
  public let what: String

  init(_ what: String) { self.what = what }

  /// One sentence for people.
  public var description: String { "scenario files have no word for \(what)" }
}
