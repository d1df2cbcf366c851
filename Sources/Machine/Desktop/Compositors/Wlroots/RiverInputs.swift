// SPDX-License-Identifier: Apache-2.0
public import Orientation
import WaylandClient

/// Maps touch screens and pens to their outputs where the compositor has river_input_management_v1; it
/// turns what is mapped with its output.
public final class RiverInputs {
  /// One input device, complete once its type and its name are known.
  private final class Device {
    let proxy: RiverInputDeviceV1Proxy
    var type: RiverInputDeviceV1.TypeValue?
    var name: String?
    /// The output that it is mapped to because of us.
    var output: ObjectIdentifier?

    init(_ proxy: RiverInputDeviceV1Proxy) { self.proxy = proxy }
  }

  private let proxies: (String) -> WlOutputProxy?
  private var manager: RiverInputManagerV1Proxy?
  private var devices: [Device] = []
  private var pair: ([String]) -> TouchPairing = { _ in TouchPairing([], outputs: []) }

  /// `proxies` gives the compositor's object of an output.
  init(_ proxies: @escaping (String) -> WlOutputProxy?) { self.proxies = proxies }

  /// Whether the compositor has the protocol.
  public var isOffered: Bool { manager != nil }

  func follow(_ manager: RiverInputManagerV1Proxy) {
    self.manager = manager
    manager.onEvent = { [weak self] event in
      switch event {
      case .inputDevice(let proxy): self?.add(proxy)
      case .finished: self?.manager = nil
      }
    }
  }

  /// Maps everything that is there, and what comes later, to the outputs that it belongs to.
  ///
  /// `sizes` tells surfaces in millimetres and `assigned` outputs, both by the devices' names.
  public func map(
    to turning: [String], among outputs: [DesktopOutput], sizes: @escaping () -> [String: Size],
    assigned: [String: String]
  ) {
    pair = { names in
      let sizes = sizes()
      return TouchPairing(
        names.map { TouchDevice(name: $0, size: sizes[$0]) }, outputs: outputs, turning: turning,
        assigned: assigned)
    }
    update()
  }

  /// Gives every device the whole layout again.
  public func end() {
    pair = { _ in TouchPairing([], outputs: []) }
    update()
  }

  private func add(_ proxy: RiverInputDeviceV1Proxy) {
    let device = Device(proxy)
    devices.append(device)
    proxy.onEvent = { [weak self, weak device] event in
      guard let self, let device else { return }
      switch event {
      case .type(let type): device.type = type
      case .name(let name): device.name = name.string
      case .removed:
        devices.removeAll { $0 === device }
        return device.proxy.destroy()
      }
      if device.type != nil, device.name != nil { update() }
    }
  }

  private func update() {
    let screens = devices.filter { $0.type == .touch }.compactMap(\.name)
    let pairs = pair(screens).pairs
    for device in devices where device.type == .touch || device.type == .tablet {
      guard let name = device.name else { continue }
      // A pen of the panel is called as its fingers are, with a word behind that.
      let pair = pairs.first { name == $0.device || name.hasPrefix($0.device + " ") }
      let output = pair.flatMap { proxies($0.output) }
      // An output that has come back is another object.
      guard output.map({ ObjectIdentifier($0) }) != device.output else { continue }
      device.output = output.map { ObjectIdentifier($0) }
      // If it is the connection that has failed, the next wait says so.
      try? device.proxy.mapToOutput(output: output)
    }
  }
}
