// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

extension PolicySession {
  /// What a client says of turning, as the protocol's numbers, which nobody has checked yet.
  public typealias Statement = (autorotate: UInt32, supported: UInt32, preferred: UInt32)

  /// What a client asks for, all but `destroy`, which is `end()`.
  public enum Request: Sendable {
    /// `declare`: answer every question beforehand.
    case declare(Statement)
    /// `set_live`: be asked each time.
    case setLive
    /// `answer`: the answer to the query of that serial.
    case answer(serial: UInt32, Statement)
    /// `invalidate`: the answers have changed.
    case invalidate
  }

  /// What a client is told.
  public enum Message: Sendable, Hashable {
    /// `deadline`, in milliseconds.
    case deadline(UInt32)
    /// `matched`: a window belongs to it from now on.
    case matched(window: UInt32, appID: String, title: String?)
    /// `unmatched`: a window belongs to it no longer.
    case unmatched(window: UInt32)
    /// `query`: may this window turn?
    case query(
      serial: UInt32, window: UInt32, proposed: InterfaceOrientation, current: InterfaceOrientation)
    /// `outcome`: what a decision did with a window.
    case outcome(
      serial: UInt32, window: UInt32, source: Source, result: Result,
      orientation: InterfaceOrientation)
    /// `finished`: it is asked no more.
    case finished(Reason)
  }

  /// Where the answer that counted came from; raw values are those of the protocol.
  public enum Source: UInt32, Sendable {
    case unasked, declared, answered, timedOut
  }

  /// What came of a decision for one window; raw values are those of the protocol.
  public enum Result: UInt32, Sendable {
    case unchanged, turned, stayed, deferred, refused
  }

  /// Why a policy has come to its end; raw values are those of the protocol.
  public enum Reason: UInt32, Sendable {
    case replaced, stopping, unavailable
  }

  /// What a client did wrong, which ends its connection.
  public struct Mistake: Error, Sendable, Hashable {
    /// Which mistake it is; raw values are those of the protocol.
    public enum Code: UInt32, Sendable {
      case unknownSerial, alreadyAnswered, invalidMask, invalidOrientation, invalidFlag
    }

    /// Which mistake it is.
    public let code: Code
    /// One line for the people who wrote the client.
    public let text: String

    init(_ code: Code, _ text: String) {
      self.code = code
      self.text = text
    }
  }

  /// What the server has to do now, in the order given.
  public enum Action: Sendable, Hashable {
    /// Send the client an event.
    case send(Message)
    /// Hand an answer, or the end of the waiting for one, to the arbiter.
    case handIn(Event)
    /// End the client's connection with an error.
    case reject(Mistake)
    /// Decide anew for the policy's windows when there is time, and call `reconsidering()` then.
    case reconsider
    /// The scene's word for this policy may be another one now: see `stance` and `lastWord`.
    case restate
  }
}

extension DeclaredPolicy {
  /// What a client's numbers mean.
  init(_ statement: PolicySession.Statement) throws(PolicySession.Mistake) {
    let (flag, set, wish) = statement
    guard flag <= 1 else {
      throw .init(.invalidFlag, "autorotate is \(flag), which is neither 0 nor 1")
    }
    let mask = OrientationMask(rawValue: set)
    guard mask == mask.legal else {
      throw .init(
        .invalidMask, "supported is \(set), which has bits that are no orientation: 2 to 16 are")
    }
    guard let preferred = UInt8(exactly: wish).flatMap(InterfaceOrientation.init(rawValue:)) else {
      throw .init(.invalidOrientation, "preferred is \(wish), which is no orientation: 0 to 4 are")
    }
    self.init(
      autorotate: flag == 1, supported: mask,
      preferred: preferred == .unknown ? nil : preferred)
    legacy = answeringOldMethod
  }
}
