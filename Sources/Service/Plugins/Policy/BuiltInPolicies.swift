// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// A policy of landscape while the window fills its output, as for films; otherwise no opinion.
public final class FullscreenPolicy: RootPolicy {
  /// The name in configurations.
  public static let name = "fullscreen-landscape"

  /// Creates the policy, which is stateless.
  public init() {}

  /// Answers that a window filling its output supports and prefers landscape.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    guard query.isFullscreen else { return nil }
    return DeclaredPolicy(
      autorotate: true, supported: .landscape,
      preferred: query.current.isLandscape ? query.current : .landscapeLeft)
  }
}

/// A policy that keeps the orientation in which the window was first asked, as for reading.
public final class SteadyPolicy: RootPolicy {
  /// The name in configurations.
  public static let name = "steady"
  private var kept: [WindowID: InterfaceOrientation] = [:]

  /// Creates the policy without windows.
  public init() {}

  /// Drops the state of windows that are gone.
  public func advise(_ notification: PolicyNotification) {
    if case .gone(let window) = notification { kept[window] = nil }
  }

  /// Answers that the window supports only the orientation of the first question.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    let own = kept[query.window] ?? query.current
    kept[query.window] = own
    guard own != .unknown else { return nil }
    return DeclaredPolicy(autorotate: true, supported: own.mask, preferred: own)
  }
}
