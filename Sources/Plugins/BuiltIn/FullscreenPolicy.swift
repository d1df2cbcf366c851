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
