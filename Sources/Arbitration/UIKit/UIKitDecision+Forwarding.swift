// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// The window whose answers a cured window adopts; nil for an uncured one and for the page.
  func windowFollowed(by window: Window) -> Window? {
    guard rules.followsKey || window.shell.cure == .followKey, let page = scene.pageIndex,
      scene.windows[page].id != window.id
    else { return nil }
    return scene.windows[page]
  }

  /// Hands a question on to another window's topmost controller (M-8).
  mutating func forward(
    _ kind: Question.Kind, to target: Window, from controller: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    guard let next = target.root?.topmost(traits) else { return standard(kind, controller) }
    return forward(kind, target, from: controller, to: next, proposed, chain: &chain, rule: .m8)
  }

  /// What a container answers that has written nothing itself (B-7 to B-9).
  mutating func resolve(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    let isAlertUp = traits.alertsAreControllers && controller.showsAlert()
    switch container.forwards {
    case .none: break
    case .visible where isAlertUp, .top where isAlertUp:
      // Such a subclass has to say yes itself; asking the alert runs in a cycle (C-4).
      if kind == .shouldAutorotate {
        return Resolved(answer: .flag(true), origin: .written, rule: .c4)
      }
      if container.forwards == .visible { return askAlert(kind, window, controller) }
      return forwardDown(kind, window, controller, container, proposed, chain: &chain)
    default: return forwardDown(kind, window, controller, container, proposed, chain: &chain)
    }
    if kind == .supported, traits.asksContainerDelegates, container.kind != .custom,
      let mask = container.delegateMask
    {
      return Resolved(answer: .mask(mask), origin: .containerDelegate, rule: .b8)
    }
    if kind == .legacy { return askChildren(window, controller, container, proposed, &chain) }
    return standard(kind, controller)
  }

  private mutating func forwardDown(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    var targets: [Controller]
    switch container.forwards {
    case .all: targets = container.children
    case .first: targets = Array(container.children.prefix(1))
    case .visible:
      // What is presented on the container counts as visible, whatever its style; an alert only
      // where it is a controller (C-4).
      if let presented = controller.effectivePresented,
        traits.alertsAreControllers || presented.style != .alert
      {
        targets = [presented.controller]
      } else {
        targets = container.shownIndex.map { [container.children[$0]] } ?? []
      }
    case .top, .selected, .none:
      targets = container.shownIndex.map { [container.children[$0]] } ?? []
    }
    guard !targets.isEmpty else { return standard(kind, controller) }
    return askAll(kind, window, controller, targets, proposed, &chain, rule: .b7)
  }

  // In iOS 5 a tab bar asks all its tabs, a navigation controller its top.
  private mutating func askChildren(
    _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, _ chain: inout ForwardingChain
  ) -> Resolved? {
    let targets: [Controller]
    switch container.kind {
    case .tab: targets = container.children
    case .navigation: targets = container.children.suffix(1)
    case .split, .page, .custom: targets = []
    }
    guard !targets.isEmpty else { return standard(.legacy, controller) }
    return askAll(.legacy, window, controller, targets, proposed, &chain, rule: .a5)
  }

  private mutating func askAll(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ targets: [Controller],
    _ proposed: InterfaceOrientation, _ chain: inout ForwardingChain, rule: RuleID
  ) -> Resolved? {
    var joined: Resolved?
    var isSilent = false
    for target in targets {
      let found = forward(
        kind, window, from: controller, to: target, proposed, chain: &chain, rule: rule)
      guard let found else {
        isSilent = true
        continue
      }
      if joined == nil { joined = found } else { joined?.join(found) }
    }
    return isSilent ? nil : joined
  }

  private mutating func forward(
    _ kind: Question.Kind, _ window: Window, from controller: Controller, to next: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain, rule: RuleID
  ) -> Resolved? {
    chain.append(controller.id)
    defer { chain.removeLast() }
    forwardingBudget -= 1
    // Cycles within cycles have no end in any reasonable time; the question ends here as in one.
    if forwardingBudget < 0 { return cycle(kind, window, chain.ids) }
    if chain.contains(next.id) { return cycle(kind, window, chain.ids + [next.id]) }
    guard var found = resolve(kind, window, next, proposed, chain: &chain) else { return nil }
    // The class default that ends a cycle stays visible as one (format:cycle).
    if found.rule == .m13 { return found }
    found.forward(through: next.id, rule: rule)
    return found
  }

  /// Ends a cycle of questions with the class default, cut to the app's mask (format:cycle).
  mutating func cycle(_ kind: Question.Kind, _ window: Window, _ via: [String]) -> Resolved {
    var found = standard(kind, nil)
    // Who only leads into the cycle is no part of it.
    let via = Array(via.suffix(from: via.firstIndex { $0 == via.last } ?? via.startIndex))
    if case .mask(let mask) = found.answer {
      found.answer = .mask(mask.intersection(appMask(window)))
    }
    found.via = via.reversed()
    found.rule = .m13
    let windows = scene.windows
    sink.cycle(Self.windows(windows, in: Set(via)))
    return found
  }

  private static func windows(_ windows: [Window], in cycle: Set<String>) -> [WindowID] {
    windows.filter { $0.root?.contains(anyOf: cycle) == true }.map(\.id)
  }

  private mutating func askAlert(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller
  ) -> Resolved? {
    guard kind == .supported else { return standard(kind, controller) }
    let alert = controller.effectivePresented?.controller.id ?? controller.id
    if traits.alertMaskRecurses {
      return cycle(kind, window, [controller.id, alert, controller.id])
    }
    var found = standard(kind, nil)
    found.forward(through: alert, rule: .c4)
    return found
  }
}
