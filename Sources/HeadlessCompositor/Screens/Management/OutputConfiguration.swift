// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// A configuration under construction: tested or applied once, as a whole or not at all.
final class OutputConfiguration {
  private let resource: ZwlrOutputConfigurationV1Resource
  private let serial: UInt32
  private unowned let manager: OutputManager
  private var changes: [(screen: Screen, change: OutputChange)] = []
  private var isUsed = false
  private var namesGoneHead = false

  init(_ resource: ZwlrOutputConfigurationV1Resource, serial: UInt32, manager: OutputManager) {
    self.resource = resource
    self.serial = serial
    self.manager = manager
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
  }

  private func post(_ error: ZwlrOutputConfigurationV1.ErrorCode, _ message: String) {
    resource.post(error: error.rawValue, message)
  }

  private func handle(_ request: ZwlrOutputConfigurationV1Resource.Request) {
    if case .destroy = request { return }
    guard !isUsed else {
      return post(.alreadyUsed, "a configuration can be used once only")
    }
    switch request {
    case .enableHead(let id, let head): enable(head, id)
    case .disableHead(let head):
      guard let screen = take(head) else { return }
      changes.append((screen, OutputChange(isEnabled: false)))
    case .apply: finish(applying: true)
    case .test: finish(applying: false)
    case .destroy: break
    }
  }

  private func take(_ head: ZwlrOutputHeadV1Resource) -> Screen? {
    guard let screen = manager.head(head)?.screen else {
      namesGoneHead = true
      return nil
    }
    guard !changes.contains(where: { $0.screen === screen }) else {
      post(.alreadyConfiguredHead, "\(screen.name) is configured twice")
      return nil
    }
    return screen
  }

  private func enable(
    _ head: ZwlrOutputHeadV1Resource, _ id: ZwlrOutputConfigurationHeadV1Resource
  ) {
    guard let screen = take(head) else { return }
    let index = changes.count
    changes.append((screen, OutputChange()))
    var given: Set<UInt32> = []
    id.onRequest = { [self, unowned id] request in
      guard !isUsed else { return post(.alreadyUsed, "a configuration can be used once only") }
      guard given.insert(request.number).inserted else {
        return id.post(
          error: ZwlrOutputConfigurationHeadV1.ErrorCode.alreadySet.rawValue,
          "a value of \(screen.name) is set twice")
      }
      guard let wrong = changes[index].change.take(request, manager: manager) else { return }
      id.post(error: wrong.code.rawValue, wrong.message)
    }
  }

  private func finish(applying: Bool) {
    isUsed = true
    guard serial == manager.serial, !namesGoneHead else { return resource.cancelled() }
    // Every output must be named, and one must stay.
    let screens = manager.compositor.screens
    guard changes.count == screens.count else {
      return post(.unconfiguredHead, "\(changes.count) of \(screens.count) outputs are configured")
    }
    guard changes.contains(where: \.change.isEnabled), !changes.contains(where: \.change.isBeyond)
    else { return resource.failed() }
    guard applying else { return resource.succeeded() }
    // Clients hear of success first, as from other compositors, then of the new state.
    resource.succeeded()
    manager.compositor.apply(changes)
  }
}
