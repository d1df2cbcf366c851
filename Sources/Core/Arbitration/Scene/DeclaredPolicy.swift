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

  /// What is written down for a kind of question; nil for nothing.
  public func answer(_ kind: Question.Kind) -> Answer? {
    switch kind {
    case .shouldAutorotate: autorotate.map { .flag($0) }
    case .supported: supported.map { .mask($0) }
    case .preferred: preferred.map { .orientation($0) }
    case .legacy: legacy.map { .mask($0) }
    case .appSupported, .orientationLocked: nil
    }
  }

  /// The answer of a live policy to one question; no opinion where it has said nothing.
  public func event(_ id: QuestionID, _ kind: Question.Kind, took: Duration?) -> Event {
    let value = kind == .legacy ? answeringOldMethod.map { .mask($0) } : answer(kind)
    guard let value else { return .abstained(id, took: took) }
    return .answer(id, value, took: took)
  }

  /// The orientations to which the method of iOS 5 and earlier says yes: as written, else what the
  /// newer ones support, and none for a policy that does not rotate.
  public var answeringOldMethod: OrientationMask? {
    legacy ?? (autorotate == false ? [] : supported)
  }
}
