// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// Turns outputs through zwlr_output_manager_v1.
final class WlrApplier: TransformApplier {
  let name = "wlr"
  private let manager: OutputManager

  init(_ manager: OutputManager) { self.manager = manager }

  func obstacle(to output: String) -> String? {
    guard manager.isUsable else { return "the compositor has no usable zwlr_output_manager_v1" }
    return manager.heads.contains { $0.facts?.name == output }
      ? nil : "the output manager does not know \(output)"
  }

  /// Every head is configured as it is, but for the transform and the positions of the change.
  ///
  /// A head that is left out would stay as it is, too, but sway 1.7 would move it.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    let settings = manager.heads.compactMap { head -> HeadSetting? in
      guard let facts = head.facts else { return nil }
      let place = change.place(of: facts.name)
      // One that is on and whose wl_output has not come yet has no place, and stays as it is.
      return HeadSetting(
        head: head.proxy, isEnabled: place != nil || facts.isEnabled, mode: facts.mode?.proxy,
        position: place?.position ?? facts.position ?? Point(x: 0, y: 0),
        transform: place?.transform ?? facts.transform ?? .normal, scale: facts.scale)
    }
    do throws(WaylandError) {
      try manager.apply(settings, onEnd: onEnd)
    } catch {
      // If it is the connection that has failed, the next wait says so.
      onEnd(.unsupported(reason: "\(error)"))
    }
  }
}
