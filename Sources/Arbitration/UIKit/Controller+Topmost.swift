// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Controller {
  /// The controller that is asked: the root, or what is presented so that it fills the screen.
  ///
  /// Other styles leave the presenter topmost (format:topmost).
  func topmost(_ traits: UIKitTraits) -> Controller {
    guard let presented = effectivePresented, presented.style.fillsScreen(traits) else {
      return self
    }
    return presented.controller.topmost(traits)
  }

  /// The masks that over-full-screen presentations narrow this controller's mask with.
  func narrowing() -> Controller? {
    guard let presented = effectivePresented, presented.style == .overFullScreen else { return nil }
    return presented.controller
  }

  /// Whether a system alert is up on this controller.
  func showsAlert() -> Bool { effectivePresented?.style == .alert }
}

extension Presentation.Style {
  /// Whether a presentation in this style replaces the presenter as the one who is asked.
  func fillsScreen(_ traits: UIKitTraits) -> Bool {
    self == .fullScreen || (self == .automatic && traits.automaticFillsScreen)
  }
}
