// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// The server of wlr-foreign-toplevel-management and ext-foreign-toplevel-list, which list the
/// toplevels.
final class ToplevelLists {
  unowned let compositor: CompositorCore
  private let managers = ResourceList<ZwlrForeignToplevelManagerV1Resource>()
  private var handles: [ToplevelHandle] = []
  private let lists = ResourceList<ExtForeignToplevelListV1Resource>()
  private var entries: [ToplevelEntry] = []
  private var toplevels: [Toplevel] = []
  private var lastIdentifier = 0
  private var identifiers: [ObjectIdentifier: String] = [:]

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(ZwlrForeignToplevelManagerV1Resource.self, version: 3) {
      [unowned self] manager in
      managers.add(manager)
      manager.onRequest = { [unowned self, unowned manager] _ in
        managers.remove(manager)
        manager.makeInert()
        manager.finished()
      }
      for toplevel in toplevels { announce(toplevel, to: manager) }
      for handle in handles where handle.resource.client === manager.client {
        handle.describeParent()
      }
    }
    compositor.display.offer(ExtForeignToplevelListV1Resource.self, version: 1) {
      [unowned self] list in
      lists.add(list)
      list.onRequest = { [unowned self, unowned list] request in
        guard case .stop = request else { return }
        lists.remove(list)
        list.finished()
      }
      for toplevel in toplevels { announce(toplevel, to: list) }
    }
  }

  func add(_ toplevel: Toplevel) {
    toplevels.append(toplevel)
    lastIdentifier += 1
    identifiers[ObjectIdentifier(toplevel)] = "swivel-\(lastIdentifier)"
    for manager in managers.all { announce(toplevel, to: manager) }
    for list in lists.all { announce(toplevel, to: list) }
  }

  func changed(_ toplevel: Toplevel) {
    for handle in handles where handle.toplevel === toplevel { handle.describe() }
    for entry in entries where entry.toplevel === toplevel { entry.describe() }
  }

  func remove(_ toplevel: Toplevel) {
    guard toplevels.contains(where: { $0 === toplevel }) else { return }
    toplevels.removeAll { $0 === toplevel }
    identifiers[ObjectIdentifier(toplevel)] = nil
    for handle in handles where handle.toplevel === toplevel { handle.close() }
    handles.removeAll { $0.toplevel === toplevel }
    for entry in entries where entry.toplevel === toplevel { entry.close() }
    entries.removeAll { $0.toplevel === toplevel }
    for handle in handles { handle.describe() }
  }

  func handle(of toplevel: Toplevel, for client: Client) -> ToplevelHandle? {
    handles.first { $0.toplevel === toplevel && $0.resource.client === client }
  }

  func forget(_ handle: ToplevelHandle) { handles.removeAll { $0 === handle } }

  func forget(_ entry: ToplevelEntry) { entries.removeAll { $0 === entry } }

  private func announce(_ toplevel: Toplevel, to manager: ZwlrForeignToplevelManagerV1Resource) {
    guard let resource = manager.toplevel() else { return }
    let handle = ToplevelHandle(resource, toplevel: toplevel, lists: self)
    handles.append(handle)
    handle.start()
  }

  private func announce(_ toplevel: Toplevel, to list: ExtForeignToplevelListV1Resource) {
    guard let resource = list.toplevel() else { return }
    let identifier = identifiers[ObjectIdentifier(toplevel)] ?? ""
    let entry = ToplevelEntry(resource, toplevel: toplevel, identifier: identifier, lists: self)
    entries.append(entry)
    entry.start()
  }
}

/// The handle of a toplevel for a client of ext-foreign-toplevel-list.
final class ToplevelEntry {
  let resource: ExtForeignToplevelHandleV1Resource
  let toplevel: Toplevel
  private let identifier: String
  private unowned let lists: ToplevelLists
  private var last: (title: String, appID: String)?

  init(
    _ resource: ExtForeignToplevelHandleV1Resource, toplevel: Toplevel, identifier: String,
    lists: ToplevelLists
  ) {
    self.resource = resource
    self.toplevel = toplevel
    self.identifier = identifier
    self.lists = lists
  }

  func start() {
    resource.onDestroy = { [unowned self] in lists.forget(self) }
    resource.identifier(identifier: identifier)
    describe()
  }

  func describe() {
    let now = (title: toplevel.title, appID: toplevel.appID)
    guard last.map({ $0 != now }) ?? true else { return }
    if last?.title != now.title { resource.title(title: now.title) }
    if last?.appID != now.appID { resource.appId(appId: now.appID) }
    last = now
    resource.done()
  }

  func close() {
    resource.makeInert()
    resource.onDestroy = nil
    resource.closed()
  }
}

/// The handle of a toplevel for a client of wlr-foreign-toplevel-management, which can control it.
final class ToplevelHandle {
  let resource: ZwlrForeignToplevelHandleV1Resource
  let toplevel: Toplevel
  private unowned let lists: ToplevelLists
  private var last: Description?

  private struct Description: Equatable {
    var title: String
    var appID: String
    var states: [UInt32]
  }

  private var lastParent: ToplevelHandle??
  private weak var lastOutput: CompositorOutput?

  init(_ resource: ZwlrForeignToplevelHandleV1Resource, toplevel: Toplevel, lists: ToplevelLists) {
    self.resource = resource
    self.toplevel = toplevel
    self.lists = lists
  }

  func start() {
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in lists.forget(self) }
    describe()
  }

  func describe() {
    let now = Description(title: toplevel.title, appID: toplevel.appID, states: states)
    var hasChanged = describeOutput()
    if last?.title != now.title { resource.title(title: now.title) }
    if last?.appID != now.appID { resource.appId(appId: now.appID) }
    if last?.states != now.states { resource.state(state: words(now.states)) }
    if last != now { hasChanged = true }
    last = now
    if updateParent() { hasChanged = true }
    if hasChanged { resource.done() }
  }

  func describeParent() {
    if updateParent() { resource.done() }
  }

  func close() {
    resource.makeInert()
    resource.onDestroy = nil
    resource.closed()
  }

  private var states: [UInt32] {
    var states: [UInt32] = []
    if toplevel.isMaximised { states.append(0) }
    if toplevel.isMinimised { states.append(1) }
    if toplevel.isActive { states.append(2) }
    if toplevel.isFullscreen, resource.version >= 2 { states.append(3) }
    return states
  }

  private func describeOutput() -> Bool {
    guard lastOutput !== toplevel.output else { return false }
    if let lastOutput {
      for output in lastOutput.resources(of: resource.client) {
        resource.outputLeave(output: output)
      }
    }
    lastOutput = toplevel.output
    if let output = toplevel.output {
      for output in output.resources(of: resource.client) { resource.outputEnter(output: output) }
    }
    return true
  }

  private func updateParent() -> Bool {
    let parent = toplevel.parent.flatMap { lists.handle(of: $0, for: resource.client) }
    guard lastParent.map({ $0 !== parent }) ?? (parent != nil) else { return false }
    lastParent = .some(parent)
    resource.parent(parent: parent?.resource)
    return resource.version >= 3
  }

  private func handle(_ request: ZwlrForeignToplevelHandleV1Resource.Request) {
    let compositor = lists.compositor
    switch request {
    case .setMaximized:
      toplevel.minimise(false)
      toplevel.setFilling { toplevel.isMaximised = true }
    case .unsetMaximized: toplevel.setFilling { toplevel.isMaximised = false }
    case .setMinimized: toplevel.minimise(true)
    case .unsetMinimized, .activate: compositor.seat.activate(toplevel)
    case .close: toplevel.close()
    case .setRectangle(_, _, _, let width, let height):
      guard width >= 0, height >= 0 else {
        return resource.post(
          ZwlrForeignToplevelHandleV1.ErrorCode.invalidRectangle, "\(width)x\(height) is no size")
      }
    case .destroy: break
    case .setFullscreen(let output):
      if let output = compositor.outputs.output(of: output) { toplevel.output = output }
      toplevel.minimise(false)
      toplevel.setFilling { toplevel.isFullscreen = true }
    case .unsetFullscreen: toplevel.setFilling { toplevel.isFullscreen = false }
    }
  }
}
