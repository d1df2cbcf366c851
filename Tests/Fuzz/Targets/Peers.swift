// SPDX-License-Identifier: Apache-2.0
import Bus
import Control
import Formats
import HeadlessCompositor
import Orientation
import Sensing

@testable import Desktop
@testable import Sensors

extension FuzzTarget {
  /// What other programs and the kernel say.
  static let peers = [
    FuzzTarget(name: "control", seeds: []) { bytes in
      guard let json = try? JSONValue.parse(bytes, file: "message") else { return }
      if let request = try? ControlRequest(json) {
        require((try? ControlRequest(request.json)) != nil, "a request reads back")
      }
      _ = ControlReply(json)
      _ = ControlEvent(json)
      _ = OverlayOptions(json)
    },
    FuzzTarget(name: "sway", seeds: []) { bytes in
      var stream = bytes
      while let message = try? SwayMessage.take(from: &stream) {
        require(message.bytes.count <= bytes.count, "a message is not longer than what came")
        guard let json = try? JSONValue.parse(message.payload, file: "sway") else { continue }
        readSway(json)
      }
      if let json = try? JSONValue.parse(bytes, file: "sway") { readSway(json) }
      _ = SwayTouchPlan.mapsTouch(String(decoding: bytes, as: UTF8.self))
    },
    FuzzTarget(name: "dconf", seeds: []) { bytes in
      let touchscreen = "/org/gnome/settings-daemon/peripherals/touchscreen"
      _ = DconfDatabase(bytes)?.boolean("\(touchscreen)/orientation-lock")
    },
    FuzzTarget(name: "mutter", seeds: []) { bytes in
      var input = InputBytes(bytes)
      let reply = (0..<4).map { _ in input.busValue(depth: 6) }
      guard let state = MutterState(reply) else { return }
      for monitor in state.logicalMonitors { _ = state.rectangle(monitor) }
      for connector in state.modes.keys.sorted() { _ = state.index(of: connector) }
    },
    FuzzTarget(name: "gnome", seeds: []) { bytes in
      var (input, list) = (InputBytes(bytes), GNOMEWindowList())
      while !input.isEmpty {
        let isWhole = input.byte() & 1 == 1
        let windows = (0..<input.below(8)).map { _ in input.gnomeWindow() }
        let gone = (0..<input.below(4)).map { _ in input.busValue(depth: 1) }
        let focus = BusValue.uint32(UInt32(input.below(16)))
        _ = list.apply(
          [
            focus, .uint32(UInt32(input.below(2))), .array(windows, element: "(usssiu)"),
            .array(gone, element: "u"),
          ], isWhole: isWhole)
        let numbers = list.windows.map(\.id)
        require(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "numbers are in order")
        require(list.windows.filter(\.activated).count <= 1, "one window has the focus")
        require(list.takeProblems().count <= 3, "each problem is told once")
      }
    },
    FuzzTarget(name: "sensor", seeds: []) { bytes in
      var input = InputBytes(bytes)
      if let matrix = MountMatrix(input.text() + input.text() + input.text()) {
        let turned = matrix(SIMD3(1, 2, 3))
        require(!turned.x.isNaN || !turned.y.isNaN || !turned.z.isNaN, "a matrix has numbers")
      }
      let names = ["in_accel_x", "in_accel_y", "in_accel_z", "in_timestamp", "in_temp"]
      let channels = names.compactMap { name in
        ScanType(input.text()).map {
          ScanLayout.Channel(name: name, index: input.below(8), type: $0)
        }
      }
      guard let layout = ScanLayout(channels) else { return }
      var stream = ScanStream(layout)
      let scans = input.remainder()
      for start in stride(from: 0, to: scans.count, by: 7) {
        let taken = stream.decode(scans[start..<min(start + 7, scans.count)], now: .zero)
        require(
          zip(taken, taken.dropFirst()).allSatisfy { $0.instant <= $1.instant },
          "scans do not go back in time")
        require(stream.waiting < layout.length, "whole scans do not wait")
      }
    },
    FuzzTarget(name: "output", seeds: []) { bytes in
      _ = try? OutputSpecification(parsing: String(decoding: bytes, as: UTF8.self))
    },
  ]

  private static func readSway(_ json: JSONValue) {
    _ = SwayTree.views(in: json)
    _ = SwayTree.outputs(in: json)
    _ = SwayInput.list(json)
    _ = SwayCommand.failure(in: json)
  }
}

extension InputBytes {
  /// A window as the extension of GNOME Shell tells it, or nearly.
  fileprivate mutating func gnomeWindow() -> BusValue {
    guard below(8) > 0 else { return busValue(depth: 2) }
    return .structure([
      .uint32(UInt32(below(16))), .string(text()), .string(text()), .string(text()),
      .int32(Int32(truncatingIfNeeded: word())), .uint32(UInt32(below(64))),
    ])
  }

  /// A value of any type of D-Bus.
  fileprivate mutating func busValue(depth: Int) -> BusValue {
    guard depth > 0, !isEmpty else { return .boolean(false) }
    switch below(15) {
    case 0: return .byte(byte())
    case 1: return .boolean(byte() & 1 == 1)
    case 2: return .int16(Int16(truncatingIfNeeded: word()))
    case 3: return .uint16(UInt16(truncatingIfNeeded: word()))
    case 4: return .int32(Int32(truncatingIfNeeded: word()))
    case 5: return .uint32(UInt32(truncatingIfNeeded: word()))
    case 6: return .int64(Int64(truncatingIfNeeded: word()))
    case 7: return .double(Double(bitPattern: word()))
    case 8: return .string(text())
    // The words that mean something.
    case 9:
      let known = [
        "layout-mode", "is-current", "supports-changing-layout-mode", "color-mode", "eDP-1",
      ]
      return .string(known[below(known.count)])
    case 10: return .array((0..<below(5)).map { _ in busValue(depth: depth - 1) }, element: "v")
    case 11, 12: return .structure((0..<below(10)).map { _ in busValue(depth: depth - 1) })
    case 13: return .entry(busValue(depth: depth - 1), busValue(depth: depth - 1))
    default: return .variant(busValue(depth: depth - 1))
    }
  }
}
