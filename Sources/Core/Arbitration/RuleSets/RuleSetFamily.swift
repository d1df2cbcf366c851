// SPDX-License-Identifier: Apache-2.0

/// The vocabularies of scenes; keys of one family are errors in another.
public enum RuleSetFamily: String, Sendable, Hashable, CaseIterable {
  case uikit
  case android
  case chromeos
  case desktop

  /// What gets an orientation of its own.
  public var scope: OrientationScope {
    switch self {
    case .uikit: .window
    case .android, .chromeos: .display
    case .desktop: .output
    }
  }

  /// What its scenes can hold besides a device and windows.
  public var vocabulary: Vocabulary {
    switch self {
    case .uikit: .app
    case .android: [.requests, .panel, .userRotation]
    case .chromeos: [.locks, .panel, .userLock]
    case .desktop: [.outputs, .panel, .userLock, .userRotation]
    }
  }
}

/// Things that the scenes of some rule sets hold, and those of others do not know.
public struct Vocabulary: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An app with its list and its delegate, trees of controllers, and a status bar of its own.
  public static let app = Vocabulary(rawValue: 1)
  /// Outputs, and what a shell says of windows.
  public static let outputs = Vocabulary(rawValue: 2)
  /// Windows that request orientations (AN-20).
  public static let requests = Vocabulary(rawValue: 4)
  /// Windows that lock orientations (CR-10), and tablet mode.
  public static let locks = Vocabulary(rawValue: 8)
  /// A panel that can be mounted in landscape.
  public static let panel = Vocabulary(rawValue: 16)
  /// A lock of the user's to some orientations.
  public static let userLock = Vocabulary(rawValue: 32)
  /// A rotation that the user has chosen.
  public static let userRotation = Vocabulary(rawValue: 64)
}

/// What gets an orientation of its own under a rule set.
public enum OrientationScope: Sendable, Hashable, CaseIterable {
  /// Each window; one of them writes the status bar, so they can differ from it.
  case window
  /// The display, with everything on it.
  case display
  /// Each output by itself.
  case output
}
