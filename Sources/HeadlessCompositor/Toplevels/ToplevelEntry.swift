// SPDX-License-Identifier: Apache-2.0
import WaylandServer

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

  /// Says what has changed since it was last said.
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
