// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensors

/// The sensor that a run listens to.
enum SensorChoice: Equatable, CustomStringConvertible {
  /// A sensor of the device.
  case device(SourceChoice)
  /// A recording, played once; its last value holds.
  case replay(path: String)
  /// A sensor that a plug-in brings.
  case plugin(name: String)

  static let valid =
    SourceChoice.valid.joined(separator: ", ")
    + ", plugin:NAME, or replay:FILE, a recording of an accelerometer (CSV with time_ms,x,y,z)"

  /// Reads the value of `--sensor`; without one the device's own is looked for.
  init(option: String?) throws(CommandFailure) {
    let option = option ?? "auto"
    if let choice = SourceChoice(option) {
      self = .device(choice)
      return
    }
    let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "plugin", !parts[1].isEmpty {
      self = .plugin(name: String(parts[1]))
      return
    }
    guard parts.count == 2, parts[0] == "replay", !parts[1].isEmpty else {
      throw CommandFailure(
        .badInput, "--sensor: unknown sensor \(Quoting.quoted(option)); valid: \(Self.valid)")
    }
    self = .replay(path: String(parts[1]))
  }

  var description: String {
    switch self {
    case .device(let choice): choice.description
    case .replay(let path): "replay:\(path)"
    case .plugin(let name): "plugin:\(name)"
    }
  }
}
