// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
import WaylandABI
import WaylandServer

/// The Wayland end of the virtual compositor: real messages over a real socket, all on one thread.
final class CompositorWire {
  enum Answer { case succeeded, failed, cancelled }

  private final class Head {
    let screen: Int
    let resource: ZwlrOutputHeadV1Resource
    let mode: ZwlrOutputModeV1Resource?

    init(_ screen: Int, _ resource: ZwlrOutputHeadV1Resource, _ mode: ZwlrOutputModeV1Resource?) {
      (self.screen, self.resource, self.mode) = (screen, resource, mode)
    }
  }

  private unowned let compositor: VirtualCompositor
  private let display: Display?
  private var loop: EventLoop?
  private var tokens: [Token] = []
  private var isPaused = false
  private var globals: [Int: Global] = [:]
  private var outputs: [(screen: Int, resource: WlOutputResource)] = []
  private var details: [(screen: Int, resource: ZxdgOutputV1Resource)] = []
  private var managers: [ZwlrOutputManagerV1Resource] = []
  private var heads: [Head] = []
  private var lists: [ZwlrForeignToplevelManagerV1Resource] = []
  private var handles: [(window: Int, resource: ZwlrForeignToplevelHandleV1Resource)] = []
  /// The places that were reported last.
  private var places: [VirtualCompositor.Place]
  private var serial: UInt32 = 0

  init(_ compositor: VirtualCompositor) {
    self.compositor = compositor
    places = compositor.screens.map(\.place)
    display = try? Display()
    display?.offer(ZxdgOutputManagerV1Resource.self, version: 3) { [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        if case .getXdgOutput(let id, let output) = request { add(id, output) }
      }
    }
    display?.offer(ZwlrOutputManagerV1Resource.self, version: 4) { [unowned self] manager in
      managers.append(manager)
      manager.onRequest = { [unowned self] request in
        if case .createConfiguration(let id, let serial) = request { follow(id, serial) }
      }
      for screen in globals.keys.sorted() { addHead(screen, to: manager) }
      manager.done(serial: serial)
    }
    display?.offer(ZwlrForeignToplevelManagerV1Resource.self, version: 3) { [unowned self] list in
      lists.append(list)
      list.onRequest = { _ in }
      for window in self.compositor.windows { add(window, to: list) }
      describeWindows()
    }
  }

  // MARK: Clients

  func connect() -> Int32? {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard let display, socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    guard (try? display.add(client: pair[0])) != nil else {
      Glibc.close(pair[1])
      return nil
    }
    return pair[1]
  }

  func end() {
    leave()
    display?.end()
    (outputs, details, managers, heads, lists, handles) = ([], [], [], [], [], [])
  }

  /// Serves the clients in this loop from now on.
  func serve(in loop: EventLoop) {
    leave()
    self.loop = loop
    guard let display, !isPaused else { return }
    let source = try? loop.add(display.fileDescriptor, for: .readable) { _ in display.dispatch() }
    let flush = loop.prepare { display.flush() }
    tokens = [source, flush].compactMap(\.self)
  }

  private func leave() {
    for token in tokens { loop?.remove(token) }
    tokens = []
  }

  func pause(_ isOn: Bool) {
    isPaused = isOn
    if let loop { serve(in: loop) }
  }

  // MARK: Screens

  func plug(_ screen: Int) {
    places[screen] = compositor.screens[screen].place
    globals[screen] = display?.offer(WlOutputResource.self, version: 4) { [unowned self] output in
      outputs.append((screen, output))
      output.onRequest = { _ in }
      output.onDestroy = { [weak self, unowned output] in
        self?.outputs.removeAll { $0.resource === output }
      }
      describe(screen, to: output)
      output.name(name: self.compositor.screens[screen].name)
      output.done()
    }
    for manager in managers { addHead(screen, to: manager) }
  }

  func unplug(_ screen: Int) {
    globals.removeValue(forKey: screen)?.withdraw()
    for output in outputs where output.screen == screen { output.resource.makeInert() }
    for head in heads where head.screen == screen {
      head.mode?.finished()
      head.resource.finished()
    }
    heads.removeAll { $0.screen == screen }
    outputs.removeAll { $0.screen == screen }
    details.removeAll { $0.screen == screen }
  }

  /// Reports the screens' places to all clients as one report, unless a newer one was sent.
  func show(_ new: [VirtualCompositor.Place], serial: UInt32) {
    guard serial >= self.serial else { return }
    let changed = new.indices.filter { new[$0] != places[$0] && globals[$0] != nil }
    for screen in changed { places[screen] = new[screen] }
    for (screen, output) in outputs where changed.contains(screen) { describe(screen, to: output) }
    for (screen, detail) in details where changed.contains(screen) { describe(screen, to: detail) }
    for (screen, output) in outputs where changed.contains(screen) { output.done() }
    for head in heads where changed.contains(head.screen) { describe(head) }
    report(serial: serial)
  }

  func report(serial: UInt32) {
    self.serial = serial
    for manager in managers { manager.done(serial: serial) }
  }

  private func add(_ id: ZxdgOutputV1Resource, _ output: WlOutputResource) {
    id.onRequest = { _ in }
    guard let screen = outputs.first(where: { $0.resource === output })?.screen else { return }
    details.append((screen, id))
    id.onDestroy = { [weak self, unowned id] in
      self?.details.removeAll { $0.resource === id }
    }
    id.name(name: compositor.screens[screen].name)
    describe(screen, to: id)
    output.done()
  }

  private func describe(_ screen: Int, to output: WlOutputResource) {
    let (place, size) = (places[screen], compositor.screens[screen].size)
    output.geometry(
      x: place.position.x, y: place.position.y, physicalWidth: 0, physicalHeight: 0,
      subpixel: .unknown, make: "Virtual", model: "Screen", transform: place.transform.wire)
    output.mode(flags: .current, width: size.width, height: size.height, refresh: 60_000)
  }

  private func describe(_ screen: Int, to detail: ZxdgOutputV1Resource) {
    let place = places[screen]
    let size = place.transform.apply(to: compositor.screens[screen].size)
    detail.logicalPosition(x: place.position.x, y: place.position.y)
    detail.logicalSize(width: size.width, height: size.height)
  }

  private func addHead(_ screen: Int, to manager: ZwlrOutputManagerV1Resource) {
    guard let resource = manager.head() else { return }
    resource.onRequest = { _ in }
    resource.name(name: compositor.screens[screen].name)
    let mode = resource.mode()
    mode?.onRequest = { _ in }
    let size = compositor.screens[screen].size
    mode?.size(width: size.width, height: size.height)
    let head = Head(screen, resource, mode)
    heads.append(head)
    resource.enabled(enabled: 1)
    if let mode { resource.currentMode(mode: mode) }
    describe(head)
  }

  private func describe(_ head: Head) {
    let place = places[head.screen]
    head.resource.position(x: place.position.x, y: place.position.y)
    head.resource.transform(transform: place.transform.wire)
  }

  // MARK: Configurations

  private func follow(_ configuration: ZwlrOutputConfigurationV1Resource, _ serial: UInt32) {
    var wanted: [(screen: Int, place: VirtualCompositor.Place)] = []
    configuration.onRequest = { [unowned self, unowned configuration] request in
      switch request {
      case .enableHead(let id, let resource):
        guard let head = heads.first(where: { $0.resource === resource }) else { return }
        let index = wanted.count
        wanted.append((head.screen, places[head.screen]))
        id.onRequest = { request in
          switch request {
          case .setPosition(let x, let y): wanted[index].place.position = Point(x: x, y: y)
          case .setTransform(let transform):
            guard let transform = Transform(rawValue: UInt8(transform.rawValue)) else { return }
            wanted[index].place.transform = transform
          case .setMode, .setCustomMode, .setScale, .setAdaptiveSync: break
          }
        }
      case .apply:
        compositor.configure(wanted, serial: serial) { [weak configuration] answer in
          switch answer {
          case .succeeded: configuration?.succeeded()
          case .failed: configuration?.failed()
          case .cancelled: configuration?.cancelled()
          }
        }
      case .disableHead, .test, .destroy: break
      }
    }
  }

  // MARK: Windows

  func open(_ window: VirtualCompositor.Window) { for list in lists { add(window, to: list) } }

  func close(_ window: Int) {
    for handle in handles where handle.window == window { handle.resource.closed() }
    handles.removeAll { $0.window == window }
  }

  /// Reports which window has the focus.
  func describeWindows() {
    for (window, handle) in handles {
      let activated: [UInt8] = [2, 0, 0, 0]
      handle.state(state: window == compositor.focus ? activated : [])
      handle.done()
    }
  }

  private func add(
    _ window: VirtualCompositor.Window, to list: ZwlrForeignToplevelManagerV1Resource
  ) {
    guard let handle = list.toplevel() else { return }
    handle.onRequest = { _ in }
    handle.appId(appId: window.application)
    handle.title(title: "window \(window.number)")
    handles.append((window.number, handle))
  }
}

extension Transform {
  fileprivate var wire: WlOutput.Transform { WlOutput.Transform(rawValue: UInt32(rawValue)) }
}
