// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

extension PolicySession {
  /// A client's answer as the protocol's numbers, unchecked.
  public typealias Statement = (autorotate: UInt32, supported: UInt32, preferred: UInt32)

  /// A client's request; `destroy` is `end()`.
  public enum Request: Sendable {
    /// `declare`: answers every question beforehand.
    case declare(Statement)
    /// `set_live`: requests a query for each decision.
    case setLive
    /// `answer`: answers the query of that serial.
    case answer(serial: UInt32, Statement)
    /// `invalidate`: the answers have changed.
    case invalidate
  }

  /// An event to a client.
  public enum Message: Sendable, Hashable {
    /// `deadline`, in milliseconds.
    case deadline(UInt32)
    /// `matched`: a window belongs to the policy from now on.
    case matched(window: UInt32, appID: String, title: String?)
    /// `unmatched`: a window does not belong to the policy any more.
    case unmatched(window: UInt32)
    /// `query`: may this window turn?
    case query(
      serial: UInt32, window: UInt32, proposed: InterfaceOrientation, current: InterfaceOrientation)
    /// `outcome`: the result of a decision for a window.
    case outcome(
      serial: UInt32, window: UInt32, source: Source, result: Result,
      orientation: InterfaceOrientation)
    /// `finished`: the policy is not asked any more.
    case finished(Reason)
  }

  /// The origin of the answer that counted; raw values are those of the protocol.
  public enum Source: UInt32, Sendable {
    case unasked, declared, answered, timedOut
  }

  /// The result of a decision for one window; raw values are those of the protocol.
  public enum Result: UInt32, Sendable {
    case unchanged, turned, stayed, deferred, refused
  }

  /// The reason why a policy has ended; raw values are those of the protocol.
  public enum Reason: UInt32, Sendable {
    case replaced, stopping, unavailable
  }

  /// A protocol error of a client, which ends its connection.
  public struct Mistake: Error, Sendable, Hashable {
    /// The error's code; raw values are those of the protocol.
    public enum Code: UInt32, Sendable {
      case unknownSerial, alreadyAnswered, invalidMask, invalidOrientation, invalidFlag
    }

    /// The error's code.
    public let code: Code
    /// A message of one line for the client's developers.
    public let text: String

    init(_ code: Code, _ text: String) {
      self.code = code
      self.text = text
    }
  }

  /// An action of the server; actions are executed in the order given.
  public enum Action: Sendable, Hashable {
    /// Send an event to the client.
    case send(Message)
    /// Enqueue an event for the arbiter: an answer, or the end of a wait.
    case enqueue(Event)
    /// End the client's connection with an error.
    case reject(Mistake)
    /// Decide anew for the policy's windows soon, and call `reconsidering()` then.
    case reconsider
    /// Update the scene's copy of this policy's statement: see `stance` and `lastAnswers`.
    case restate
  }
}

extension DeclaredPolicy {
  /// Creates a policy from a client's numbers.
  init(_ statement: PolicySession.Statement) throws(PolicySession.Mistake) {
    let (flag, set, number) = statement
    guard flag <= 1 else {
      throw .init(.invalidFlag, "autorotate is \(flag), which is neither 0 nor 1")
    }
    let mask = OrientationMask(rawValue: set)
    guard mask == mask.legal else {
      throw .init(
        .invalidMask, "supported is \(set), which has bits that are no orientation: 2 to 16 are")
    }
    guard let preferred = UInt8(exactly: number).flatMap(InterfaceOrientation.init(rawValue:))
    else {
      throw .init(
        .invalidOrientation, "preferred is \(number), which is no orientation: 0 to 4 are")
    }
    self.init(
      autorotate: flag == 1, supported: mask,
      preferred: preferred == .unknown ? nil : preferred)
    legacy = answeringOldMethod
  }
}
