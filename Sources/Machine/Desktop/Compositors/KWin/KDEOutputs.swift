// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// The output devices that KWin announces, either as one global each or through a registry.
final class KDEOutputs {
  /// The first version of the registry that may be bound.
  static let registryVersion: UInt32 = 21

  private(set) var devices: [KDEOutputDevice] = []
  private var registry: KdeOutputDeviceRegistryV2Proxy?
  /// Called after each complete report of a device, and when a device was removed.
  var onCommit: (() -> Void)?

  func add(_ proxy: KdeOutputDeviceV2Proxy, global: UInt32?) {
    devices.append(
      KDEOutputDevice(proxy, global: global) { [weak self] device in
        self?.handleReport(of: device)
      })
  }

  func remove(global: UInt32) {
    guard let index = devices.firstIndex(where: { $0.global == global }) else { return }
    devices.remove(at: index).end()
    onCommit?()
  }

  func follow(_ registry: KdeOutputDeviceRegistryV2Proxy) {
    self.registry = registry
    registry.onEvent = { [weak self] event in
      switch event {
      case .output(let proxy): self?.add(proxy, global: nil)
      case .finished: self?.registry = nil
      }
    }
  }

  func device(named name: String) -> KDEOutputDevice? {
    devices.first { $0.facts?.name == name }
  }

  private func handleReport(of device: KDEOutputDevice) {
    if device.isRemoved {
      devices.removeAll { $0 === device }
      device.end()
    }
    onCommit?()
  }
}

/// One output device; its facts change when a report is complete.
final class KDEOutputDevice {
  struct Facts {
    var name = ""
    var isEnabled = false
    var transform = Transform.normal
    /// The scale in use, which wl_output reports rounded up.
    var scale = 1.0
    /// The configured policy, which KWin has even for outputs that it cannot rotate automatically;
    /// `nil` if KWin has reported none.
    var policy: AutoRotation?
    var canRotateItself = false
    /// The effective policy: `never` if KWin cannot rotate the output automatically.
    ///
    /// The result is `nil` if KWin has reported no policy, as before version 4 of the interface.
    var autoRotation: AutoRotation? { canRotateItself ? policy : policy.map { _ in .never } }
  }

  let proxy: KdeOutputDeviceV2Proxy
  /// The number of the device's global; nil if the registry announced the device.
  let global: UInt32?
  private(set) var facts: Facts?
  private(set) var isRemoved = false
  private var pending = Facts()
  // The modes are retained, since the event for the current mode refers to one of them.
  private var modes: [KdeOutputDeviceModeV2Proxy] = []
  private let onReport: (KDEOutputDevice) -> Void

  init(
    _ proxy: KdeOutputDeviceV2Proxy, global: UInt32?,
    onReport: @escaping (KDEOutputDevice) -> Void
  ) {
    self.proxy = proxy
    self.global = global
    self.onReport = onReport
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Releases the output device; before version 21 of the interface, which has no request for
  /// it, drops only the local object.
  func end() {
    for mode in modes { mode.discard() }
    proxy.release()
  }

  private func handle(_ event: KdeOutputDeviceV2Proxy.Event) {
    switch event {
    case .geometry(_, _, _, _, _, _, _, let transform):
      pending.transform = Transform(wire: transform) ?? pending.transform
    case .mode(let mode):
      modes.append(mode)
      mode.onEvent = { [weak self, weak mode] event in
        guard case .removed = event else { return }
        mode?.discard()
        self?.modes.removeAll { $0 === mode }
      }
    case .scale(let scale): pending.scale = Double(scale)
    case .name(let name): pending.name = name.string
    case .enabled(let enabled): pending.isEnabled = enabled != 0
    case .autoRotatePolicy(let policy): pending.policy = AutoRotation(policy)
    case .capabilities(let flags): pending.canRotateItself = flags.contains(.autoRotate)
    case .done:
      facts = pending
      onReport(self)
    case .removed:
      isRemoved = true
      onReport(self)
    default: break
    }
  }
}

extension AutoRotation {
  fileprivate init?(_ policy: KdeOutputDeviceV2.AutoRotatePolicy) {
    switch policy {
    case .never: self = .never
    case .inTabletMode: self = .inTabletMode
    case .always: self = .always
    default: return nil
    }
  }
}
