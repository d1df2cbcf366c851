// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a root policy has written down; nil means not overridden, so the default answers.
public struct DeclaredPolicy: Sendable, Hashable {
  /// Whether to rotate at all (V-9: default yes).
  public var autorotate: Bool?
  /// The supported orientations (V-8).
  public var supported: OrientationMask?
  /// The orientation to be presented in (V-11).
  public var preferred: InterfaceOrientation?
  /// The orientations to which the method of iOS 5 and earlier says yes (A-2, B-10).
  public var legacy: OrientationMask?

  /// A policy that overrides nothing unless told otherwise.
  public init(
    autorotate: Bool? = nil, supported: OrientationMask? = nil,
    preferred: InterfaceOrientation? = nil, legacy: OrientationMask? = nil
  ) {
    self.autorotate = autorotate
    self.supported = supported
    self.preferred = preferred
    self.legacy = legacy
  }
}
