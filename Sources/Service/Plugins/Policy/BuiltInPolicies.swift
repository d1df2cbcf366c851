// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// Landscape while the window fills its output, as for films; otherwise it has no opinion.
public final class FullscreenPolicy: RootPolicy {
  /// The name that configurations use.
  public static let name = "fullscreen-landscape"

  /// Makes the policy; it keeps nothing.
  public init() {}

  /// Says that a window filling its output supports landscape only, and prefers to have it.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    guard query.isFullscreen else { return nil }
    return DeclaredPolicy(
      autorotate: true, supported: .landscape,
      preferred: query.current.isLandscape ? query.current : .landscapeLeft)
  }
}

/// Keeps the orientation in which the window was first asked, as for a page that is being read.
public final class SteadyPolicy: RootPolicy {
  /// The name that configurations use.
  public static let name = "steady"
  private var kept: [WindowID: InterfaceOrientation] = [:]

  /// Makes the policy; it has seen no window yet.
  public init() {}

  /// Forgets windows that are gone.
  public func advise(_ notification: PolicyNotification) {
    if case .gone(let window) = notification { kept[window] = nil }
  }

  /// Says that the window supports what it had when it was first asked.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let own = kept[query.window] ?? query.current
    kept[query.window] = own
    guard own != .unknown else { return nil }
    return DeclaredPolicy(autorotate: true, supported: own.mask, preferred: own)
  }
}
