// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Sensors
import Text

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
          "touch-misnamed", .problem, error.message, at: facts.configuration.path ?? "",
          meaning: DoctorPhrase.mapsNothing(),
          remedy: [DoctorPhrase.correctName()])
      }
  }

  private static func mappings(_ facts: Facts) -> [Finding] {
    switch facts.sway {
    case .notRunning:
      if let file = facts.touch.file { return TouchRepair(facts, file).findings }
      if let habit = habit(facts) { return [habit] }
      return .one(
        "touch-unknown", .note, DoctorPhrase.touchUnknown(),
        meaning: DoctorPhrase.touchMeans(),
        remedy: [DoctorPhrase.touchRemedy()])
    case .silent(let reason):
      return .one(
        "touch-unknown", .note, DoctorPhrase.swayMute(reason),
        at: "SWAYSOCK", remedy: [DoctorPhrase.setSocket()])
    case .answers(let devices, let configuration):
      guard !devices.isEmpty else {
        return [Finding("touch-none", .ok, DoctorPhrase.swayNoTouch())]
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
        "touch-niri", .note, DoctorPhrase.niriTouch(),
        meaning: DoctorPhrase.niriMeans(),
        remedy: [
          DoctorPhrase.inNiri(
            "input { touch { map-to-output \"\(panel)\"; }; "
              + "tablet { map-to-output \"\(panel)\"; }; }")
        ])
    case "cosmic-comp":
      return Finding(
        "touch-cosmic", .ok,
        DoctorPhrase.cosmicTouch())
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
          "touch-calibrated", .note, DoctorPhrase.calibrated(name),
          at: name,
          meaning: DoctorPhrase.turnedTwice(),
          remedy: [
            DoctorPhrase.noCalibration(name)
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
        DoctorPhrase.assigned(name, assigned.reportName))
    }
    if let output = device.mappedTo {
      return mapped(DoctorPhrase.mappedTo(name, output.reportName))
    }
    let panels = outputs.filter(\.isInternal)
    if let panel = panels.first, panels.count == 1 {
      return mapped(
        DoctorPhrase.swayMaps(name, panel.name.reportName),
        meaning: panel.enabled
          ? DoctorPhrase.onePanel()
          : DoctorPhrase.panelOff(panel.name.reportName))
    }
    if let configuration, SwayTouchPlan.mapsTouch(configuration) {
      return mapped(
        DoctorPhrase.swayConfig(),
        meaning: DoctorPhrase.swayConfigMeans(name))
    }
    return Finding(
      "touch-unmapped", configuration == nil ? .note : .problem,
      DoctorPhrase.unmapped(name), at: name,
      meaning: panels.isEmpty
        ? DoctorPhrase.noPanel()
        : DoctorPhrase.manyPanels("\(panels.count)"),
      remedy: [
        DoctorPhrase.mapInSway(name),
        DoctorPhrase.orAssign(device.name.reportName),
      ])
  }
}
