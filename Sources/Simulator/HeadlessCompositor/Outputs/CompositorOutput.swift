// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

final class CompositorOutput {
  let id: OutputID
  let name: String
  unowned let compositor: CompositorCore
  private(set) var size: Size
  private(set) var refresh: Int32
  private(set) var scale: Int32
  private(set) var transform: Transform
  /// The upper left corner in the space that all outputs share, in logical pixels.
  private(set) var position: Point
  private(set) var isEnabled = true
  /// The revision number of the picture, which increases whenever the picture may have changed.
  var changes = 0
  /// The revision number that each client captured last.
  var seen: [ObjectIdentifier: Int] = [:]
  /// The draw list that is shown while a change waits for clients; nil otherwise.
  var frozen: DrawList?
  private var global: Global?
  private let resources = ResourceList<WlOutputResource>()
  private let details = ResourceList<ZxdgOutputV1Resource>()

  static let make = "Swivel"
  static let model = "headless"

  init(
    _ specification: OutputSpecification, id: OutputID, name: String, position: Point,
    compositor: CompositorCore
  ) {
    self.id = id
    self.name = name
    self.position = position
    self.compositor = compositor
    size = specification.size
    refresh = specification.refresh
    scale = specification.scale
    transform = specification.transform
  }

  var description: String { "\(Self.make) \(Self.model) \(name)" }

  var logicalSize: Size {
    let turned = transform.apply(to: size)
    return Size(width: max(1, turned.width / scale), height: max(1, turned.height / scale))
  }

  /// The rectangle in the space that all outputs share, in logical pixels.
  var area: Rectangle { Rectangle(origin: position, size: logicalSize) }

  /// Whether the mode, before any transform, is portrait or landscape.
  var nature: PanelNature { size.width > size.height ? .landscape : .portrait }

  /// A plausible physical size in millimetres, for 96 dots per inch.
  var millimetres: Size { Size(width: size.width * 254 / 960, height: size.height * 254 / 960) }

  func plugIn() {
    guard global == nil, isEnabled else { return }
    global = compositor.display.offer(WlOutputResource.self, version: 4) {
      [weak self] resource in
      guard let self, global != nil else { return }
      add(resource)
    }
  }

  /// Withdraws the output's global; the protocol objects that clients have for it become inert.
  func unplug() {
    global?.withdraw()
    global = nil
    resources.makeInert()
    details.makeInert()
  }

  /// Changes the output's state and notifies clients of changes.
  ///
  /// A property whose new value is nil stays as it is.
  func configure(_ change: OutputConfiguration.Change) {
    let before = (isEnabled, size, refresh, position, transform, scale)
    isEnabled = change.isEnabled ?? isEnabled
    size = change.size ?? size
    refresh = change.refresh ?? refresh
    position = change.position ?? position
    transform = change.transform ?? transform
    scale = change.scale ?? scale
    guard before != (isEnabled, size, refresh, position, transform, scale) else { return }
    if isEnabled { plugIn() } else { unplug() }
    for resource in resources.all { describe(to: resource) }
    for resource in details.all { describe(to: resource) }
    for resource in resources.all { resource.done() }
  }

  func resources(of client: Client) -> [WlOutputResource] { resources.of(client) }

  func isKnown(as resource: WlOutputResource) -> Bool {
    resources.all.contains { $0 === resource }
  }

  func add(_ resource: ZxdgOutputV1Resource) {
    details.add(resource)
    resource.name(name: name)
    resource.description(description: description)
    describe(to: resource)
    if resource.version >= 3 {
      for output in resources(of: resource.client) { output.done() }
    } else {
      resource.done()
    }
  }

  private func add(_ resource: WlOutputResource) {
    resources.add(resource)
    describe(to: resource)
    resource.name(name: name)
    resource.description(description: description)
    resource.done()
    compositor.windows.outputBound(self, by: resource)
  }

  private func describe(to resource: WlOutputResource) {
    let glass = millimetres
    resource.geometry(
      x: position.x, y: position.y, physicalWidth: glass.width, physicalHeight: glass.height,
      subpixel: .unknown, make: Self.make, model: Self.model, transform: transform.wire)
    resource.mode(
      flags: [.current, .preferred], width: size.width, height: size.height, refresh: refresh)
    resource.scale(factor: scale)
  }

  private func describe(to resource: ZxdgOutputV1Resource) {
    resource.logicalPosition(x: position.x, y: position.y)
    resource.logicalSize(width: logicalSize.width, height: logicalSize.height)
    if resource.version < 3 { resource.done() }
  }
}

extension Transform {
  init?(wire value: WlOutput.Transform) {
    guard value.rawValue < 8 else { return nil }
    self.init(rawValue: UInt8(value.rawValue))
  }

  var wire: WlOutput.Transform { WlOutput.Transform(rawValue: UInt32(rawValue)) }
}

final class OutputRegistry {
  private unowned let compositor: CompositorCore
  private(set) var all: [CompositorOutput] = []
  private var lastNumber: Int32 = 0

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offerDetails() {
    compositor.display.offer(ZxdgOutputManagerV1Resource.self, version: 3) {
      [unowned self] resource in
      resource.onRequest = { [unowned self] request in
        guard case .getXdgOutput(let id, let output) = request else { return }
        self.output(of: output)?.add(id)
      }
    }
  }

  /// Creates an output to the right of the others, without announcing it.
  @discardableResult
  func make(_ specification: OutputSpecification) -> CompositorOutput {
    lastNumber += 1
    var number = 1
    while output(named: "HEADLESS-\(number)") != nil { number += 1 }
    let right = all.map { $0.area.origin.x + $0.area.size.width }.max() ?? 0
    let output = CompositorOutput(
      specification, id: OutputID(lastNumber), name: specification.name ?? "HEADLESS-\(number)",
      position: Point(x: right, y: 0), compositor: compositor)
    all.append(output)
    return output
  }

  func remove(_ output: CompositorOutput) { all.removeAll { $0 === output } }

  func output(named name: String) -> CompositorOutput? { all.first { $0.name == name } }

  func output(_ id: OutputID) -> CompositorOutput? { all.first { $0.id == id } }

  func output(of resource: WlOutputResource?) -> CompositorOutput? {
    guard let resource else { return nil }
    return all.first { $0.isKnown(as: resource) }
  }

  /// Returns the enabled output at a point of the space that all outputs share, or the nearest one;
  /// nil if no output is enabled.
  func output(at x: Double, _ y: Double) -> CompositorOutput? {
    all.filter(\.isEnabled).min { distance($0, x, y) < distance($1, x, y) }
  }

  private func distance(_ output: CompositorOutput, _ x: Double, _ y: Double) -> Double {
    let area = output.area
    let left = Double(area.origin.x)
    let top = Double(area.origin.y)
    let beside = max(left - x, 0, x - (left + Double(area.size.width) - 1))
    let above = max(top - y, 0, y - (top + Double(area.size.height) - 1))
    return beside * beside + above * above
  }
}
