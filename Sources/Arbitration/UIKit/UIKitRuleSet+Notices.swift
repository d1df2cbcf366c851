// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// What an app hears of an event: notifications in order, then each window's callbacks.
  public func notices(
    of event: Event, before: Scene, after: Scene, moves: [Move]
  ) -> [Notice] {
    var notices = deviceNotifications(of: event, before: before, after: after)
    var bar = before.statusBar.orientation
    for case .statusBar(let orientation, _) in moves {
      notices.append(.notification(.willChangeStatusBarOrientation(orientation)))
      notices.append(.notification(.didChangeStatusBarOrientation(bar)))
      bar = orientation
    }
    // Nothing is called at launch (C-8).
    if case .setUp = event { return notices }
    var sequence = CallbackSequence(traits: traits, before: before, after: after)
    for case .window(let id, let orientation) in moves {
      sequence.append(turnOf: id, to: orientation)
    }
    switch event {
    case .app(.resize(let isFull)) where before.isFullSize != isFull:
      sequence.appendResize()
    case .window(let id, .dismiss): sequence.appendReturn(in: id)
    default: break
    }
    return notices + sequence.callbacks.map { .callback($0) }
  }

  private func deviceNotifications(
    of event: Event, before: Scene, after: Scene
  ) -> [Notice] {
    let device = after.device
    guard device.generatingCount > 0, after.isForeground else { return [] }
    let values: [DeviceOrientation]
    switch event {
    case .app(.foreground):
      guard !before.isForeground else { return [] }
      values = [
        device.orientation, device.orientation.isFlat ? device.felt : device.orientation,
        device.orientation,
      ]
    case .device(.generating(true)) where before.device.generatingCount == 0:
      // A flat device that starts delivering says flat, felt, flat (N-3).
      values =
        device.orientation.isFlat ? [device.orientation, device.felt, device.orientation] : []
    case .device: values = deviceTurned(before, after) ? [device.orientation] : []
    default: values = []
    }
    return values.map { .notification(.deviceOrientationDidChange($0)) }
  }
}
