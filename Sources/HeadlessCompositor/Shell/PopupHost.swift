// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Something that popups can belong to: a window or another popup.
protocol PopupHost: AnyObject {
  /// The popups that are open on it, in the order of their coming.
  var popups: [Popup] { get set }
  /// The window at the bottom of it all.
  var hostWindow: ShellWindow? { get }
  /// Where the upper left corner of its geometry lies in the window's space.
  var hostOrigin: Point { get }
  /// How many popups deep it is.
  var popupDepth: Int { get }
}
