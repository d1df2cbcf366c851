// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Why a whole decision did not turn anything.
struct BlockReason: Sendable {
  var words: String
  /// The rule behind it; nil when there was nothing to stop.
  var rule: RuleID?
}
