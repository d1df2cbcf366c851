// SPDX-License-Identifier: Apache-2.0
public import Formats

/// The daemon's reply to one request.
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

  /// Creates a reply from a message; nil if the version is unknown.
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

/// The failure of a request.
public struct ControlFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of a failure; the raw values are those of the protocol.
  public enum Kind: String, Sendable, CaseIterable {
    /// The line is not valid JSON, is too long, or has a wrong member.
    case badRequest = "bad-request"
    /// The request has another version of the protocol.
    case badVersion = "bad-version"
    /// The daemon does not know the request.
    case unknownRequest = "unknown-request"
    /// The decision does not exist, or is no longer or not yet in the history.
    case notFound = "not-found"
    /// The largest number of clients, or of suggesting clients, is connected.
    case busy
    /// The daemon has not yet connected to the session, or is ending.
    case notReady = "not-ready"
    /// The user's lock does not allow the rotation.
    case locked
    /// The configuration has an error or cannot be read; the former one stays in force.
    case badConfiguration = "bad-configuration"
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The failure in words for the user.
  public let description: String

  /// Creates a failure.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
