// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension UIKitRuleSet {
  /// Which decisions an event calls for; `scene` already has the event in it.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    switch event {
    case .setUp: scene.windows.map { .place($0.id) }
    case .add(let window, _): [.place(window.id)]
    case .device: deviceTurned(before, scene) ? retry(scene) : []
    case .app(let event): triggers(for: event, before: before, after: scene)
    case .window(let id, let event): triggers(for: event, on: id, before: before, after: scene)
    case .observe, .addExempt, .output, .answer, .abstained, .policyFailed, .deadline, .applied: []
    }
  }

  /// Whether the device's own orientation changed while anybody could look (F-2, F-10).
  func deviceTurned(_ before: Scene, _ scene: Scene) -> Bool {
    scene.isForeground && before.device.orientation != scene.device.orientation
  }

  // Flat and unknown values ask for nothing (B-1).
  private func retry(_ scene: Scene, only: WindowID? = nil) -> [DecisionTrigger] {
    scene.device.orientation.interface.map { [.turn(to: $0, only: only)] } ?? []
  }

  private func triggers(
    for event: AppEvent, before: Scene, after scene: Scene
  ) -> [DecisionTrigger] {
    switch event {
    case .foreground: scene.hasPendingTurn ? retry(scene) : []
    case .attemptRotation: traits.allowsAttempts ? retry(scene) : []
    case .setStatusBar(let wanted): traits.allowsManualBar ? [.statusBar(wanted)] : []
    case .focusText: scene.windows.filter { $0.isFollower && !$0.isHidden }.map { .place($0.id) }
    case .background, .setDelegate, .resize, .setPolicy: []
    }
  }

  private func triggers(
    for event: WindowEvent, on id: WindowID, before: Scene, after scene: Scene
  ) -> [DecisionTrigger] {
    guard let window = scene.window(id), let old = before.window(id) else { return [] }
    switch event {
    case .show:
      // Whoever was asked while hidden needs no placing now.
      return old.isHidden && !isVoter(old, in: before) ? [.place(id)] : []
    case .setRoot(let controller): return controller == nil ? [] : [.place(id)]
    case .present, .dismiss:
      // Only what becomes topmost is asked; push, pop and select ask nobody (B-6).
      return window.root?.topmost(traits).id == old.root?.topmost(traits).id
        ? [] : [.present(id)]
    case .setNeedsUpdate: return traits.hasGeometryRequests ? [.update(id)] : []
    case .requestGeometry(let wanted):
      return traits.hasGeometryRequests ? [.geometry(id, wanted)] : []
    case .enableAutorotation:
      return window.disableCount == 0 && window.needsTurn ? retry(scene, only: id) : []
    case .remove, .hide, .makeKey, .resignKey, .push, .pop, .select, .disableAutorotation,
      .shell, .setRequest, .setLock:
      return []
    }
  }

  /// The orientation that an event asks for, if it asks for one (scenario format, blocked).
  public func request(
    of event: Event, before: Scene, after scene: Scene
  ) -> InterfaceOrientation? {
    let device = scene.device.orientation.interface
    switch event {
    case .device: return before.device.orientation == scene.device.orientation ? nil : device
    case .app(.attemptRotation): return traits.allowsAttempts ? device : nil
    case .app(.setStatusBar(let wanted)):
      return traits.allowsManualBar && wanted != .unknown ? wanted : nil
    case .window(_, .setNeedsUpdate): return traits.hasGeometryRequests ? device : nil
    case .window(_, .requestGeometry(let wanted)):
      guard traits.hasGeometryRequests else { return nil }
      return wanted.allows(scene.statusBar.orientation) ? nil : wanted.first
    default: return nil
    }
  }

  /// Whether the platform refuses an event outright (E-6).
  public func refuses(_ event: Event) -> Bool {
    if case .device(.forced) = event { !traits.allowsForcing } else { false }
  }

  /// The name of a window's topmost controller; nil when it has no root.
  public func topmost(_ window: Window) -> String? { window.root?.topmost(traits).id }
}
