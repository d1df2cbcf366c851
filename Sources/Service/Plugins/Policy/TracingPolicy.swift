// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import EventLoop
import Orientation

/// Any policy with a record of every call: who answered what, and when by default.
public final class TracingPolicy: RootPolicy {
  /// The policy that answers.
  public let policy: any RootPolicy
  private let record: (PolicyCall) -> Void

  /// Wraps a policy; `record` gets each call once it is over.
  public init(_ policy: any RootPolicy, record: @escaping (PolicyCall) -> Void) {
    self.policy = policy
    self.record = record
  }

  /// Passes the notification on.
  public func advise(_ notification: PolicyNotification) {
    let start = EventLoop.now
    policy.advise(notification)
    record(PolicyCall(verb: .advise(notification), elapsed: EventLoop.now - start))
  }

  /// Passes the question on, and the answer back.
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

  /// Passes the command on.
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

/// One call of a policy, as a tracing one records it.
public struct PolicyCall: Sendable, Hashable {
  /// What was called, and with what.
  public enum Verb: Sendable, Hashable {
    case advise(PolicyNotification)
    case confirm(PolicyQuery)
    /// Commands hold functions, so only their words are kept.
    case handle(String)
  }

  /// What was called.
  public var verb: Verb
  /// What was answered; nil for no opinion, and for calls that have no answer.
  public var answer: DeclaredPolicy?
  /// Why there is no answer; nil when nothing went wrong.
  public var fault: PolicyFault?
  /// How long it took.
  public var elapsed: Duration
}

extension PolicyCall: CustomStringConvertible {
  /// One line, such as `confirm window 3 (mpv) to landscape-left: rotates [landscape-left]`.
  public var description: String {
    switch verb {
    case .advise(.appeared(let query)): "advise \(words(query)) appeared"
    case .advise(.gone(let window)): "advise window \(window.rawValue) is gone"
    case .advise(.decided(let query, let outcome)):
      "advise \(words(query)) \(outcome.rawValue)"
    case .handle(let command): "handle \(command)"
    case .confirm(let query):
      "confirm \(words(query)) to \(query.proposed.name): " + said
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
    "window \(query.window.rawValue)" + (query.appID.isEmpty ? "" : " (\(query.appID))")
  }
}
