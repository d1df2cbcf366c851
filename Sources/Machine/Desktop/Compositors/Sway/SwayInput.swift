// SPDX-License-Identifier: Apache-2.0
public import Formats

/// One of sway's input devices, as `get_inputs` tells it.
public struct SwayInput: Equatable, Sendable {
  /// What sway calls it, such as `1386:20921:Wacom_HID_51B9_Finger`.
  public var identifier: String
  /// Its name, for people.
  public var name: String
  /// What it is, such as `touch`, `tablet_tool`, `keyboard` or `touchpad`.
  public var type: String
  /// The number of its maker.
  public var vendor: Int64
  /// The number of its kind.
  public var product: Int64
  /// The output that it is mapped to; no sway known tells it, and one that does may call it so.
  public var mappedTo: String?
  /// Whether a matrix other than the identity turns its coordinates.
  public var isCalibrated: Bool
  /// Whether its events are dropped.
  public var isDisabled: Bool

  /// Reads the devices of an answer to `get_inputs`; one without a type is left out.
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

  /// Whether it is the keyboard behind the PC's own controller, whose maker and kind are both 1.
  ///
  /// One with a cable, or by radio, is somebody's choice.
  public var isBuiltInKeyboard: Bool { type == "keyboard" && vendor == 1 && product == 1 }

  /// Whether it is a touchpad; those that people plug in are rare, and sway does not tell them apart.
  public var isTouchpad: Bool { type == "touchpad" }
}

/// What of sway's input devices stands otherwise than it was found, because of us.
public struct LentInputs: Equatable, Sendable {
  /// The identifiers of the devices whose events are dropped.
  public var disabled: [String]
  /// The identifiers of those that are mapped to an output.
  public var mapped: [String]

  /// Names devices.
  public init(disabled: [String] = [], mapped: [String] = []) {
    self.disabled = disabled
    self.mapped = mapped
  }

  /// Whether everything stands as it was found.
  public var isEmpty: Bool { disabled.isEmpty && mapped.isEmpty }

  /// Sway's commands that give everything back.
  ///
  /// sway does not tell what a device was mapped to; `*` is all outputs, as where nothing is said.
  var commands: [String] {
    disabled.compactMap { SwayCommand.input($0, "events enabled") }
      + mapped.compactMap { SwayCommand.input($0, #"map_to_output "*""#) }
  }
}
