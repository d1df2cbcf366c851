// SPDX-License-Identifier: Apache-2.0
import Bus
import Orientation

extension MutterState {
  /// The state after turns of the parts that outputs show; nil if one is off or unknown.
  ///
  /// The list stays complete, since Mutter takes what is left out as switched off.
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
