// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import EventLoop
import Orientation

/// A wrapper that records every call of another policy.
public final class TracingPolicy: RootPolicy {
  /// The wrapped policy, which answers.
  public let policy: any RootPolicy
  private let record: (PolicyCall) -> Void

  /// Wraps a policy; `record` is called after each call.
  public init(_ policy: any RootPolicy, record: @escaping (PolicyCall) -> Void) {
    self.policy = policy
    self.record = record
  }

  /// Passes the notification to the policy.
  public func advise(_ notification: PolicyNotification) {
    let start = EventLoop.now
    policy.advise(notification)
    record(PolicyCall(verb: .advise(notification), elapsed: EventLoop.now - start))
  }

  /// Passes the question to the policy, and returns its answer.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let start = EventLoop.now
    do throws(PolicyFault) {
      let answer = try policy.confirm(query)
      record(PolicyCall(verb: .confirm(query), answer: answer, elapsed: EventLoop.now - start))
      return answer
    } catch {
      record(PolicyCall(verb: .confirm(query), fault: error, elapsed: EventLoop.now - start))
      throw error
    }
  }

  /// Passes the command to the policy.
  public func handle(_ command: PolicyCommand) {
    let start = EventLoop.now
    policy.handle(command)
    record(PolicyCall(verb: .handle(Self.words(command)), elapsed: EventLoop.now - start))
  }

  private static func words(_ command: PolicyCommand) -> String {
    switch command {
    case .start: "start"
    case .turned(let query, let old):
      "turned window \(query.window.rawValue) from \(old.name) to \(query.current.name)"
    case .stop: "stop"
    }
  }
}

/// A recorded call of a policy.
public struct PolicyCall: Sendable, Hashable {
  /// The called function of the policy, with its argument.
  public enum Verb: Sendable, Hashable {
    case advise(PolicyNotification)
    case confirm(PolicyQuery)
    /// A command, described in words, since commands contain functions and cannot be compared.
    case handle(String)
  }

  /// The called function, with its argument.
  public var verb: Verb
  /// The answer; `nil` for no opinion, for a fault, and for calls without an answer.
  public var answer: DeclaredPolicy?
  /// The fault; nil if there was none.
  public var fault: PolicyFault?
  /// The duration of the call.
  public var elapsed: Duration
}

extension PolicyCall: CustomStringConvertible {
  /// One line, such as `confirm window 3 (mpv) to landscape-left: supports [landscape-left]`.
  public var description: String {
    switch verb {
    case .advise(.appeared(let query)): "advise \(words(query)) appeared"
    case .advise(.gone(let window)): "advise window \(window.rawValue) is gone"
    case .advise(.decided(let query, let outcome)):
      "advise \(words(query)) \(outcome.rawValue)"
    case .handle(let command): "handle \(command)"
    case .confirm(let query): "confirm \(words(query)) to \(query.proposed.name): \(said)"
    }
  }

  private var said: String {
    if let fault { return "fault, \(fault)" }
    guard let answer else { return "no opinion" }
    var words: [String] = []
    if let turns = answer.autorotate { words.append(turns ? "rotates" : "stays") }
    if let mask = answer.supported {
      words.append("supports [\(mask.orientations.map(\.name).joined(separator: ", "))]")
    }
    if let wish = answer.preferred { words.append("prefers \(wish.name)") }
    return words.isEmpty ? "no opinion" : words.joined(separator: ", ")
  }

  private func words(_ query: PolicyQuery) -> String {
    query.appID.isEmpty
      ? "window \(query.window.rawValue)" : "window \(query.window.rawValue) (\(query.appID))"
  }
}
