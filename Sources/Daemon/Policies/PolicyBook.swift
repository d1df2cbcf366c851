// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Plugins
import Scenarios

/// Who answers for a window: a client that matches it, else the plug-in that its rule names, else
/// what is written down.
struct PolicyResolver {
  /// A policy of a client, and the windows that it is for.
  struct ClientMatch: Equatable {
    var id: PolicyID
    var name: String
    var appID: Glob?
    var title: Glob?
    /// What the client itself falls back to; nil where that is the configuration.
    var fallback: DeclaredPolicy?

    func matches(appID: String, title: String) -> Bool {
      (self.appID?.matches(appID) ?? true) && (self.title?.matches(title) ?? true)
    }
  }

  /// The policies that are asked at the desk, by name.
  private var named: [(name: String, ring: PluginRing, id: PolicyID)] = []
  /// The clients' policies, the oldest first: of several that match, the newest counts.
  var clients: [ClientMatch] = []

  /// A resolver in which everything is written down.
  init() {}

  /// A resolver with the policies of a list, at the desk where they are asked.
  init(_ list: PluginList, at desk: PolicyHost) {
    for policy in list.policies {
      let id = desk.register(
        policy.policy, name: policy.name, ring: policy.ring,
        budget: CallBudget(limit: policy.budget))
      named.append((policy.name, policy.ring, id))
    }
  }

  /// Whether there is a plug-in of a name.
  func has(_ name: String) -> Bool { named.contains { $0.name == name } }

  /// Who answers for a window; what is written down stays what they fall back to.
  func answerer(appID: String, title: String, _ policy: WindowPolicy) -> Answerer {
    if let client = clients.last(where: { $0.matches(appID: appID, title: title) }) {
      return .live(
        LivePolicy(
          id: client.id, name: client.name, ring: .client,
          fallback: client.fallback ?? policy.answers))
    }
    if let name = policy.plugin, let found = named.first(where: { $0.name == name }) {
      return .live(
        LivePolicy(id: found.id, name: name, ring: found.ring, fallback: policy.answers))
    }
    return .declared(policy.answers)
  }
}
