// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

final class WlrApplier: TransformApplier {
  let name = "wlr"
  private(set) var heads: [HeadTracker] = []
  /// The serial of the last complete report; `nil` before the first, and once the output manager
  /// has ended.
  private(set) var serial: UInt32?
  private let proxy: ZwlrOutputManagerV1Proxy
  private var configurations: [ObjectIdentifier: ZwlrOutputConfigurationV1Proxy] = [:]
  private let onCommit: () -> Void

  init(_ proxy: ZwlrOutputManagerV1Proxy, onCommit: @escaping () -> Void) {
    self.proxy = proxy
    self.onCommit = onCommit
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  var isUsable: Bool { proxy.isAlive && serial != nil }

  func obstacle(to output: String) -> String? {
    guard isUsable else { return "the compositor has no usable zwlr_output_manager_v1" }
    return heads.contains { $0.facts?.name == output }
      ? nil : "the output manager does not know \(output)"
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    do throws(WaylandError) {
      try send(change, onEnd: onEnd)
    } catch {
      // If the connection has failed, the next wait reports that.
      onEnd(.unsupported(reason: "\(error)"))
    }
  }

  /// Configures every reported head with its current state, disabled ones as disabled, and the
  /// change's transforms and positions.
  ///
  /// A head that is left out keeps its state in principle, but sway 1.7 moves it.
  private func send(
    _ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void
  ) throws(WaylandError) {
    let configuration = try proxy.createConfiguration(serial: serial ?? 0)
    do throws(WaylandError) {
      for head in heads {
        guard let facts = head.facts else { continue }
        try configure(head.proxy, facts, change.place(of: facts.name), in: configuration)
      }
      try configuration.apply()
    } catch {
      configuration.destroy()
      throw error
    }
    let key = ObjectIdentifier(configuration)
    configurations[key] = configuration
    configuration.onEvent = { [weak self] event in
      // The configuration is destroyed at the first answer: some compositors send `cancelled`
      // twice.
      self?.configurations.removeValue(forKey: key)?.destroy()
      switch event {
      case .succeeded: onEnd(.succeeded)
      case .failed: onEnd(.failed)
      case .cancelled: onEnd(.cancelled)
      }
    }
  }

  private func configure(
    _ head: ZwlrOutputHeadV1Proxy, _ facts: HeadFacts, _ place: OutputChange.Place?,
    in configuration: ZwlrOutputConfigurationV1Proxy
  ) throws(WaylandError) {
    // An enabled head whose wl_output is not yet known has no place, and keeps its state.
    guard place != nil || facts.isEnabled else {
      try configuration.disableHead(head: head)
      return
    }
    // The object is not retained: it has no destructor and ends with its configuration.
    let setting = try configuration.enableHead(head: head)
    if let mode = facts.mode?.proxy, mode.isAlive { try setting.setMode(mode: mode) }
    let position = place?.position ?? facts.position ?? Point(x: 0, y: 0)
    try setting.setPosition(x: position.x, y: position.y)
    if let transform = place?.transform { try setting.setTransform(transform: transform.wire) }
    if let scale = facts.scale { try setting.setScale(scale: scale) }
  }

  private func handle(_ event: ZwlrOutputManagerV1Proxy.Event) {
    switch event {
    case .head(let head): heads.append(HeadTracker(head))
    case .done(let serial):
      self.serial = serial
      for head in heads where head.isFinished { head.end() }
      heads.removeAll { $0.isFinished }
      for head in heads { head.commit() }
      onCommit()
    case .finished:
      for head in heads { head.end() }
      heads = []
      serial = nil
      onCommit()
    }
  }
}
