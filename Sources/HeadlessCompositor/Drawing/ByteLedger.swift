// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// How many bytes of pictures and regions a client has in the compositor's memory.
final class ByteLedger {
  var bytes = 0

  /// The ledger of a client, begun when it is first asked for.
  static func of(_ client: Client) -> ByteLedger {
    if let ledger = client.companion as? ByteLedger { return ledger }
    let ledger = ByteLedger()
    client.companion = ledger
    return ledger
  }
}
