// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats

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
    SwayInput.list(inputs).filter { $0.type == "touch" || $0.type == "tablet_tool" }.map {
      SwayFacts.TouchDevice(
        identifier: $0.identifier, mappedTo: $0.mappedTo, isCalibrated: $0.isCalibrated)
    }
  }
}
