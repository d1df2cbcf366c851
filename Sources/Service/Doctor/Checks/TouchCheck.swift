// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Sensors
import Text

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
          "touch-misnamed", .problem, error.message, at: facts.configuration.path ?? "",
          meaning: TouchPhrase.mapsNothing(),
          remedy: [TouchPhrase.correctName()])
      }
  }

  private static func mappings(_ facts: Facts) -> [Finding] {
    switch facts.sway {
    case .notRunning:
      if let file = facts.touch.file { return TouchRepair(facts, file).findings }
      if let habit = habit(facts) { return [habit] }
      return .one(
        "touch-unknown", .note, TouchPhrase.touchUnknown(),
        meaning: TouchPhrase.touchMeans(),
        remedy: [TouchPhrase.touchRemedy()])
    case .silent(let reason):
      return .one(
        "touch-unknown", .note, TouchPhrase.swayMute(reason),
        at: "SWAYSOCK", remedy: [TouchPhrase.setSocket()])
    case .answers(let devices, let configuration):
      guard !devices.isEmpty else {
        return [Finding("touch-none", .ok, TouchPhrase.swayNoTouch())]
      }
      let outputs = facts.compositor.outputs
      let assigned = facts.configuration.configuration.touchOutputs(among: outputs.map(\.name))
      return devices.flatMap {
        findings(about: $0, mapping: mapping($0, to: assigned[$0.name], configuration, outputs))
      }
    }
  }

  /// Returns the finding about niri (26.04, src/input/mod.rs) or cosmic-comp (44de3063,
  /// src/input/mod.rs), which rotate touch input themselves; `nil` for another compositor.
  private static func habit(_ facts: Facts) -> Finding? {
    let panel = facts.compositor.outputs.first(where: \.isInternal)?.name.reportName ?? "NAME"
    switch facts.windows?.process {
    case "niri":
      return Finding(
        "touch-niri", .note, TouchPhrase.niriTouch(),
        meaning: TouchPhrase.niriMeans(),
        remedy: [
          DoctorPhrase.inNiri(
            "input { touch { map-to-output \"\(panel)\"; }; "
              + "tablet { map-to-output \"\(panel)\"; }; }")
        ])
    case "cosmic-comp":
      return Finding(
        "touch-cosmic", .ok,
        TouchPhrase.cosmicTouch())
    default: return nil
    }
  }

  private static func findings(
    about device: SwayFacts.TouchDevice, mapping: Finding
  ) -> [Finding] {
    let name = device.identifier.reportName
    var result = [mapping]
    if device.isCalibrated {
      result.append(
        Finding(
          "touch-calibrated", .note, TouchPhrase.calibrated(name),
          at: name,
          meaning: TouchPhrase.turnedTwice(),
          remedy: [
            TouchPhrase.noCalibration(name)
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
    func mapped(_ found: Message, meaning: Message = "") -> Finding {
      Finding("touch-mapped", .ok, found, at: name, meaning: meaning)
    }
    if let assigned {
      return mapped(
        TouchPhrase.assigned(name, assigned.reportName))
    }
    if let output = device.mappedTo {
      return mapped(TouchPhrase.mappedTo(name, output.reportName))
    }
    let panels = outputs.filter(\.isInternal)
    if let panel = panels.first, panels.count == 1 {
      return mapped(
        TouchPhrase.swayMaps(name, panel.name.reportName),
        meaning: panel.enabled
          ? TouchPhrase.onePanel()
          : TouchPhrase.panelOff(panel.name.reportName))
    }
    if let configuration, SwayTouchPlan.mapsTouch(configuration) {
      return mapped(
        TouchPhrase.swayConfig(),
        meaning: TouchPhrase.swayConfigMeans(name))
    }
    return Finding(
      "touch-unmapped", configuration == nil ? .note : .problem,
      TouchPhrase.unmapped(name), at: name,
      meaning: panels.isEmpty
        ? TouchPhrase.noPanel()
        : TouchPhrase.manyPanels("\(panels.count)"),
      remedy: [
        TouchPhrase.mapInSway(name),
        TouchPhrase.orAssign(device.name.reportName),
      ])
  }
}
