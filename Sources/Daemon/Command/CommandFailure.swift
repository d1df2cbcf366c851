// SPDX-License-Identifier: Apache-2.0
public import Formats

/// Why a command could not do its work, in words for people.
public struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Who has to change something.
  public enum Kind: Int32, Sendable {
    /// Something around the command did not work; exit code 1.
    case failed = 1
    /// What the command was given is wrong; exit code 2.
    case badInput = 2
  }

  /// What happened and what helps.
  public let description: String
  /// Who has to change something.
  public let kind: Kind

  /// Describes a failure.
  public init(_ kind: Kind = .failed, _ description: String) {
    self.description = description
    self.kind = kind
  }

  /// Says what is wrong with an input file or an option.
  public init(_ error: InputError) { self.init(.badInput, error.description) }

  /// Says why a file could not be read or written.
  public init(_ error: FileError) {
    self.init(error.isOfSystem ? .failed : .badInput, error.description)
  }
}
