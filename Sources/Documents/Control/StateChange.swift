// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
import Formats
import Text

/// A change that is neither a decision nor a turn, and that others adapt to.
public enum StateChange: Equatable, Sendable {
  /// Whether the device is folded to a tablet; nil when no switch tells it.
  case tabletMode(Bool?)
  /// How the device is folded, by the word for it.
  case posture(String)
  /// What the user has locked rotation to; nil when it is free.
  case lock(OrientationLock?)
  /// An output has come, or has gone.
  case output(String, isThere: Bool)

  /// The kind of event that watchers are told.
  public var kind: String {
    switch self {
    case .tabletMode: "tablet-mode"
    case .posture: "posture"
    case .lock: "lock"
    case .output: "output-presence"
    }
  }

  /// What watchers are told, beside the kind.
  var members: [JSONValue.Member] {
    switch self {
    case .tabletMode(let isOn): [.init("on", isOn.map { .bool($0) } ?? .null)]
    case .posture(let word): [.init("posture", .string(word))]
    case .lock(let lock): [.init("to", lock.map { .string($0.rawValue) } ?? .null)]
    case .output(let name, let isThere):
      [.init("output", .string(name)), .init("there", .bool(isThere))]
    }
  }

  /// Reads the members of an event of a kind; nil for another kind, or where one is missing.
  init?(kind: String?, _ json: JSONValue) {
    switch kind {
    case "tablet-mode": self = .tabletMode(json["on"]?.bool)
    case "posture":
      guard let word = json["posture"]?.string else { return nil }
      self = .posture(word)
    case "lock": self = .lock(json["to"]?.string.flatMap { OrientationLock(rawValue: $0) })
    case "output-presence":
      guard let name = json["output"]?.string, let isThere = json["there"]?.bool else { return nil }
      self = .output(name, isThere: isThere)
    default: return nil
    }
  }

  /// A line for people.
  public var line: String {
    switch self {
    case .tabletMode(let isOn): "tablet mode: \(Self.word(isOn))"
    case .posture(let word): "posture: \(UntrustedText(word).name())"
    case .lock(let lock):
      lock.map { "rotation is locked to \($0.rawValue)" } ?? "rotation is free"
    case .output(let name, let isThere):
      "output \(UntrustedText(name).name()) \(isThere ? "is there" : "is gone")"
    }
  }

  /// `on`, `off`, or `unknown` where no switch tells it.
  public static func word(_ isOn: Bool?) -> String {
    isOn.map { $0 ? "on" : "off" } ?? "unknown"
  }
}
