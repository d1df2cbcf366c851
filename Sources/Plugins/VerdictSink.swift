// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// Somebody who hears of every decision once it is made.
public protocol VerdictSink: AnyObject {
  /// Takes a decision of the rule set of that name; it must not block.
  func take(_ verdict: Verdict, rulesID: String)
}
