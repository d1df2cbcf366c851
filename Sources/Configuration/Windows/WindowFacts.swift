// SPDX-License-Identifier: Apache-2.0

/// What rules compare of a window.
public struct WindowFacts: Equatable, Sendable {
  /// The application's identifier, perhaps empty.
  public var appID: String
  /// The title, perhaps empty.
  public var title: String
  /// The names of the outputs that it is on.
  public var outputs: [String]
  /// What it is to its application and its session.
  public var role: WindowRole

  /// A window of its own on no known output unless told otherwise.
  public init(
    appID: String, title: String = "", outputs: [String] = [], role: WindowRole = .main
  ) {
    self.appID = appID
    self.title = title
    self.outputs = outputs
    self.role = role
  }
}
