// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// Keeps the orientation in which the window was first asked, as for a page that is being read.
public final class SteadyPolicy: RootPolicy {
  /// The name that configurations use.
  public static let name = "steady"
  private var kept: [WindowID: InterfaceOrientation] = [:]

  /// Makes the policy; it has seen no window yet.
  public init() {}

  /// Forgets windows that are gone.
  public func advise(_ news: PolicyNews) {
    if case .gone(let window) = news { kept[window] = nil }
  }

  /// Says that the window supports what it had when it was first asked.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let own = kept[query.window] ?? query.current
    kept[query.window] = own
    guard own != .unknown else { return nil }
    return DeclaredPolicy(autorotate: true, supported: own.mask, preferred: own)
  }
}
