// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The written answers of a root policy; nil means not overridden, so the default answers.
public struct DeclaredPolicy: Sendable, Hashable {
  /// Whether to rotate at all (V-9: default yes).
  public var autorotate: Bool?
  /// The supported orientations (V-8).
  public var supported: OrientationMask?
  /// The orientation to be presented in (V-11).
  public var preferred: InterfaceOrientation?
  /// The orientations to which the method of iOS 5 and earlier says yes (A-2, B-10).
  public var legacy: OrientationMask?

  /// Creates a policy, by default one that overrides nothing.
  public init(
    autorotate: Bool? = nil, supported: OrientationMask? = nil,
    preferred: InterfaceOrientation? = nil, legacy: OrientationMask? = nil
  ) {
    self.autorotate = autorotate
    self.supported = supported
    self.preferred = preferred
    self.legacy = legacy
  }

  /// Returns the written answer to a kind of question; nil for none.
  public func answer(_ kind: Question.Kind) -> Answer? {
    switch kind {
    case .shouldAutorotate: autorotate.map { .flag($0) }
    case .supported: supported.map { .mask($0) }
    case .preferred: preferred.map { .orientation($0) }
    case .legacy: legacy.map { .mask($0) }
    case .appSupported, .orientationLocked: nil
    }
  }

  /// Returns the event of a live policy's answer to one question; an abstention if none is written.
  public func event(_ id: QuestionID, _ kind: Question.Kind, took: Duration?) -> Event {
    let value = kind == .legacy ? answeringOldMethod.map { .mask($0) } : answer(kind)
    guard let value else { return .abstained(id, took: took) }
    return .answer(id, value, took: took)
  }

  /// The orientations to which the method of iOS 5 and earlier says yes: as written, else the
  /// supported ones, and none for a policy that does not rotate.
  public var answeringOldMethod: OrientationMask? {
    legacy ?? (autorotate == false ? [] : supported)
  }
}
