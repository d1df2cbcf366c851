// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// Who answers for windows in code: it is told, it is asked, and it deals with things.
///
/// Everything happens on the daemon's one thread, so a policy needs no locks and must not block: a
/// call that takes longer than its budget is counted, and the third mutes the policy.
public protocol RootPolicy: AnyObject {
  /// Is told something; nothing is expected.
  func advise(_ news: PolicyNews)

  /// Is asked whether a window may turn, once for each window in a decision.
  ///
  /// What the answer leaves nil, or all of it when there is no answer, the window's configuration
  /// says. A fault that is thrown is reported, and the configuration answers as well.
  func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy?

  /// Has to deal with something.
  func handle(_ order: PolicyOrder)
}

extension RootPolicy {
  /// Takes no notice.
  public func advise(_ news: PolicyNews) {}

  /// Has nothing to do.
  public func handle(_ order: PolicyOrder) {}
}
