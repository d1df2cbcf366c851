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
  /// When the compositor turns an output by itself, where it says so.
  public var autoRotation: [String: AutoRotation]

  /// Takes what was found; by default a session that offers nothing.
  public init(
    failure: String? = nil, globals: [String: UInt32] = [:], outputs: [DesktopOutput] = [],
    autoRotation: [String: AutoRotation] = [:]
  ) {
    self.failure = failure
    self.globals = globals
    self.outputs = outputs
    self.autoRotation = autoRotation
  }
}
