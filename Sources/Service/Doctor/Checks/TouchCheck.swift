// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Sensors

/// The check whether touch input follows a rotated screen.
enum TouchCheck {
  static func findings(_ facts: Facts) -> [Finding] { mappings(facts) + misnamed(facts) }

  /// Returns the findings about device names in Swivel's configuration that belong to no device.
  private static func misnamed(_ facts: Facts) -> [Finding] {
    var (screens, devices) = (facts.touch.screens.map(\.name), facts.touch.devices)
    if case .answers(let own, _) = facts.sway {
      devices.formUnion(own.map(\.name))
      screens += own.map(\.name).filter { !screens.contains($0) }
    }
    return facts.configuration.configuration
      .missingTouchScreens(devices: devices, screens: screens).map { error in
        Finding(
          "touch-misnamed", .problem, error.description, at: facts.configuration.path ?? "",
          meaning: "the entry maps no touch screen",
          remedy: ["correct the name, or connect the touch screen"])
      }
  }

  private static func mappings(_ facts: Facts) -> [Finding] {
    switch facts.sway {
    case .notRunning:
      if let file = facts.touch.file { return TouchRepair(facts, file).findings }
      if let habit = habit(facts) { return [habit] }
      return .one(
        "touch-unknown", .note, "whether touch follows the screen cannot be known from here",
        meaning: "no common protocol reports or changes the mapping; the compositor has to map "
          + "touch devices to the panel. KWin and Mutter do, phoc where the panel is eDP, LVDS or DSI; on "
          + "Hyprland swivel run does, and labwc and Wayfire have it in their files",
        remedy: ["if touch stays behind, look for the compositor's map_to_output or its like"])
    case .silent(let reason):
      return .one(
        "touch-unknown", .note, "sway does not report its input devices: \(reason)",
        at: "SWAYSOCK", remedy: ["set SWAYSOCK to what swaymsg uses: sway --get-socketpath"])
    case .answers(let devices, let configuration):
      guard !devices.isEmpty else {
        return [Finding("touch-none", .ok, "sway has no touch screen and no pen")]
      }
      let outputs = facts.compositor.outputs
      let assigned = facts.configuration.configuration.touchOutputs(among: outputs.map(\.name))
      return devices.flatMap {
        findings(about: $0, mapping: mapping($0, to: assigned[$0.name], configuration, outputs))
      }
    }
  }

  /// Returns the finding about a compositor that rotates touch input itself (niri 26.04,
  /// src/input/mod.rs; cosmic-comp 44de3063, src/input/mod.rs); `nil` for another one.
  private static func habit(_ facts: Facts) -> Finding? {
    let panel = facts.compositor.outputs.first(where: \.isInternal)?.name.reportName ?? "NAME"
    switch facts.windows?.process {
    case "niri":
      return Finding(
        "touch-niri", .note, "niri rotates touch by itself, and a pen only if it is mapped",
        meaning: "touch belongs to niri's first output unless its configuration names another; a "
          + "pen that is not mapped covers all outputs and does not follow a rotation",
        remedy: [
          "in config.kdl: input { touch { map-to-output \"\(panel)\"; }; "
            + "tablet { map-to-output \"\(panel)\"; }; }"
        ])
    case "cosmic-comp":
      return Finding(
        "touch-cosmic", .ok,
        "COSMIC maps touch and pen to the built-in panel, unless its settings name another output, "
          + "and rotates them with it")
    default: return nil
    }
  }

  /// Returns the findings about a device's mapping and its calibration matrix.
  private static func findings(
    about device: SwayFacts.TouchDevice, mapping: Finding
  ) -> [Finding] {
    let name = device.identifier.reportName
    var result = [mapping]
    if device.isCalibrated {
      result.append(
        Finding(
          "touch-calibrated", .note, "a calibration matrix turns the coordinates of \(name)",
          at: name,
          meaning: "with a mapping to an output as well, touch is turned twice",
          remedy: [
            "leave turning to the mapping: swaymsg input \(name) calibration_matrix 1 0 0 0 1 0"
          ]
        ))
    }
    return result
  }

  /// Returns the finding about a device's mapping; `assigned` is the output that Swivel's
  /// configuration maps the device to.
  private static func mapping(
    _ device: SwayFacts.TouchDevice, to assigned: String?, _ configuration: String?,
    _ outputs: [DesktopOutput]
  ) -> Finding {
    let name = device.identifier.reportName
    func mapped(_ found: String, meaning: String = "") -> Finding {
      Finding("touch-mapped", .ok, found, at: name, meaning: meaning)
    }
    if let assigned {
      return mapped(
        "our configuration maps \(name) to \(assigned.reportName) while swivel run runs")
    }
    if let output = device.mappedTo {
      return mapped("\(name) is mapped to \(output.reportName)")
    }
    let panels = outputs.filter(\.isInternal)
    if let panel = panels.first, panels.count == 1 {
      return mapped(
        "sway maps \(name) to \(panel.name.reportName) by itself",
        meaning: panel.enabled
          ? "it does so where exactly one output is a built-in panel"
          : "\(panel.name.reportName) is off; touch is mapped once it is on again")
    }
    if let configuration, SwayTouchPlan.mapsTouch(configuration) {
      return mapped(
        "sway's configuration has a map_to_output",
        meaning: "whether it is meant for \(name) is not known")
    }
    return Finding(
      "touch-unmapped", configuration == nil ? .note : .problem,
      "\(name) is not known to be mapped to an output", at: name,
      meaning: (panels.isEmpty
        ? "no output is a built-in panel" : "\(panels.count) outputs are built-in panels")
        + ", so sway does not choose by itself: "
        + "touch will not follow the screen",
      remedy: [
        "swaymsg input \(name) map_to_output NAME, and the same in sway's configuration",
        "or `touch: [\(device.name.reportName)]` in an entry of our configuration's `outputs`",
      ])
  }
}
