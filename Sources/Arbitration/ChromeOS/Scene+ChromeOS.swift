// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  /// The windows as they were used, the latest first; those never used follow from the top.
  var recentWindows: [Window] {
    let used = keyHistory.reversed().compactMap { window($0) }
    return used + windowsFromTop.filter { !keyHistory.contains($0.id) }
  }

  /// Whether a window is on an output that does not turn with the device (CR-19).
  func isExternal(_ window: Window) -> Bool {
    guard let id = window.shell.output else { return false }
    return outputs.contains { $0.id == id && !$0.isManaged }
  }
}
