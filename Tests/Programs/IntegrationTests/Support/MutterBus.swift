// SPDX-License-Identifier: Apache-2.0
import Bus
@testable import Desktop
import EventLoop
import Orientation

/// Another program that configures which of Mutter's virtual monitors are on.
final class MutterBus {
  fileprivate static let path = "/org/gnome/Mutter/DisplayConfig"
  private let caller: BusCaller

  init(_ bus: MessageBus) throws { caller = try BusCaller(bus) }

  /// Leaves these monitors on, each at a position on the x axis and with a transform.
  func show(_ monitors: [(name: String, x: Int32, transform: UInt32)]) throws {
    try caller.call(change(to: monitors))
  }

  /// Sends the same request without waiting for an answer.
  func send(_ change: BusCall) throws { try caller.send(change) }

  /// Returns the request that replaces the present monitors by these.
  func change(
    to monitors: [(name: String, x: Int32, transform: UInt32)]
  ) throws -> BusCall {
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
    return BusCall(
      service, Self.path, service, "ApplyMonitorsConfig",
      [
        state[0], .uint32(1), .array(list, element: "(iiduba(ssa{sv}))"),
        .array([], element: "{sv}"),
      ])
  }
}

/// Another program that reads Mutter's state at the start and after each of its signals.
final class MonitorWatch {
  /// The logical monitors of each state, by connector.
  private(set) var states: [[LayoutWatch.Sight]] = []
  private let connection: BusConnection
  private var subscription: Subscription?

  init(_ bus: MessageBus, on loop: EventLoop, wait: (() -> Bool) throws -> Void) throws {
    connection = try BusConnection(bus.address, on: loop)
    let match = SignalMatch(
      sender: MutterApplier.service, path: MutterBus.path, interface: MutterApplier.service,
      member: "MonitorsChanged")
    subscription = try connection.subscribe(to: match) { [unowned self] _ in read() }
    read()
    try wait { !states.isEmpty }
  }

  private func read() {
    let service = MutterApplier.service
    connection.call(BusCall(service, MutterBus.path, service, "GetCurrentState")) {
      [unowned self] reply in
      guard let logical = (try? reply.get())?[2].elements else { return }
      states.append(logical.compactMap(LayoutWatch.Sight.init).sorted { $0.output < $1.output })
    }
  }
}

extension LayoutWatch.Sight {
  /// Parses `(iiduba(ssss)a{sv})`, in which the connector is first in a monitor's structure.
  fileprivate init?(_ value: BusValue) {
    guard case .structure(let fields) = value, fields.count > 5,
      case .int32(let x) = fields[0], case .int32(let y) = fields[1],
      case .uint32(let number) = fields[3], case .structure(let names)? = fields[5].elements?.first
    else { return nil }
    self.init(
      kind: "monitor", output: names.first?.string ?? "?",
      transform: UInt8(exactly: number).flatMap(Transform.init(rawValue:)),
      place: [Int(x), Int(y), 0, 0])
  }
}
