// SPDX-License-Identifier: Apache-2.0

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
