// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// Serves wlr-output-management: what outputs there are, and changes to them.
final class OutputManager {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var bindings: [Binding] = []
  /// The number of the last `done`; a configuration made for another one is out of date.
  private(set) var serial: UInt32

  /// One client's view of the outputs.
  final class Binding {
    let manager: ZwlrOutputManagerV1Resource
    var heads: [Head] = []

    init(_ manager: ZwlrOutputManagerV1Resource) { self.manager = manager }
  }

  /// One output in one client's view.
  final class Head {
    let screen: Screen
    let resource: ZwlrOutputHeadV1Resource
    var mode: ZwlrOutputModeV1Resource?

    init(_ screen: Screen, _ resource: ZwlrOutputHeadV1Resource) {
      self.screen = screen
      self.resource = resource
    }
  }

  init(_ compositor: HeadlessCompositor) {
    self.compositor = compositor
    serial = compositor.display.nextSerial()
  }

  func offer() {
    compositor.display.offer(ZwlrOutputManagerV1Resource.self, version: 4) {
      [unowned self] manager in
      let binding = Binding(manager)
      bindings.append(binding)
      manager.onDestroy = { [unowned self] in bindings.removeAll { $0 === binding } }
      manager.onRequest = { [unowned self] in handle($0, of: binding) }
      for screen in compositor.screens { add(screen, to: binding) }
      manager.done(serial: serial)
    }
  }

  /// Tells every client how the outputs are now.
  func announce() {
    serial = compositor.display.nextSerial()
    for binding in bindings {
      let gone = binding.heads.filter { head in
        !compositor.screens.contains { $0 === head.screen }
      }
      for head in gone { remove(head, from: binding) }
      for head in binding.heads { describe(head) }
      for screen in compositor.screens
      where !binding.heads.contains(where: { $0.screen === screen }) {
        add(screen, to: binding)
      }
      binding.manager.done(serial: serial)
    }
  }

  /// Whether a mode is one of an output that is there.
  func knows(_ mode: ZwlrOutputModeV1Resource) -> Bool {
    bindings.flatMap(\.heads).contains { $0.mode === mode }
  }

  /// The screen that a client's head stands for; nil once it is unplugged.
  func head(_ resource: ZwlrOutputHeadV1Resource) -> Head? {
    bindings.flatMap(\.heads).first { $0.resource === resource }
  }

  private func handle(_ request: ZwlrOutputManagerV1Resource.Request, of binding: Binding) {
    switch request {
    case .createConfiguration(let id, let serial):
      OutputConfiguration(id, serial: serial, manager: self).start()
    case .stop:
      bindings.removeAll { $0 === binding }
      for head in binding.heads {
        head.resource.makeInert()
        head.mode?.makeInert()
      }
      binding.manager.makeInert()
      binding.manager.finished()
    }
  }

  private func add(_ screen: Screen, to binding: Binding) {
    guard let resource = binding.manager.head() else { return }
    let head = Head(screen, resource)
    binding.heads.append(head)
    resource.onRequest = { _ in }
    resource.onDestroy = { [weak binding] in binding?.heads.removeAll { $0 === head } }
    resource.name(name: screen.name)
    resource.description(description: screen.description)
    let glass = screen.millimetres
    resource.physicalSize(width: glass.width, height: glass.height)
    resource.make(make: Screen.make)
    resource.model(model: Screen.model)
    resource.serialNumber(serialNumber: screen.name)
    if let mode = resource.mode() {
      head.mode = mode
      mode.onRequest = { _ in }
      mode.onDestroy = { [weak head] in head?.mode = nil }
      mode.size(width: screen.size.width, height: screen.size.height)
      mode.refresh(refresh: screen.refresh)
      mode.preferred()
    }
    describe(head)
  }

  private func describe(_ head: Head) {
    let screen = head.screen
    head.resource.enabled(enabled: screen.isEnabled ? 1 : 0)
    guard screen.isEnabled else { return }
    if let mode = head.mode {
      mode.size(width: screen.size.width, height: screen.size.height)
      mode.refresh(refresh: screen.refresh)
      head.resource.currentMode(mode: mode)
    }
    head.resource.position(x: screen.position.x, y: screen.position.y)
    head.resource.transform(transform: screen.transform.wire)
    head.resource.scale(scale: Fixed(Double(screen.scale)))
    head.resource.adaptiveSync(state: .disabled)
  }

  private func remove(_ head: Head, from binding: Binding) {
    binding.heads.removeAll { $0 === head }
    head.mode?.finished()
    head.mode?.makeInert()
    head.resource.finished()
    head.resource.makeInert()
  }
}
