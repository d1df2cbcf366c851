// SPDX-License-Identifier: Apache-2.0
public import Arbitration
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

  /// Passes the news on.
  public func advise(_ news: PolicyNews) {
    let start = Stopwatch.now
    policy.advise(news)
    record(PolicyCall(verb: .advise(news), nanoseconds: Stopwatch.now - start))
  }

  /// Passes the question on, and the answer back.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let start = Stopwatch.now
    do throws(PolicyFault) {
      let answer = try policy.confirm(query)
      record(
        PolicyCall(verb: .confirm(query), answer: answer, nanoseconds: Stopwatch.now - start))
      return answer
    } catch {
      record(
        PolicyCall(verb: .confirm(query), fault: error, nanoseconds: Stopwatch.now - start))
      throw error
    }
  }

  /// Passes the order on.
  public func handle(_ order: PolicyOrder) {
    let start = Stopwatch.now
    policy.handle(order)
    record(PolicyCall(verb: .handle(Self.words(order)), nanoseconds: Stopwatch.now - start))
  }

  private static func words(_ order: PolicyOrder) -> String {
    switch order {
    case .start: "start"
    case .turned(let query, let old):
      "turned window \(query.window.rawValue) from \(old.name) to \(query.current.name)"
    case .stop: "stop"
    }
  }
}
