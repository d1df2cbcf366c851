// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// Serves wlr-foreign-toplevel-management and ext-foreign-toplevel-list: lists of all windows.
final class ToplevelLists {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var managers: [ZwlrForeignToplevelManagerV1Resource] = []
  private var handles: [ToplevelHandle] = []
  private var lists: [ExtForeignToplevelListV1Resource] = []
  private var entries: [ToplevelEntry] = []
  private var toplevels: [Toplevel] = []
  private var lastIdentifier = 0
  private var identifiers: [ObjectIdentifier: String] = [:]

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(ZwlrForeignToplevelManagerV1Resource.self, version: 3) {
      [unowned self] manager in
      managers.append(manager)
      manager.onDestroy = { [unowned self, unowned manager] in managers.removeAll { $0 === manager }
      }
      manager.onRequest = { [unowned self, unowned manager] _ in
        managers.removeAll { $0 === manager }
        manager.makeInert()
        manager.finished()
      }
      for toplevel in toplevels { announce(toplevel, to: manager) }
      for handle in handles where handle.resource.client === manager.client {
        handle.describeParent()
      }
    }
    unsafe compositor.display.offer(ExtForeignToplevelListV1Resource.self, version: 1) {
      [unowned self] list in
      lists.append(list)
      list.onDestroy = { [unowned self, unowned list] in lists.removeAll { $0 === list } }
      list.onRequest = { [unowned self, unowned list] request in
        guard case .stop = request else { return }
        lists.removeAll { $0 === list }
        list.finished()
      }
      for toplevel in toplevels { announce(toplevel, to: list) }
    }
  }

  func add(_ toplevel: Toplevel) {
    toplevels.append(toplevel)
    lastIdentifier += 1
    identifiers[ObjectIdentifier(toplevel)] = "swivel-\(lastIdentifier)"
    for manager in managers { announce(toplevel, to: manager) }
    for list in lists { announce(toplevel, to: list) }
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

  /// Returns the handle by which a client knows a toplevel.
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

/// A toplevel as a client of ext-foreign-toplevel-list sees it.
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
    resource.onRequest = { _ in }
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
