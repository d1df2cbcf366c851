// SPDX-License-Identifier: Apache-2.0
import Compositors
import Scenarios

/// Asks sway which input devices it has and how it is configured.
enum SwayExamination {
  static func facts(socket path: String?) -> SwayFacts {
    guard let path, !path.isEmpty else { return .notRunning }
    guard let bytes = SwaySocket.ask(.getInputs, at: path) else {
      return .silent("no answer at \(PlainLine.name(path))")
    }
    guard let inputs = try? JSONValue.parse(bytes, file: "get_inputs"), inputs.array != nil else {
      return .silent("its answer cannot be read")
    }
    let configuration = SwaySocket.ask(.getConfiguration, at: path)
      .flatMap { try? JSONValue.parse($0, file: "get_config") }
    return .answers(
      devices: touchDevices(in: inputs), configuration: configuration?["config"]?.string)
  }

  /// The touch screens and pens in the answer to `get_inputs`.
  static func touchDevices(in inputs: JSONValue) -> [SwayFacts.TouchDevice] {
    (inputs.array ?? []).compactMap { input in
      guard let type = input["type"]?.string, type == "touch" || type == "tablet_tool" else {
        return nil
      }
      // No sway known tells the mapping; one that does may call it so.
      return SwayFacts.TouchDevice(
        identifier: input["identifier"]?.string ?? "unnamed",
        mappedTo: input["map_to_output"]?.string, isCalibrated: isCalibrated(input))
    }
  }

  private static func isCalibrated(_ input: JSONValue) -> Bool {
    let cells = input["libinput"]?["calibration_matrix"]?.array?.map(\.double) ?? []
    return cells.count == 6 && cells != [1, 0, 0, 0, 1, 0]
  }
}
