// SPDX-License-Identifier: Apache-2.0
package import Arbitration

extension Sequence<Effect> {
  /// The verdicts that an arbiter reports among its effects, in order.
  package var verdicts: [Verdict] {
    compactMap { if case .report(let verdict) = $0 { verdict } else { nil } }
  }
}
