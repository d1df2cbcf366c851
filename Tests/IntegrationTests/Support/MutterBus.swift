// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop

/// Another program that decides which of Mutter's virtual monitors are on.
final class MutterBus {
  private static let path = "/org/gnome/Mutter/DisplayConfig"
  private let caller: BusCaller

  init(_ bus: MessageBus) throws { caller = try BusCaller(bus) }

  /// Leaves these monitors on, each at a place along the x axis and with a transform.
  func show(_ monitors: [(name: String, x: Int32, transform: UInt32)]) throws {
    let service = MutterApplier.service
    let state = try caller.call(service, Self.path, service, "GetCurrentState")
    let list = monitors.enumerated().map { index, monitor in
      BusValue.structure([
        .int32(monitor.x), .int32(0), .double(1), .uint32(monitor.transform),
        .boolean(index == 0),
        .array(
          [
            .structure([
              .string(monitor.name), .string("1280x800@60.000"), .array([], element: "{sv}"),
            ])
          ], element: "(ssa{sv})"),
      ])
    }
    try caller.call(
      service, Self.path, service, "ApplyMonitorsConfig",
      [
        state[0], .uint32(1), .array(list, element: "(iiduba(ssa{sv}))"),
        .array([], element: "{sv}"),
      ])
  }
}
