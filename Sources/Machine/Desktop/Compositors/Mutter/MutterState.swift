// SPDX-License-Identifier: Apache-2.0
import Bus
import Orientation

/// The parts of Mutter's GetCurrentState that a rotation needs.
///
/// The reply's signature is `(ua((ssss)a(siiddada{sv})a{sv})a(iiduba(ssss)a{sv})a{sv})`.
struct MutterState: Hashable {
  struct Mode: Hashable {
    var id: String
    var size: Size
  }

  /// A part of the layout, shown by one monitor or by several that mirror each other.
  struct LogicalMonitor: Hashable {
    var position: Point
    var scale: Double
    var transform: Transform
    var isPrimary: Bool
    var connectors: [String]
  }

  /// The state's serial; Mutter refuses a change that is based on an older one.
  var serial: UInt32
  /// The current mode of each monitor, by connector; monitors that are off are missing.
  var modes: [String: Mode]
  var logicalMonitors: [LogicalMonitor]
  /// The other settings that a change must repeat, by connector; otherwise Mutter resets them.
  var settings: [String: [BusValue]]
  /// The settings of the layout as a whole that a change must repeat.
  var layoutSettings: [BusValue]
  /// Whether positions and sizes are in logical pixels; otherwise in physical pixels.
  var isLogicalLayout: Bool

  init?(_ reply: [BusValue]) {
    guard reply.count >= 4, case .uint32(let serial) = reply[0],
      let monitors = reply[1].elements, let logical = reply[2].elements
    else { return nil }
    self.serial = serial
    modes = [:]
    settings = [:]
    for monitor in monitors {
      guard case .structure(let fields) = monitor, fields.count >= 2,
        case .structure(let names) = fields[0], let connector = names.first?.string,
        let offered = fields[1].elements
      else { return nil }
      modes[connector] = offered.lazy.compactMap(Mode.init(current:)).first
      let properties = fields.count > 2 ? fields[2].dictionary ?? [:] : [:]
      // Mutter reports underscanning under one name and accepts it under another.
      settings[connector] = [
        ("is-underscanning", "underscanning"), ("color-mode", "color-mode"),
        ("rgb-range", "rgb-range"),
      ].compactMap { told, set in properties[told].map { .entry(.string(set), $0) } }
    }
    logicalMonitors = []
    for value in logical {
      guard let monitor = LogicalMonitor(value) else { return nil }
      logicalMonitors.append(monitor)
    }
    guard let properties = reply[3].dictionary else { return nil }
    let layout = properties["layout-mode"]
    isLogicalLayout = layout == .variant(.uint32(1))
    // A change must not name the layout mode if the mode cannot be changed.
    let isFree = properties["supports-changing-layout-mode"]?.boolean == true
    layoutSettings = isFree ? layout.map { [.entry(.string("layout-mode"), $0)] } ?? [] : []
  }

  func index(of output: String) -> Int? {
    logicalMonitors.firstIndex { $0.connectors.contains(output) }
  }

  /// Returns the rectangle of a logical monitor in the layout's pixels; `nil` if its mode is
  /// unknown.
  func rectangle(_ monitor: LogicalMonitor) -> Rectangle? {
    guard let mode = monitor.connectors.lazy.compactMap({ modes[$0] }).first else { return nil }
    let turned = monitor.transform.apply(to: mode.size)
    let factor = isLogicalLayout && monitor.scale > 0 ? monitor.scale : 1
    func length(_ pixels: Int32) -> Int32 {
      Int32(exactly: (Double(pixels) / factor).rounded()) ?? pixels
    }
    return Rectangle(
      origin: monitor.position,
      size: Size(width: length(turned.width), height: length(turned.height)))
  }
}

extension MutterState.Mode {
  fileprivate init?(current value: BusValue) {
    guard case .structure(let fields) = value, fields.count >= 7, let id = fields[0].string,
      case .int32(let width) = fields[1], case .int32(let height) = fields[2],
      fields[6].dictionary?["is-current"]?.boolean == true
    else { return nil }
    self.init(id: id, size: Size(width: width, height: height))
  }
}

extension MutterState.LogicalMonitor {
  fileprivate init?(_ value: BusValue) {
    guard case .structure(let fields) = value, fields.count >= 6,
      case .int32(let x) = fields[0], case .int32(let y) = fields[1],
      case .double(let scale) = fields[2], case .uint32(let number) = fields[3],
      let transform = UInt8(exactly: number).flatMap({ Transform(rawValue: $0) }),
      let isPrimary = fields[4].boolean, let monitors = fields[5].elements
    else { return nil }
    let connectors = monitors.compactMap { monitor -> String? in
      guard case .structure(let names) = monitor else { return nil }
      return names.first?.string
    }
    self.init(
      position: Point(x: x, y: y), scale: scale, transform: transform, isPrimary: isPrimary,
      connectors: connectors)
  }
}

extension MutterState {
  /// Returns the state with outputs rotated and their neighbours moved; `nil` if one of the outputs
  /// is off or unknown, or if any monitor's size is unknown.
  ///
  /// The list stays complete, since Mutter switches off monitors that a change does not name.
  func turning(_ turns: [OutputChange.Turn]) -> MutterState? {
    var state = self
    for turn in turns {
      guard let index = index(of: turn.output) else { return nil }
      state.logicalMonitors[index].transform = turn.transform
    }
    let places = logicalMonitors.compactMap(rectangle)
    let sizes = state.logicalMonitors.compactMap(rectangle).map(\.size)
    guard places.count == logicalMonitors.count, sizes.count == places.count else { return nil }
    let positions = OutputLayout.positions(of: places, resizedTo: sizes)
    for (index, position) in positions.enumerated() {
      state.logicalMonitors[index].position = position
    }
    return state
  }

  /// The arguments of ApplyMonitorsConfig, `(uua(iiduba(ssa{sv}))a{sv})`, for a temporary change.
  var arguments: [BusValue] {
    let temporary: UInt32 = 1
    let monitors = logicalMonitors.map { monitor in
      BusValue.structure([
        .int32(monitor.position.x), .int32(monitor.position.y), .double(monitor.scale),
        .uint32(UInt32(monitor.transform.rawValue)), .boolean(monitor.isPrimary),
        .array(
          monitor.connectors.map { connector in
            .structure([
              .string(connector), .string(modes[connector]?.id ?? ""),
              .array(settings[connector] ?? [], element: "{sv}"),
            ])
          }, element: "(ssa{sv})"),
      ])
    }
    return [
      .uint32(serial), .uint32(temporary), .array(monitors, element: "(iiduba(ssa{sv}))"),
      .array(layoutSettings, element: "{sv}"),
    ]
  }
}
