// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Plugins

extension Daemon {
  /// How the policies stand, for `swivel status` and `swivel plugins list`.
  var pluginState: JSONValue {
    let counts = tracker.liveCounts
    let atDesk = desk.status.enumerated().map { index, status in
      JSONValue.object([
        .init("name", .string(status.name)), .init("ring", .int(Int64(status.ring.number))),
        .init("kind", .string(status.ring.rawValue)), .init("muted", .bool(status.isMuted)),
        .init("overruns", .int(Int64(status.overruns))),
        .init("windows", .int(Int64(counts[PolicyID(Int32(index + 1))] ?? 0))),
      ])
    }
    let ofClients = (clients?.policies ?? []).map { policy in
      JSONValue.object([
        .init("name", .string(policy.name)), .init("ring", .int(Int64(PluginRing.client.number))),
        .init("kind", .string(PluginRing.client.rawValue)), .init("muted", .bool(false)),
        .init("overruns", .int(0)), .init("windows", .int(Int64(counts[policy.id] ?? 0))),
      ])
    }
    return .array(atDesk + ofClients)
  }
}
