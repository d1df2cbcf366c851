// SPDX-License-Identifier: Apache-2.0

/// The traits that only windows of the rule set `android` have.
public struct AndroidTraits: Sendable, Hashable {
  /// The window's request; `nil` if none is written, which counts as unspecified.
  public var request: AndroidRequest?
  /// Whether the window covers the windows below (AN-23).
  public var fillsParent: Bool

  /// Creates traits, by default of a window that fills its parent and has no request.
  public init(request: AndroidRequest? = nil, fillsParent: Bool = true) {
    self.request = request
    self.fillsParent = fillsParent
  }

  /// The window's request, including the default.
  public var effectiveRequest: AndroidRequest { request ?? .unspecified }
}
