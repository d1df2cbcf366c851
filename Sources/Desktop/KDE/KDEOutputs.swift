// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// Follows the output devices that KWin announces, one global each or all through a registry.
final class KDEOutputs {
  /// The version from which on the registry may be bound.
  static let registryVersion: UInt32 = 21

  private(set) var devices: [KDEOutputDevice] = []
  private var registry: KdeOutputDeviceRegistryV2Proxy?
  /// Is called after every complete report.
  var onCommit: (() -> Void)?

  /// Follows a device that is a global of its own.
  func add(_ proxy: KdeOutputDeviceV2Proxy, global: UInt32?) {
    devices.append(
      KDEOutputDevice(proxy, global: global) { [weak self] device in
        self?.handleReport(of: device)
      })
  }

  /// The global of a device is gone; of a global that is none of them nothing follows.
  func remove(global: UInt32) {
    guard let index = devices.firstIndex(where: { $0.global == global }) else { return }
    devices.remove(at: index).end()
    onCommit?()
  }

  /// Follows the devices of a registry.
  func follow(_ registry: KdeOutputDeviceRegistryV2Proxy) {
    self.registry = registry
    registry.onEvent = { [weak self] event in
      switch event {
      case .output(let proxy): self?.add(proxy, global: nil)
      case .finished: self?.registry = nil
      }
    }
  }

  /// The device of an output by the name that wl_output and xdg_output have for it.
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
