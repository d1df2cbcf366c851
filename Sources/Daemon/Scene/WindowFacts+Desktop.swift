// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop

extension WindowFacts {
  /// What rules compare of a window of the session.
  init(_ window: DesktopWindow) {
    self.init(
      appID: window.appID, title: window.title, outputs: window.outputs,
      role: window.isLockScreen ? .lockScreen : window.isDialog ? .dialog : .main)
  }
}
