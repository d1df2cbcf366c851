// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// Windows answer through their controllers; app and delegate can take any mask or none.
  public func amend(_ scene: inout Scene, with amendment: Intervention) {
    switch (amendment.subject, amendment.override) {
    case (.lock, let override): scene.device.isRotationLocked = override == .refuses
    case (.party(.window(let id)), let override): scene.amendWindow(id, override)
    case (.party(.app), .supports(let mask)):
      scene.app.supported = mask.orientations
      scene.app.supportedOnPad = nil
    case (.party(.app), .standard):
      scene.app.supported = nil
      scene.app.supportedOnPad = nil
    case (.party(.delegate), .supports(let mask)):
      if traits.asksSceneDelegate {
        scene.app.sceneDelegate = mask
      } else {
        scene.app.delegate = DelegateMasks(standard: mask)
      }
    case (.party(.delegate), .standard):
      scene.app.delegate = nil
      scene.app.sceneDelegate = nil
    case (.party(.app), let override):
      scene.app.supported = override == .refuses ? [] : InterfaceOrientation.fallbackOrder
      scene.app.supportedOnPad = nil
      scene.app.requiresFullScreen = true
    case (.party(.delegate), let override):
      // Who is not implemented, for a window or at all, can neither agree nor refuse.
      let answer: OrientationMask = override == .refuses ? [] : .all
      scene.app.delegate = scene.app.delegate.map { masks in
        DelegateMasks(
          standard: masks.standard.map { _ in answer },
          entries: masks.entries.map { DelegateMasks.Entry(window: $0.window, mask: answer) })
      }
      if scene.app.sceneDelegate != nil { scene.app.sceneDelegate = answer }
    case (.party(.device), _): scene.device.hasHomeButton = true
    }
  }

  /// What the arbitration says, as long as every window answers for itself.
  public func aggregation(in scene: Scene) -> Aggregation {
    let isEntangled = scene.windows.contains { window in
      window.shell.cure == .followKey || window.root?.asksOthers == true
    }
    if isEntangled || scene.app.delegate?.entries.isEmpty == false { return .unknown }
    return switch traits.arbitration {
    case .autonomous: .any
    case .intersection: .all
    case .keyOnly, .sceneWide: .one
    }
  }
}

extension Controller {
  /// Whether it, or anything below it, hands questions to another window.
  var asksOthers: Bool {
    forwardsTo != nil || presented?.controller.asksOthers == true
      || container?.children.contains { $0.asksOthers } == true
  }
}
