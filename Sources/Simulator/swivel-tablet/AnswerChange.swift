// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A step that changes a window's or the device's answers from now on.
enum AnswerChange: Equatable {
  case handle(Event)
  /// Visibility is a property of the surface, and not only of the arbiter's scene.
  case show(WindowID, Bool)

  /// Returns the steps that make other answers true in a running session; nil if no event can.
  ///
  /// The rule set amends the scene; the differences become events, which recordings and scenarios
  /// can hold.
  static func steps(
    for changes: [Intervention], in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    var steps: [AnswerChange] = []
    for change in changes {
      guard let more = self.steps(for: change, in: scene, rules) else { return nil }
      steps += more
    }
    return steps
  }

  private static func steps(
    for change: Intervention, in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    guard case .party(.window(let id)) = change.subject else {
      return settings(change, in: scene, rules)
    }
    guard let window = scene.window(id) else { return nil }
    switch change.override {
    case .shows(let isShown): return window.isHidden == isShown ? [.show(id, isShown)] : []
    // Only the window's client can close it.
    case .leaves: return nil
    case .follows where rules.scope == .window:
      // As an author would: the page's window answers for it.
      guard let page = scene.pageIndex.map({ scene.windows[$0].id }), page != id else { return nil }
      let root = Controller(id: window.root?.id ?? window.name, forwardsTo: page)
      return [.handle(.window(id, .setRoot(root)))]
    default: break
    }
    var other = scene
    other.amend([change], rules)
    guard let amended = other.window(id) else { return nil }
    var events: [WindowEvent] = []
    if amended.disableCount < window.disableCount {
      events += Array(
        repeating: .enableAutorotation, count: window.disableCount - amended.disableCount)
    }
    if amended.shell != window.shell { events.append(.shell(amended.shell)) }
    events += window.settings(toMatch: amended).map { .setting($0) }
    if amended.root != window.root { events.append(.setRoot(amended.root)) }
    return events.map { .handle(.window(id, $0)) }
  }

  private static func settings(
    _ change: Intervention, in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    var other = scene
    other.amend([change], rules)
    var events: [Event] = []
    let (old, new) = (scene.device, other.device)
    if old.isRotationLocked != new.isRotationLocked {
      events.append(.device(.rotationLock(new.isRotationLocked)))
    }
    if old.userLock != new.userLock {
      events.append(.device(.setting(.userLock(new.userLock))))
    }
    if old.userRotation != new.userRotation {
      events.append(.device(.setting(.userRotation(new.userRotation))))
    }
    if scene.app.delegate != other.app.delegate {
      events.append(.app(.setDelegate(other.app.delegate)))
    }
    // No event changes an app's list or the properties of the device.
    var reached = scene
    for event in events { reached = reached.after(event, rules: rules) }
    return !events.isEmpty && reached.app == other.app && reached.device == other.device
      ? events.map { .handle($0) } : nil
  }
}
