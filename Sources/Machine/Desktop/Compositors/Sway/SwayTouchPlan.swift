// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation
import Text

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
  ///
  /// `sizes` has the devices' surfaces in millimetres, and `assigned` the outputs that devices are
  /// written down for, both by the devices' names.
  public init(
    _ inputs: [SwayInput], outputs: [DesktopOutput], turning: [String], configuration: String?,
    sizes: [String: Size] = [:], assigned: [String: String] = [:]
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
    guard !touches.isEmpty else { return }
    let panels = outputs.filter { $0.enabled && $0.isInternal }
    // Sway maps what is built in by itself where it can tell the panel.
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
    // Who has one touch screen turns it with what turns.
    if touches.count == 1, turning.count == 1 {
      for device in touches + pens { map(device, to: turning[0]) }
      return
    }
    let candidates = TouchPairing.candidates(outputs, turning: turning)
    notes.append(
      Self.unmapped(pairing.left.count, candidates.count, outputs.filter { !$0.enabled }))
  }

  private mutating func map(_ device: SwayInput, to output: String) {
    guard !device.isCalibrated, !devices.contains(device.identifier),
      let name = SwayCommand.quoted(output),
      let command = SwayCommand.input(device.identifier, "map_to_output \(name)")
    else { return }
    commands.append(command)
    devices.append(device.identifier)
  }

  /// Why none is mapped.
  private static func unmapped(
    _ touches: Int, _ outputs: Int, _ off: [DesktopOutput]
  ) -> String {
    let screens = touches == 1 ? "1 touch screen" : "\(touches) touch screens"
    guard outputs == 0 else {
      let turns = outputs == 1 ? "1 output" : "\(outputs) outputs"
      return "\(screens) and \(turns) that turn or are built in: which belongs to which is not "
        + "known; `touch` of the configuration's `outputs` tells it"
    }
    let names = off.map { UntrustedText($0.name).quoted }.joined(separator: ", ")
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
