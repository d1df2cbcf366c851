// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What happens to one window.
public enum WindowEvent: Sendable, Hashable {
  case remove
  case show
  case hide
  case makeKey
  /// The window no longer has the focus, and no other has it (a real desktop).
  case resignKey
  /// Nil takes the root away.
  case setRoot(Controller?)
  case present(Presentation)
  case dismiss
  case push(Controller)
  case pop
  case select(child: String)
  /// The mask or the preferred orientation changed (E-2).
  case setNeedsUpdate
  /// The app asks for one of some orientations (E-4).
  case requestGeometry(OrientationMask)
  case disableAutorotation
  case enableAutorotation
  /// A shell's news: title, full screen, minimised, output.
  case shell(ShellTraits)
  /// Another request (rule set android); nil means unspecified.
  case setRequest(AndroidRequest?)
  /// Another lock (rule set chromeos) and whose it is; nil unlocks.
  case setLock(OrientationLock?, by: ChromeOSTraits.Owner)
}
