// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import WaylandServer

// Converts between generated messages and the values of `PolicySession`, without state. The daemon
// and the headless compositor share this conversion.

extension PolicySession.Request {
  /// Creates the session's form of a request; `nil` for `destroy`, which ends the object itself.
  public init?(_ request: SwivelPolicyV1Resource.Request) {
    switch request {
    case .destroy: return nil
    case .declare(let autorotate, let supported, let preferred):
      self = .declare((autorotate, supported.rawValue, preferred.rawValue))
    case .setLive: self = .setLive
    case .answer(let serial, let autorotate, let supported, let preferred):
      self = .answer(serial: serial, (autorotate, supported.rawValue, preferred.rawValue))
    case .invalidate: self = .invalidate
    }
  }
}

extension SwivelPolicyV1Resource {
  /// Sends an event; has no effect if the object or its client is gone.
  public func send(_ message: PolicySession.Message) {
    switch message {
    case .deadline(let milliseconds): deadline(milliseconds: milliseconds)
    case .matched(let window, let appID, let title):
      matched(window: window, appId: appID, title: title)
    case .unmatched(let window): unmatched(window: window)
    case .query(let serial, let window, let proposed, let current):
      query(serial: serial, window: window, proposed: proposed.wire, current: current.wire)
    case .outcome(let serial, let window, let source, let result, let orientation):
      outcome(
        serial: serial, window: window, source: .init(rawValue: source.rawValue),
        result: .init(rawValue: result.rawValue), orientation: orientation.wire)
    case .finished(let reason): finished(reason: .init(rawValue: reason.rawValue))
    }
  }

  /// Ends the client's connection with an error.
  public func reject(_ mistake: PolicySession.Mistake) {
    post(mistake.code, mistake.text)
  }
}

extension InterfaceOrientation {
  /// The orientation on the wire; the raw values are equal.
  public var wire: SwivelPolicyV1.Orientation {
    SwivelPolicyV1.Orientation(rawValue: UInt32(rawValue))
  }
}
