// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// Serves wlr-output-management: the outputs, and changes to them.
final class OutputManagementServer {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var bindings: [Binding] = []
  /// The serial of the last `done`; a configuration made for an earlier one is cancelled.
  private(set) var serial: UInt32

  final class Binding {
    let manager: ZwlrOutputManagerV1Resource
    var heads: [Head] = []

    init(_ manager: ZwlrOutputManagerV1Resource) { self.manager = manager }
  }

  final class Head {
    let output: CompositorOutput
    let resource: ZwlrOutputHeadV1Resource
    var mode: ZwlrOutputModeV1Resource?

    init(_ output: CompositorOutput, _ resource: ZwlrOutputHeadV1Resource) {
      self.output = output
      self.resource = resource
    }
  }

  init(_ compositor: HeadlessCompositor) {
    unsafe self.compositor = compositor
    serial = compositor.display.nextSerial()
  }

  func offer() {
    unsafe compositor.display.offer(ZwlrOutputManagerV1Resource.self, version: 4) {
      [unowned self] manager in
      let binding = Binding(manager)
      bindings.append(binding)
      manager.onDestroy = { [unowned self] in bindings.removeAll { $0 === binding } }
      manager.onRequest = { [unowned self] in handle($0, of: binding) }
      for output in unsafe compositor.outputs.all { add(output, to: binding) }
      manager.done(serial: serial)
    }
  }

  /// Sends every client the state of the outputs.
  func announce() {
    serial = unsafe compositor.display.nextSerial()
    for binding in bindings {
      let gone = binding.heads.filter { head in
        unsafe !compositor.outputs.all.contains { $0 === head.output }
      }
      for head in gone { remove(head, from: binding) }
      for head in binding.heads { describe(head) }
      for output in unsafe compositor.outputs.all
      where !binding.heads.contains(where: { $0.output === output }) {
        add(output, to: binding)
      }
      binding.manager.done(serial: serial)
    }
  }

  func knows(_ mode: ZwlrOutputModeV1Resource) -> Bool {
    bindings.flatMap(\.heads).contains { $0.mode === mode }
  }

  /// Returns the head of a client's object; nil once its output is unplugged.
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

  private func add(_ output: CompositorOutput, to binding: Binding) {
    guard let resource = binding.manager.head() else { return }
    let head = Head(output, resource)
    binding.heads.append(head)
    resource.onRequest = { _ in }
    resource.onDestroy = { [weak binding] in binding?.heads.removeAll { $0 === head } }
    resource.name(name: output.name)
    resource.description(description: output.description)
    let glass = output.millimetres
    resource.physicalSize(width: glass.width, height: glass.height)
    resource.make(make: CompositorOutput.make)
    resource.model(model: CompositorOutput.model)
    resource.serialNumber(serialNumber: output.name)
    if let mode = resource.mode() {
      head.mode = mode
      mode.onRequest = { _ in }
      mode.onDestroy = { [weak head] in head?.mode = nil }
      mode.size(width: output.size.width, height: output.size.height)
      mode.refresh(refresh: output.refresh)
      mode.preferred()
    }
    describe(head)
  }

  private func describe(_ head: Head) {
    let output = head.output
    head.resource.enabled(enabled: output.isEnabled ? 1 : 0)
    guard output.isEnabled else { return }
    if let mode = head.mode {
      mode.size(width: output.size.width, height: output.size.height)
      mode.refresh(refresh: output.refresh)
      head.resource.currentMode(mode: mode)
    }
    head.resource.position(x: output.position.x, y: output.position.y)
    head.resource.transform(transform: output.transform.wire)
    head.resource.scale(scale: Fixed(Double(output.scale)))
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
