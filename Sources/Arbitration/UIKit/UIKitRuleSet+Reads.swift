// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// Windows one by one, the page, or all who take part, as the arbitration says.
  public func reads(in scene: Scene) -> ReadSet {
    let questions: [Question.Kind] =
      !traits.hasMasks
      ? [.legacy]
      : traits.asksAutorotate
        ? [.shouldAutorotate, .supported] : [.supported]
    return ReadSet(
      windowsRead(in: scene), hidden: traits.hiddenCounts && traits.arbitration != .keyOnly,
      currentOnTurn: false, questions: questions, orientations: orientationsRead(in: scene))
  }

  private func windowsRead(in scene: Scene) -> ReadSet.Windows {
    // The first normal-level window becomes the main one, which turns even without a root.
    let hasLateMain = scene.mainWindow == nil && scene.windows.contains { $0.level == 0 }
    if hasLateMain || scene.windows.contains(where: { $0.root?.asksOthers == true }) {
      return .everything
    }
    let follows = followsKey || scene.windows.contains { $0.shell.cure == .followKey }
    return switch traits.arbitration {
    case .autonomous: .own(andPage: follows)
    case .keyOnly: .page
    case .intersection: .participants(oneDecides: false, andPage: follows)
    case .sceneWide: .participants(oneDecides: true, andPage: follows)
    }
  }

  // What the device rules out nobody asks for, nor what the app's list rules out.
  private func orientationsRead(in scene: Scene) -> OrientationMask {
    let hasDelegate = scene.app.delegate != nil || scene.app.sceneDelegate != nil
    guard traits.appLimits, !hasDelegate, let list = scene.app.list(on: scene.device.idiom) else {
      return scene.device.mask
    }
    return scene.device.mask.intersection(list.reduce(into: []) { $0.formUnion($1.mask) })
  }
}
