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
      .object([
        .init("swivel", .int(ControlProtocol.version)), .init("ok", true), .init("result", result),
      ])
    case .failure(let failure):
      .object([
        .init("swivel", .int(ControlProtocol.version)), .init("ok", false),
        .init("error", .string(failure.kind.rawValue)),
        .init("message", .string(failure.description)),
      ])
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
