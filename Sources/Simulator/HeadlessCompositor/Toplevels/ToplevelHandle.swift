// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// A toplevel as a client of wlr-foreign-toplevel-management sees and controls it.
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
    let compositor = unsafe lists.compositor
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
