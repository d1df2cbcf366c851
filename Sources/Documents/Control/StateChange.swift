// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
import Formats
import Text

/// A change of the daemon's state other than a decision or a rotation.
public enum StateChange: Equatable, Sendable {
  /// Whether tablet mode is on; nil if no switch reports it.
  case tabletMode(Bool?)
  /// The posture, by its name.
  case posture(String)
  /// The user's lock; nil if rotation is free.
  case lock(OrientationLock?)
  /// An output was added or removed.
  case output(String, isThere: Bool)

  /// The kind of the event in the protocol.
  public var kind: String {
    switch self {
    case .tabletMode: "tablet-mode"
    case .posture: "posture"
    case .lock: "lock"
    case .output: "output-presence"
    }
  }

  /// The members of the event in the protocol, besides the kind.
  var members: [JSONValue.Member] {
    switch self {
    case .tabletMode(let isOn): [.init("on", isOn.map { .bool($0) } ?? .null)]
    case .posture(let word): [.init("posture", .string(word))]
    case .lock(let lock): [.init("to", lock.map { .string($0.rawValue) } ?? .null)]
    case .output(let name, let isThere):
      [.init("output", .string(name)), .init("there", .bool(isThere))]
    }
  }

  /// Creates a change from an event; nil for another kind or a missing member.
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

  /// The change as a line for the user.
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

  /// Returns `on`, `off`, or `unknown` if no switch reports it.
  public static func word(_ isOn: Bool?) -> String {
    isOn.map { $0 ? "on" : "off" } ?? "unknown"
  }
}
