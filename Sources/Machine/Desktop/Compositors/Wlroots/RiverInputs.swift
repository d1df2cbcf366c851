// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// The mapping of touch screens and pens by river_input_management_v1.
///
/// Compositors with this protocol rotate mapped devices with their output.
final class RiverInputs: InputMapper {
  /// One input device, complete once its type and its name are known.
  private final class Device {
    let proxy: RiverInputDeviceV1Proxy
    var type: RiverInputDeviceV1.TypeValue?
    var name: String?
    /// The output to which Swivel mapped the device; `nil` for the whole layout.
    var output: ObjectIdentifier?

    init(_ proxy: RiverInputDeviceV1Proxy) { self.proxy = proxy }
  }

  private unowned let session: Session
  private var manager: RiverInputManagerV1Proxy?
  /// Returns the devices' sizes in millimetres, by device name.
  var sizes: () -> [String: Size] = { [:] }
  private var devices: [Device] = []
  private var stage: InputStage?

  init(_ manager: RiverInputManagerV1Proxy, in session: Session) {
    self.session = session
    self.manager = manager
    manager.onEvent = { [weak self] event in
      switch event {
      case .inputDevice(let proxy): self?.add(proxy)
      case .finished: self?.manager = nil
      }
    }
  }

  var isOffered: Bool { manager != nil }

  func map(_ stage: InputStage) {
    self.stage = stage
    update()
  }

  /// Ends the mapping of every device that Swivel has mapped, and sends the requests at once.
  func end() {
    stage = nil
    update()
    session.run(for: .zero)
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
    let sizes = sizes()
    let screens = devices.filter { $0.type == .touch }.compactMap(\.name)
    let pairs = stage.map { stage in
      TouchPairing(
        screens.map { TouchDevice(name: $0, size: sizes[$0]) }, outputs: stage.outputs,
        turning: stage.turning, assigned: stage.assigned
      ).pairs
    }
    for device in devices where device.type == .touch || device.type == .tablet {
      guard let name = device.name else { continue }
      // A pen of the panel has the name of its touch screen, followed by another word.
      let pair = pairs?.first { name == $0.device || name.hasPrefix($0.device + " ") }
      let output = pair.flatMap { session.proxy(named: $0.output) }
      // An output that was removed and added again is a new object.
      guard output.map({ ObjectIdentifier($0) }) != device.output else { continue }
      device.output = output.map { ObjectIdentifier($0) }
      // If the connection has failed, the next wait reports that.
      try? device.proxy.mapToOutput(output: output)
    }
  }
}
