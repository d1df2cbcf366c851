// SPDX-License-Identifier: Apache-2.0
import Scenarios

/// The sensor that a run listens to.
enum SensorChoice: Equatable, CustomStringConvertible {
  /// A recording, played once; its last value holds.
  case replay(path: String)

  static let valid = "replay:FILE, a recording of an accelerometer (CSV with time_ms,x,y,z)"

  /// Reads the value of `--sensor`.
  init(option: String?) throws(CommandFailure) {
    guard let option else {
      throw CommandFailure(
        .badInput,
        "--sensor is missing: the sensors of the device follow in a later version; valid now: "
          + Self.valid)
    }
    let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "replay", !parts[1].isEmpty else {
      throw CommandFailure(
        .badInput, "--sensor: unknown sensor \(Quoting.quoted(option)); valid: \(Self.valid)")
    }
    self = .replay(path: String(parts[1]))
  }

  var description: String {
    switch self {
    case .replay(let path): "replay:\(path)"
    }
  }
}
