// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The windows of a scene and of its events, with their IDs and names in a scenario file.
struct WindowNumbering {
  private struct Entry {
    var old: WindowID
    var new: WindowID
    var name: String
    var isAlive: Bool
  }

  private var entries: [Entry] = []
  /// The outputs of the scene and those that events add, in order; a file numbers them from 0.
  private var outputs: [OutputID]

  /// Numbers the initial windows by ID and then the windows that events add in order, from 0;
  /// throws if two windows have the same ID.
  init(
    _ windows: [Window], outputs: [Output], _ events: [ScenarioWriter.Entry]
  ) throws(ScenarioWritingError) {
    self.outputs = outputs.map { $0.id }
    for window in windows.sorted(by: { $0.id < $1.id }) { try add(window) }
    for entry in events {
      guard case .event(let event) = entry.action else { continue }
      switch event {
      case .add(let window, _), .addExempt(let window, _): try add(window)
      case .output(.add(let output)):
        if !self.outputs.contains(output.id) { self.outputs.append(output.id) }
      case .window(let id, .remove):
        for index in entries.indices where entries[index].old == id {
          entries[index].isAlive = false
        }
      default: break
      }
    }
  }

  private mutating func add(_ window: Window) throws(ScenarioWritingError) {
    if entries.contains(where: { $0.old == window.id }) {
      throw ScenarioWritingError("a second window of the number \(window.id.rawValue)")
    }
    let isReserved = window.name.isEmpty || NameTable.reserved.contains(window.name)
    let base = isReserved ? "window-\(window.id.rawValue)" : window.name
    var (name, count) = (base, 1)
    while entries.contains(where: { $0.name == name && $0.isAlive }) {
      count += 1
      name = "\(base).\(count)"
    }
    let new = WindowID(Int32(entries.count))
    entries.append(Entry(old: window.id, new: new, name: name, isAlive: true))
  }

  func name(_ id: WindowID) -> String? { entries.first { $0.old == id }?.name }

  /// Returns the ID of a window in the file; an unknown window keeps its ID.
  func number(_ id: WindowID) -> WindowID { entries.first { $0.old == id }?.new ?? id }

  private func number(_ id: OutputID) -> OutputID {
    outputs.firstIndex(of: id).map { OutputID(Int32($0)) } ?? id
  }

  /// Returns an action as a file expresses it.
  ///
  /// New answers of a desktop's window, which a session gives with a new root, become `set-policy`,
  /// always with autorotation and mask, since omitted answers stay unchanged.
  func written(
    _ action: ScenarioEvent.Action, for rules: any RuleSet
  ) -> ScenarioEvent.Action {
    guard rules.scope == .output, case .event(.window(let id, .setRoot(let root))) = action,
      var policy = root?.declared, let name = name(id)
    else { return action }
    policy.autorotate = policy.autorotate ?? true
    policy.supported = policy.supported ?? .all
    return .event(.app(.setPolicy(controller: name, policy)))
  }
}

/// The values that reading the file should give.
extension WindowNumbering {
  func renumbered(
    _ scene: Scene, _ exempt: [Window], for rules: any RuleSet
  ) -> (scene: Scene, exempt: [Window]) {
    var scene = scene
    scene.windows = scene.windows.map { renumbered($0, for: rules) }
    scene.keyHistory = scene.keyHistory.map { number($0) }
    scene.mainWindow = scene.mainWindow.map { number($0) }
    if case .window(let id) = scene.statusBar.writer {
      scene.statusBar.writer = .window(number(id))
    }
    scene.app.delegate = scene.app.delegate.map { renumbered($0) }
    if rules.scope != .window {
      scene.app = App()
      (scene.device.idiom, scene.device.hasHomeButton) = (.phone, true)
      scene.device.generatingCount = 1
    }
    if rules.scope != .output { scene.outputs = [] }
    for index in scene.outputs.indices {
      scene.outputs[index].id = number(scene.outputs[index].id)
    }
    scene.device.platform = scene.device.platform.part(of: rules.family)
    return (scene, exempt.map { renumbered($0, for: rules) })
  }

  func renumbered(_ event: Event, for rules: any RuleSet) -> Event {
    switch event {
    case .add(let window, let makesKey):
      // A window that an event adds is read as portrait, whatever its orientation was.
      var window = renumbered(window, for: rules)
      window.orientation = .portrait
      return .add(window, makesKey: makesKey)
    case .addExempt(let window, let makesKey):
      var window = renumbered(window, for: rules)
      window.orientation = .portrait
      return .addExempt(window, makesKey: makesKey)
    case .window(let id, let event): return .window(number(id), renumbered(event))
    case .app(.setDelegate(let masks)): return .app(.setDelegate(masks.map { renumbered($0) }))
    case .output(.add(var output)):
      output.id = number(output.id)
      return .output(.add(output))
    case .output(.remove(let id)): return .output(.remove(number(id)))
    case .output(.transform(let id, let transform)):
      return .output(.transform(number(id), transform))
    case .app(.focusText(let id)): return .app(.focusText(id.map { number($0) }))
    default: return event
    }
  }

  private func renumbered(_ event: WindowEvent) -> WindowEvent {
    switch event {
    case .setRoot(let controller): return .setRoot(controller.map { renumbered($0) })
    case .present(var presentation):
      presentation.controller = renumbered(presentation.controller)
      return .present(presentation)
    case .push(let controller): return .push(renumbered(controller))
    default: return event
    }
  }

  private func renumbered(_ masks: DelegateMasks) -> DelegateMasks {
    var masks = masks
    for index in masks.entries.indices {
      masks.entries[index].window = number(masks.entries[index].window)
    }
    return masks
  }

  private func renumbered(_ window: Window, for rules: any RuleSet) -> Window {
    var window = window
    let own = name(window.id) ?? window.name
    window.id = number(window.id)
    window.name = own
    window.root = window.root.map { renumbered($0) }
    window.platform = window.platform.part(of: rules.family)
    switch rules.scope {
    case .window:
      // Of the shell traits, these rule sets read only the cure.
      window.shell = ShellTraits(cure: window.shell.cure)
    case .output:
      window.root?.id = own
      // On the only output a window is shown anyway.
      if outputs.count == 1, window.shell.output == outputs[0] { window.shell.output = nil }
    case .display:
      window.shell = ShellTraits()
      window.root = Controller(id: own)
      window.isFollower = false
      window.controlsStatusBar = true
    }
    return window
  }

  private func renumbered(_ controller: Controller) -> Controller {
    var controller = controller
    controller.forwardsTo = controller.forwardsTo.map { number($0) }
    if var container = controller.container {
      container.children = container.children.map { renumbered($0) }
      controller.container = container
    }
    if var presented = controller.presented {
      presented.controller = renumbered(presented.controller)
      controller.presented = presented
    }
    return controller
  }
}
