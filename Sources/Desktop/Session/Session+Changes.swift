// SPDX-License-Identifier: Apache-2.0
public import Orientation
import WaylandClient

extension Session {
  /// Asks the compositor to turn an output; the answer is the event `changeFinished`.
  ///
  /// Every head is configured as it is, but for the transform of this one and the positions of its
  /// neighbours. `succeeded` is only a hint: wait for the output itself to report the transform.
  /// After `cancelled` try again when `serial` has changed.
  public func apply(transform: Transform, to name: String, change: ChangeID) {
    if let reason = obstacle(to: name) {
      emit(.changeFinished(change, .unsupported(reason: reason)))
      return
    }
    do throws(WaylandError) {
      try manager?.apply(headSettings(turning: name, to: transform)) { [weak self] result in
        self?.emit(.changeFinished(change, result))
      }
    } catch {
      // If it is the connection that has failed, the next wait says so.
      emit(.changeFinished(change, .unsupported(reason: "\(error)")))
    }
  }

  private func obstacle(to name: String) -> String? {
    if let failure { return "\(failure)" }
    guard hasOutputManager else { return "the compositor has no usable zwlr_output_manager_v1" }
    guard let output = outputs.first(where: { $0.name == name }) else {
      return "there is no output \(name)"
    }
    guard output.hasHead else { return "the output manager does not know \(name)" }
    return output.enabled ? nil : "\(name) is switched off"
  }

  private func headSettings(turning name: String, to transform: Transform) -> [HeadSetting] {
    let live = outputs.filter(\.enabled)
    var positions = live.map(\.logicalPosition)
    if let index = live.firstIndex(where: { $0.name == name }),
      live[index].transform.swapsDimensions != transform.swapsDimensions
    {
      let rectangles = live.map { Rectangle(origin: $0.logicalPosition, size: $0.logicalSize) }
      positions = OutputLayout.positions(
        of: rectangles, resizing: index, to: live[index].logicalSize.swapped)
    }
    return (manager?.heads ?? []).compactMap { head -> HeadSetting? in
      guard let facts = head.facts else { return nil }
      let index = live.firstIndex { $0.name == facts.name }
      let current = index.map { live[$0].transform } ?? .normal
      return HeadSetting(
        head: head.proxy, isEnabled: index != nil, mode: facts.mode?.proxy,
        position: index.map { positions[$0] } ?? Point(x: 0, y: 0),
        transform: facts.name == name ? transform : current, scale: facts.scale)
    }
  }
}
