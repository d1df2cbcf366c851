// SPDX-License-Identifier: Apache-2.0
import Formats

/// Which of sway's touch screens and pens have to be mapped to an output, so that they turn with it.
public struct SwayTouchPlan: Equatable, Sendable {
  /// The commands for sway, one for each device.
  public private(set) var commands: [String] = []
  /// The identifiers of the devices that they map.
  public private(set) var devices: [String] = []
  /// What a person should know.
  public private(set) var notes: [String] = []

  /// Makes a plan; `turning` names the outputs that turn with the device, and `configuration` is the
  /// text of sway's own, if it is known.
  public init(
    _ inputs: [SwayInput], outputs: [DesktopOutput], turning: [String], configuration: String?
  ) {
    let touches = inputs.filter { $0.type == "touch" }
    let pens = inputs.filter { pen in
      // A pen of the panel shares its controller with the fingers; a tablet on the desk does not.
      pen.type == "tablet_tool"
        && touches.contains { ($0.vendor, $0.product) == (pen.vendor, pen.product) }
    }
    for device in touches + pens where device.isCalibrated {
      notes.append(
        "a calibration matrix turns \(device.name); mapped to an output, it would be turned twice")
    }
    // Sway maps what is built in by itself where it can tell the panel.
    guard !touches.isEmpty, outputs.filter({ $0.enabled && $0.isInternal }).count != 1 else {
      return
    }
    if let configuration, Self.mapsTouch(configuration) { return }
    guard turning.count == 1, touches.count == 1, let name = SwayCommand.quoted(turning[0]) else {
      notes.append(Self.unmapped(touches.count, turning, outputs.filter { !$0.enabled }))
      return
    }
    for device in touches + pens where !device.isCalibrated {
      guard let command = SwayCommand.input(device.identifier, "map_to_output \(name)")
      else { continue }
      commands.append(command)
      devices.append(device.identifier)
    }
  }

  /// Why none is mapped.
  private static func unmapped(
    _ touches: Int, _ turning: [String], _ off: [DesktopOutput]
  ) -> String {
    let screens = touches == 1 ? "1 touch screen" : "\(touches) touch screens"
    guard turning.isEmpty else {
      let turns = turning.count == 1 ? "1 output that turns" : "\(turning.count) outputs that turn"
      return "\(screens) and \(turns): which belongs to which is not known; "
        + "swaymsg input NAME map_to_output OUTPUT tells sway"
    }
    let names = off.map { Quoting.quoted($0.name) }.joined(separator: ", ")
    return "\(screens), and no output that turns is on"
      + (names.isEmpty ? "" : "; off: \(names)") + "; touch is looked after once there is one"
  }

  /// Whether a line that is no comment says so.
  public static func mapsTouch(_ configuration: String) -> Bool {
    configuration.split(separator: "\n").contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.first?.hasPrefix("#") == false && words.contains("map_to_output")
    }
  }
}
