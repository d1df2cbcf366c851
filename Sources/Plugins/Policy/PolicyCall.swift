// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// One call of a policy, as a tracing one records it.
public struct PolicyCall: Sendable, Hashable {
  /// What was called, and with what.
  public enum Verb: Sendable, Hashable {
    case advise(PolicyNews)
    case confirm(PolicyQuery)
    /// Orders hold functions, so only their words are kept.
    case handle(String)
  }

  /// What was called.
  public var verb: Verb
  /// What was answered; nil for no opinion, and for calls that have no answer.
  public var answer: DeclaredPolicy?
  /// Why there is no answer; nil when nothing went wrong.
  public var fault: PolicyFault?
  /// How long it took, in nanoseconds.
  public var nanoseconds: Int64

  /// Describes a call.
  public init(
    verb: Verb, answer: DeclaredPolicy? = nil, fault: PolicyFault? = nil, nanoseconds: Int64
  ) {
    self.verb = verb
    self.answer = answer
    self.fault = fault
    self.nanoseconds = nanoseconds
  }
}

extension PolicyCall: CustomStringConvertible {
  /// One line, such as `confirm window 3 (mpv) to landscape-left: rotates [landscape-left]`.
  public var description: String {
    switch verb {
    case .advise(.appeared(let query)): "advise \(words(query)) appeared"
    case .advise(.gone(let window)): "advise window \(window.rawValue) is gone"
    case .advise(.decided(let query, let outcome)):
      "advise \(words(query)) \(outcome.rawValue)"
    case .handle(let order): "handle \(order)"
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
