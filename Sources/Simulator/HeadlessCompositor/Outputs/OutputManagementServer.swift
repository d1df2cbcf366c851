// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// The server of wlr-output-management, which reports outputs and changes them.
final class OutputManagementServer {
  unowned let compositor: CompositorCore
  private var bindings: [Binding] = []
  /// The serial of the last `done` event; a configuration based on an earlier one is cancelled.
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

  init(_ compositor: CompositorCore) {
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
      for output in compositor.outputs.all { add(output, to: binding) }
      manager.done(serial: serial)
    }
  }

  func announce() {
    serial = compositor.display.nextSerial()
    for binding in bindings {
      let gone = binding.heads.filter { head in
        !compositor.outputs.all.contains { $0 === head.output }
      }
      for head in gone { remove(head, from: binding) }
      for head in binding.heads { describe(head) }
      for output in compositor.outputs.all
      where !binding.heads.contains(where: { $0.output === output }) {
        add(output, to: binding)
      }
      binding.manager.done(serial: serial)
    }
  }

  func knows(_ mode: ZwlrOutputModeV1Resource) -> Bool {
    bindings.flatMap(\.heads).contains { $0.mode === mode }
  }

  /// Returns the head for a client's object; nil if the output was removed or the client has
  /// stopped its manager.
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

/// An output configuration that a client composes, then tests or applies once, atomically.
final class OutputConfiguration {
  private let resource: ZwlrOutputConfigurationV1Resource
  private let serial: UInt32
  private unowned let manager: OutputManagementServer
  private var changes: [(output: CompositorOutput, change: Change)] = []
  private var isUsed = false
  private var namesGoneHead = false

  init(
    _ resource: ZwlrOutputConfigurationV1Resource, serial: UInt32, manager: OutputManagementServer
  ) {
    self.resource = resource
    self.serial = serial
    self.manager = manager
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
  }

  private func post(_ error: ZwlrOutputConfigurationV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }

  private func handle(_ request: ZwlrOutputConfigurationV1Resource.Request) {
    if case .destroy = request { return }
    guard !isUsed else {
      return post(.alreadyUsed, "a configuration can be used once only")
    }
    switch request {
    case .enableHead(let id, let head): enable(head, id)
    case .disableHead(let head):
      guard let output = output(configuredBy: head) else { return }
      changes.append((output, Change(isEnabled: false)))
    case .apply: finish(applying: true)
    case .test: finish(applying: false)
    case .destroy: break
    }
  }

  private func output(configuredBy head: ZwlrOutputHeadV1Resource) -> CompositorOutput? {
    guard let output = manager.head(head)?.output else {
      namesGoneHead = true
      return nil
    }
    guard !changes.contains(where: { $0.output === output }) else {
      post(.alreadyConfiguredHead, "\(output.name) is configured twice")
      return nil
    }
    return output
  }

  private func enable(
    _ head: ZwlrOutputHeadV1Resource, _ id: ZwlrOutputConfigurationHeadV1Resource
  ) {
    guard let output = output(configuredBy: head) else { return }
    let index = changes.count
    changes.append((output, Change(isEnabled: true)))
    var given: Set<UInt32> = []
    id.onRequest = { [self, unowned id] request in
      guard !isUsed else { return post(.alreadyUsed, "a configuration can be used once only") }
      guard given.insert(request.number).inserted else {
        return id.post(
          ZwlrOutputConfigurationHeadV1.ErrorCode.alreadySet,
          "a value of \(output.name) is set twice")
      }
      guard let wrong = changes[index].change.store(request, manager: manager) else { return }
      id.post(wrong.code, wrong.message)
    }
  }

  private func finish(applying: Bool) {
    isUsed = true
    guard serial == manager.serial, !namesGoneHead else { return resource.cancelled() }
    // The protocol requires that every output is configured; at least one must stay enabled.
    let outputs = manager.compositor.outputs.all
    guard changes.count == outputs.count else {
      return post(.unconfiguredHead, "\(changes.count) of \(outputs.count) outputs are configured")
    }
    guard changes.contains(where: { $0.change.isEnabled == true }),
      !changes.contains(where: \.change.isBeyond)
    else { return resource.failed() }
    guard applying else { return resource.succeeded() }
    // Clients receive `succeeded` before the new state, as from other compositors.
    resource.succeeded()
    manager.compositor.apply(changes)
  }
}

extension OutputConfiguration {
  /// The requested changes of one output; nil keeps a value.
  struct Change {
    var isEnabled: Bool?
    var size: Size?
    var refresh: Int32?
    var position: Point?
    var transform: Transform?
    var scale: Int32?
    /// Whether a requested value is valid but not supported by this compositor, so that the request
    /// fails.
    private(set) var isBeyond = false

    /// Stores a requested value; returns a protocol error if it is invalid, otherwise nil.
    mutating func store(
      _ request: ZwlrOutputConfigurationHeadV1Resource.Request, manager: OutputManagementServer
    ) -> (code: ZwlrOutputConfigurationHeadV1.ErrorCode, message: String)? {
      let limits = OutputSpecification.limits
      switch request {
      case .setMode(let mode):
        // Each output has only one mode, the current one.
        guard manager.knows(mode) else {
          return (.invalidMode, "the mode belongs to another output")
        }
      case .setCustomMode(let width, let height, let refresh):
        guard width > 0, height > 0, refresh >= 0 else {
          return (.invalidCustomMode, "\(width)x\(height) at \(refresh) is no mode")
        }
        if width > limits.side || height > limits.side { isBeyond = true }
        size = Size(width: width, height: height)
        if refresh > 0 { self.refresh = max(1000, min(refresh, 1_000_000)) }
      case .setPosition(let x, let y):
        position = Point(x: PopupRules.bounded(x), y: PopupRules.bounded(y))
      case .setTransform(let value):
        guard let transform = Transform(wire: value) else {
          return (.invalidTransform, "\(value.rawValue) is no transform: 0 to 7 are")
        }
        self.transform = transform
      case .setScale(let value):
        guard value.rawValue > 0 else { return (.invalidScale, "\(value.value) is no scale") }
        // Only integer scales are supported; other scales lead to `failed`, which is no protocol
        // error.
        if value.rawValue % 256 != 0 || value.rawValue / 256 > limits.scale { isBeyond = true }
        scale = max(1, value.rawValue / 256)
      case .setAdaptiveSync(let state):
        guard state.rawValue <= 1 else {
          return (.invalidAdaptiveSyncState, "\(state.rawValue): 0 and 1 are valid")
        }
      }
      return nil
    }
  }
}

extension ZwlrOutputConfigurationHeadV1Resource.Request {
  /// A number that is equal for requests that set the same property.
  ///
  /// A mode and a custom mode have the same number.
  var number: UInt32 {
    switch self {
    case .setMode, .setCustomMode: 0
    case .setPosition: 1
    case .setTransform: 2
    case .setScale: 3
    case .setAdaptiveSync: 4
    }
  }
}
