// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Plugins

/// A page that is read: portrait, either way up, unless the window fills the screen.
final class ReaderPolicy: RootPolicy {
  private(set) var refusals = 0

  func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    // No opinion: whatever the configuration says of the window.
    if query.isFullscreen { return nil }
    if query.proposed.isLandscape { refusals += 1 }
    return DeclaredPolicy(supported: [.portrait, .portraitUpsideDown], preferred: .portrait)
  }
}
