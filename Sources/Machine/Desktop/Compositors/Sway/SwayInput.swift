// SPDX-License-Identifier: Apache-2.0
public import Formats

/// One of sway's input devices, as `get_inputs` reports it.
public struct SwayInput: Equatable, Sendable {
  /// The identifier in sway's commands, such as `1386:20921:Wacom_HID_51B9_Finger`.
  public var identifier: String
  /// The device's human-readable name.
  public var name: String
  /// The kind of device, such as `touch`, `tablet_tool`, `keyboard` or `touchpad`.
  public var type: String
  /// The vendor identifier; 0 if sway reports none.
  public var vendor: Int64
  /// The product identifier; 0 if sway reports none.
  public var product: Int64
  /// The output that the device is mapped to; `nil` if sway does not report it, as no known version
  /// does.
  public var mappedTo: String?
  /// Whether a calibration matrix other than the identity changes the coordinates.
  public var isCalibrated: Bool
  /// Whether the device's events are dropped.
  public var isDisabled: Bool

  /// Returns the devices of an answer to `get_inputs`; devices without a type are left out.
  public static func list(_ reply: JSONValue) -> [SwayInput] {
    (reply.array ?? []).compactMap { value in
      guard let type = value["type"]?.string else { return nil }
      let identifier = value["identifier"]?.string ?? "unnamed"
      let matrix = value["libinput"]?["calibration_matrix"]?.array?.map(\.double) ?? []
      return SwayInput(
        identifier: identifier, name: value["name"]?.string ?? identifier, type: type,
        vendor: value["vendor"]?.int ?? 0, product: value["product"]?.int ?? 0,
        mappedTo: value["map_to_output"]?.string,
        isCalibrated: matrix.count == 6 && matrix != [1, 0, 0, 0, 1, 0],
        isDisabled: value["libinput"]?["send_events"]?.string == "disabled")
    }
  }

  /// Whether the device is the keyboard of the PC's own controller, whose vendor and product are
  /// both 1.
  ///
  /// A keyboard on USB or Bluetooth was connected by the user.
  public var isBuiltInKeyboard: Bool { type == "keyboard" && vendor == 1 && product == 1 }

  /// Whether the device is a touchpad; sway does not distinguish built-in ones from the rare
  /// external ones.
  public var isTouchpad: Bool { type == "touchpad" }
}

/// The settings of sway's input devices that Swivel changed and has to restore.
public struct LentInputs: Equatable, Sendable {
  /// The identifiers of the devices whose events are dropped.
  public var disabled: [String]
  /// The identifiers of the devices that are mapped to an output.
  public var mapped: [String]

  /// Creates the record of changed devices.
  public init(disabled: [String] = [], mapped: [String] = []) {
    self.disabled = disabled
    self.mapped = mapped
  }

  /// Whether there is nothing to restore.
  public var isEmpty: Bool { disabled.isEmpty && mapped.isEmpty }

  /// The sway commands that restore the settings.
  ///
  /// sway does not report the earlier mapping; `*` maps to all outputs, which is the default.
  var commands: [String] {
    disabled.compactMap { SwayCommand.input($0, "events enabled") }
      + mapped.compactMap { SwayCommand.input($0, #"map_to_output "*""#) }
  }
}
