// SPDX-License-Identifier: Apache-2.0

extension Controller {
  /// The controllers that hear of a turn, the topmost first, then whom it hands the calls on to.
  func hearing(_ traits: UIKitTraits) -> [Controller] {
    let top = topmost(traits)
    var heard = top.withShownChildren()
    // From iOS 8 the covered presenter hears of the new size as well (C-7, B-13).
    if traits.hasSizeTransitions, top.id != id { heard.append(self) }
    return heard
  }

  // Calls go on to the children on show, unless the override does not call super (K-1, K-2).
  private func withShownChildren() -> [Controller] {
    guard let container, transitionOverride != .withoutSuper else { return [self] }
    if container.kind == .split {
      return [self] + container.children.flatMap { $0.withShownChildren() }
    }
    guard let index = container.shownIndex else { return [self] }
    return [self] + container.children[index].withShownChildren()
  }
}
