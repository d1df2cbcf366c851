// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// A client of `swivel-rotation-v1`, with all its events.
final class PolicyPeer {
  let connection: Connection
  private let registry: WlRegistryProxy
  private(set) var manager: SwivelRotationManagerV1Proxy?
  private(set) var policies: [SwivelPolicyV1Proxy] = []
  /// The events in words, such as `matched 1 mpv` or `query 1 1 3 1`.
  private(set) var heard: [String] = []
  /// Called with each query: the policy and its serial.
  var onQuery: ((SwivelPolicyV1Proxy, UInt32) -> Void)?

  init(adopting descriptor: Int32) throws {
    connection = try Connection(adopting: descriptor)
    registry = try connection.registry()
    registry.onEvent = { [weak self] event in
      guard let self, case .global(let name, let interface, _) = event,
        interface.string == SwivelRotationManagerV1Proxy.interfaceName
      else { return }
      manager = try? registry.bind(name: name, as: SwivelRotationManagerV1Proxy.self, version: 1)
      manager?.onEvent = { [weak self] in
        if case .capabilities(let offered) = $0 {
          self?.heard.append("offers \(offered.rawValue)")
        }
      }
    }
  }

  /// Requests a policy and records its events.
  @discardableResult
  func match(_ appID: String?, title: String? = nil) throws -> SwivelPolicyV1Proxy? {
    guard let policy = try manager?.getMatchPolicy(appId: appID, title: title) else { return nil }
    policies.append(policy)
    policy.onEvent = { [weak self, weak policy] in
      if let policy { self?.take($0, policy) }
    }
    return policy
  }

  private func take(_ event: SwivelPolicyV1Proxy.Event, _ policy: SwivelPolicyV1Proxy) {
    switch event {
    case .deadline(let milliseconds): heard.append("deadline \(milliseconds)")
    case .matched(let window, let appID, let title):
      heard.append("matched \(window) \(appID.string)" + (title.map { " \($0.string)" } ?? ""))
    case .unmatched(let window): heard.append("unmatched \(window)")
    case .query(let serial, let window, let proposed, let current):
      heard.append("query \(serial) \(window) \(proposed.rawValue) \(current.rawValue)")
      onQuery?(policy, serial)
    case .outcome(let serial, let window, let source, let result, let orientation):
      heard.append(
        "outcome \(serial) \(window) \(source.rawValue) \(result.rawValue) \(orientation.rawValue)")
    case .finished(let reason): heard.append("finished \(reason.rawValue)")
    }
  }

  /// Returns the events since the last call.
  func takeHeard() -> [String] {
    defer { heard = [] }
    return heard
  }
}
