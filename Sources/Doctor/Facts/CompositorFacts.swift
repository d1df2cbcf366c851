// SPDX-License-Identifier: Apache-2.0
public import Desktop

/// What a compositor offers to its clients.
public struct CompositorFacts: Sendable {
  /// Why there is no session to look at; nil if there is.
  public var failure: String?
  /// The globals of its registry with their versions.
  public var globals: [String: UInt32]
  /// The outputs.
  public var outputs: [DesktopOutput]

  /// Takes what was found; by default a session that offers nothing.
  public init(
    failure: String? = nil, globals: [String: UInt32] = [:], outputs: [DesktopOutput] = []
  ) {
    self.failure = failure
    self.globals = globals
    self.outputs = outputs
  }
}
