// SPDX-License-Identifier: Apache-2.0
public import Configuration

/// Our own configuration file.
public struct ConfigurationFacts: Sendable {
  /// Where it is looked for; nil without a home.
  public var path: String?
  /// Whether there is such a file.
  public var exists: Bool
  /// What is wrong with it; nil if nothing is.
  public var failure: String?
  /// What it says, or the defaults.
  public var configuration: Configuration

  /// Takes what was found; by default no file.
  public init(
    path: String? = nil, exists: Bool = false, failure: String? = nil,
    configuration: Configuration = Configuration()
  ) {
    self.path = path
    self.exists = exists
    self.failure = failure
    self.configuration = configuration
  }
}
