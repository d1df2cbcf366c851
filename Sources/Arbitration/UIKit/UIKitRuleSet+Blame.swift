// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// Whether the page's controller itself accepts an orientation, whatever else stands in the way.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let page = scene.pageIndex else { return false }
    let window = scene.windows[page]
    guard let controller = window.root?.topmost(traits) else { return false }
    if traits.hasOrientationLock, controller.prefersOrientationLocked == true, scene.isFullSize {
      return false
    }
    if isMultitasking(scene) { return true }
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
    let turns = decision.autorotates(window, controller, proposed: orientation)
    let mask = decision.controllerMask(window, controller, proposed: orientation)
    guard !decision.isMissingAnswers, let mask else { return nil }
    return turns && mask.allows(orientation)
  }

  /// The scene in which one party agrees to any turn, or refuses every turn.
  public func scene(_ scene: Scene, with party: Party, agreeing: Bool) -> Scene {
    var scene = scene
    switch party {
    case .app:
      scene.app.supported = agreeing ? InterfaceOrientation.fallbackOrder : []
      scene.app.supportedOnPad = nil
      scene.app.requiresFullScreen = true
    case .delegate:
      // Who is not implemented, for a window or at all, can neither agree nor refuse.
      scene.app.delegate = scene.app.delegate.map { masks in
        let answer: OrientationMask = agreeing ? .all : []
        return DelegateMasks(
          standard: masks.standard.map { _ in answer },
          entries: masks.entries.map { DelegateMasks.Entry(window: $0.window, mask: answer) })
      }
      if scene.app.sceneDelegate != nil { scene.app.sceneDelegate = agreeing ? .all : [] }
    case .device: scene.device.hasHomeButton = true
    case .window(let id):
      guard let index = scene.index(of: id) else { return scene }
      let window = scene.windows[index]
      // A refusal of today's versions: only what the window has now (E-1).
      let refusal = DeclaredPolicy(
        autorotate: false, supported: window.orientation.mask, legacy: window.orientation.mask)
      let consent = DeclaredPolicy(autorotate: true, supported: .all, legacy: .all)
      scene.windows[index].root = Controller(
        id: window.root?.id ?? window.name, policy: .declared(agreeing ? consent : refusal))
      scene.windows[index].shell.cure = nil
      if agreeing { scene.windows[index].disableCount = 0 }
    }
    return scene
  }
}
