// SPDX-License-Identifier: Apache-2.0
public import Formats

/// What a daemon answers to one request.
public enum ControlReply: Equatable, Sendable {
  case result(JSONValue)
  case failure(ControlFailure)

  /// The reply as a message.
  public var json: JSONValue {
    switch self {
    case .result(let result):
      ["swivel": .int(ControlProtocol.version), "ok": true, "result": result]
    case .failure(let failure):
      [
        "swivel": .int(ControlProtocol.version), "ok": false,
        "error": .string(failure.kind.rawValue), "message": .string(failure.description),
      ]
    }
  }

  /// Reads a message; nil when it is none of this version.
  public init?(_ json: JSONValue) {
    guard json["swivel"]?.int == ControlProtocol.version else { return nil }
    if json["ok"]?.bool == true, let result = json["result"] {
      self = .result(result)
    } else if let kind = json["error"]?.string.flatMap({ ControlFailure.Kind(rawValue: $0) }),
      let message = json["message"]?.string
    {
      self = .failure(ControlFailure(kind, message))
    } else {
      return nil
    }
  }
}

/// Why a request got no result.
public struct ControlFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong; the words are those of the protocol.
  public enum Kind: String, Sendable, CaseIterable {
    /// The line is no JSON, too long, or a member is wrong.
    case badRequest = "bad-request"
    /// Another version of the protocol.
    case badVersion = "bad-version"
    /// A request that this daemon does not know.
    case unknownRequest = "unknown-request"
    /// There is no such decision, not any more or not yet.
    case notFound = "not-found"
    /// As many clients are connected, or suggest turns, as there may be.
    case busy
    /// The daemon does not know the session yet, or ends.
    case notReady = "not-ready"
    /// The user's lock does not allow it.
    case locked
    /// The configuration has a mistake, or cannot be read; the old one holds.
    case badConfiguration = "bad-configuration"
  }

  /// What went wrong.
  public let kind: Kind
  /// The same in words.
  public let description: String

  /// Says what went wrong.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
