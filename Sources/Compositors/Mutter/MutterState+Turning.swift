// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import Orientation

extension MutterState {
  /// The state after a turn of the part that an output shows; nil if the output is off or unknown.
  ///
  /// The list stays complete, since Mutter takes what is left out as switched off.
  func turning(_ output: String, to transform: Transform) -> MutterState? {
    guard let index = index(of: output) else { return nil }
    var state = self
    state.logicalMonitors[index].transform = transform
    let places = logicalMonitors.compactMap(rectangle)
    guard places.count == logicalMonitors.count,
      let size = state.rectangle(state.logicalMonitors[index])?.size
    else { return nil }
    let positions = OutputLayout.positions(of: places, resizing: index, to: size)
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
              .array([], element: "{sv}"),
            ])
          }, element: "(ssa{sv})"),
      ])
    }
    return [
      .uint32(serial), .uint32(temporary), .array(monitors, element: "(iiduba(ssa{sv}))"),
      .array([], element: "{sv}"),
    ]
  }
}
