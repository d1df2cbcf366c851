// SPDX-License-Identifier: Apache-2.0
public import Orientation

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
    if traits.isMultitasking(scene) { return true }
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
    let turns = decision.autorotates(window, controller, proposed: orientation)
    let mask = decision.controllerMask(window, controller, proposed: orientation)
    guard !decision.isMissingAnswers, let mask else { return nil }
    return turns && mask.allows(orientation)
  }
}
