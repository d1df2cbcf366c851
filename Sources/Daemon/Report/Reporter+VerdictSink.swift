// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Plugins

extension Reporter: VerdictSink {
  /// Says what was decided.
  func take(_ verdict: Verdict, rulesID: String) { report(verdict) }
}
