// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation
import Text

/// The commands that map sway's touch screens and pens to outputs, so that sway rotates their
/// input.
public struct SwayTouchPlan: Equatable, Sendable {
  /// The commands, one for each mapped device.
  public private(set) var commands: [String] = []
  /// The identifiers of the devices that the commands map.
  public private(set) var devices: [String] = []
  /// Messages for the user.
  public private(set) var notes: [String] = []

  /// Creates a plan.
  ///
  /// `turning` names the outputs that rotate with the device, and `configuration` is the text of
  /// sway's configuration, if known. `sizes` has the devices' sizes in millimetres and `assigned`
  /// the configured outputs, both by device name.
  public init(
    _ inputs: [SwayInput], outputs: [DesktopOutput], turning: [String], configuration: String?,
    sizes: [String: Size] = [:], assigned: [String: String] = [:]
  ) {
    let touches = inputs.filter { $0.type == "touch" }
    let pens = inputs.filter { pen in
      // A pen of the panel shares its controller with the touch screen; a separate drawing tablet
      // does not.
      pen.type == "tablet_tool"
        && touches.contains { ($0.vendor, $0.product) == (pen.vendor, pen.product) }
    }
    for device in touches + pens where device.isCalibrated {
      notes.append(
        "a calibration matrix turns \(device.name); mapped to an output, it would be turned twice")
    }
    guard !touches.isEmpty else { return }
    let panels = outputs.filter { $0.enabled && $0.isInternal }
    // sway itself maps touch screens if there is a single built-in panel, or if its configuration
    // says so.
    let isLeftToSway =
      panels.count == 1 || (configuration.map { Self.mapsTouch($0) } ?? false)
    let screens = touches.map { TouchDevice(name: $0.name, size: sizes[$0.name]) }
    let pairing = TouchPairing(
      screens, outputs: isLeftToSway ? [] : outputs, turning: turning, assigned: assigned)
    for pair in pairing.pairs {
      for touch in touches where touch.name == pair.device {
        let own = pens.filter { ($0.vendor, $0.product) == (touch.vendor, touch.product) }
        for device in [touch] + own { map(device, to: pair.output) }
      }
    }
    guard !isLeftToSway, !pairing.left.isEmpty else { return }
    // A single touch screen belongs to the single rotating output.
    if touches.count == 1, turning.count == 1 {
      for device in touches + pens { map(device, to: turning[0]) }
      return
    }
    if TouchPairing.candidates(outputs, turning: turning).isEmpty {
      notes.append(Self.unmapped(pairing.left.count, outputs.filter { !$0.enabled }))
    } else {
      notes += pairing.left.map(TouchPairing.unpaired)
    }
  }

  private mutating func map(_ device: SwayInput, to output: String) {
    guard !device.isCalibrated, !devices.contains(device.identifier),
      let name = SwayCommand.quoted(output),
      let command = SwayCommand.input(device.identifier, "map_to_output \(name)")
    else { return }
    commands.append(command)
    devices.append(device.identifier)
  }

  private static func unmapped(_ touches: Int, _ off: [DesktopOutput]) -> String {
    let screens = counted(touches, "touch screen")
    guard !off.isEmpty else {
      return "no output that turns is there, so \(screens) will be mapped once there is one"
    }
    let names = off.map { UntrustedText($0.name).quoted }.joined(separator: ", ")
    return "no output that turns is on (off: \(names)), so \(screens) will be mapped once one is on"
  }

  /// Returns whether a configuration has a line with `map_to_output` that is not a comment.
  public static func mapsTouch(_ configuration: String) -> Bool {
    configuration.split(separator: "\n").contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.first?.hasPrefix("#") == false && words.contains("map_to_output")
    }
  }
}
