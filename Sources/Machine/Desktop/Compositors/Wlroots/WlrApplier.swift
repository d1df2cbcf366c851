// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// The heads of zwlr_output_manager_v1, and the changes that are sent to it.
final class OutputManager {
  private(set) var heads: [HeadTracker] = []
  /// The serial of the last complete report; `nil` before the first.
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

  /// Sends a change of all heads; `onEnd` is called once with the answer.
  func apply(
    _ settings: [HeadSetting], onEnd: @escaping (ChangeResult) -> Void
  ) throws(WaylandError) {
    let configuration = try proxy.createConfiguration(serial: serial ?? 0)
    do throws(WaylandError) {
      for setting in settings { try configure(setting, in: configuration) }
      try configuration.apply()
    } catch {
      configuration.destroy()
      throw error
    }
    let key = ObjectIdentifier(configuration)
    configurations[key] = configuration
    configuration.onEvent = { [weak self] event in
      // Destroyed at the first answer: some compositors send `cancelled` twice.
      self?.configurations.removeValue(forKey: key)?.destroy()
      switch event {
      case .succeeded: onEnd(.succeeded)
      case .failed: onEnd(.failed)
      case .cancelled: onEnd(.cancelled)
      }
    }
  }

  private func configure(
    _ setting: HeadSetting, in configuration: ZwlrOutputConfigurationV1Proxy
  ) throws(WaylandError) {
    guard setting.isEnabled else {
      try configuration.disableHead(head: setting.head)
      return
    }
    // Not kept: the object has no destructor and goes with its configuration.
    let head = try configuration.enableHead(head: setting.head)
    if let mode = setting.mode, mode.isAlive { try head.setMode(mode: mode) }
    try head.setPosition(x: setting.position.x, y: setting.position.y)
    try head.setTransform(transform: setting.transform.wire)
    if let scale = setting.scale { try head.setScale(scale: scale) }
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
