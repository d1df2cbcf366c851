// SPDX-License-Identifier: Apache-2.0
import Configuration
import Sensors

/// The check for causes that no program reports: a missing tablet-mode switch and the settings that
/// need one, Qualcomm's sensors, SELinux.
enum MachineCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    tabletSwitch(facts) + waitingKeys(facts) + publishing(facts) + qualcomm(facts) + selinux(facts)
  }

  private static func tabletSwitch(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    let casings = [31: "a convertible", 32: "a detachable"]
    guard !machine.hasTabletSwitch, facts.sensors.hinge == nil else { return [] }
    guard let casing = machine.chassis.flatMap({ casings[$0] }) else {
      guard !facts.arbiters.hasKWin else { return [] }
      return .one(
        "no-tablet-mode", .ok,
        "nothing reports a tablet mode: no tablet-mode switch, no KWin, and no hinge",
        meaning: "the screen follows the device always; with --follow tablet-mode it never would, "
          + "but for a recording (--sensor replay:)")
    }
    return .one(
      "tablet-switch-missing", .note,
      "the machine is \(casing) by its firmware, and no input device has a tablet-mode switch",
      at: machine.model.reportName,
      meaning: "neither Swivel nor the desktop knows when it is folded to a tablet; the screen "
        + "follows the device always, and with --follow tablet-mode never",
      remedy: remedies(machine) + ["or choose yourself: swivel run --follow always, or a key"])
  }

  /// Returns a problem for each configured key that waits for a tablet mode that nothing reports.
  private static func waitingKeys(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard !machine.hasTabletSwitch, facts.sensors.hinge == nil, !facts.arbiters.hasKWin else {
      return []
    }
    let configuration = facts.configuration
    return configuration.configuration.tabletModeKeys.map { key, effect in
      Finding(
        "tablet-mode-awaited", .problem,
        "\(key) in the configuration waits for a tablet mode, and nothing reports one",
        at: configuration.path ?? "", meaning: effect,
        remedy: [
          "a second accelerometer in the keyboard's half gives the hinge's angle: `base` and "
            + "`hinge` under `sensor`", "or take the key out of the configuration",
        ])
    }
  }

  private static func publishing(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard !machine.hasTabletSwitch else { return [] }
    guard facts.configuration.configuration.tabletMode.publish else {
      guard facts.sensors.hinge != nil else { return [] }
      return .one(
        "tablet-mode-private", .note,
        "swivel knows the tablet mode by the hinge; the desktop does not",
        meaning: "compositors and libinput listen to switches of the kernel only",
        remedy: ["tablet-mode: {publish: true} in the configuration makes one"])
    }
    guard !machine.canPublish else { return [] }
    return .one(
      "tablet-mode-unpublished", .problem,
      "the configuration publishes the tablet mode, but "
        + "/dev/uinput may not be written", at: "/dev/uinput",
      meaning: "the tablet mode is not reported to the desktop",
      remedy: [
        "a udev rule: KERNEL==\"uinput\", SUBSYSTEM==\"misc\", TAG+=\"uaccess\", "
          + "OPTIONS+=\"static_node=uinput\"",
        "with it every program of your session can make a keyboard and type as you; leave it out if "
          + "that is too much",
      ])
  }

  private static func remedies(_ machine: MachineFacts) -> [String] {
    if machine.model.hasPrefix("Microsoft") {
      return [
        "on a Surface the switch is in the cover, or comes from the module "
          + "surface_aggregator_tabletsw"
          + (machine.modules.contains("surface_aggregator_tabletsw") ? ", which is loaded" : "")
      ]
    }
    if machine.hasSocButtons {
      guard machine.modules.contains("soc_button_array") else {
        return ["modprobe soc_button_array: the firmware describes its buttons"]
      }
      return [
        "soc_button_array finds no switch if it is loaded before the pin controller: modprobe -r "
          + "soc_button_array, then modprobe soc_button_array",
        "if that helps: a file in /etc/modprobe.d with: softdep soc_button_array pre: "
          + "pinctrl_intel_platform",
      ]
    }
    if machine.modules.contains("amd_sfh") {
      return ["machines with AMD's sensor hub often have none; a newer kernel may"]
    }
    return ["some drivers, such as intel-vbtn, make the switch when it first moves: fold it once"]
  }

  private static func qualcomm(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard let device = machine.fastRPC.first, facts.proxy.hasAccelerometer != true else {
      return []
    }
    let place = device.name.reportName
    func finding(_ id: String, _ found: String, _ remedy: [String]) -> Finding {
      Finding(
        id, .problem, found, at: place,
        meaning:
          "on this machine the sensors are behind Qualcomm's SSC, which only iio-sensor-proxy "
          + "can read", remedy: remedy)
    }
    var result: [Finding] = []
    if machine.proxyKnowsSSC == false {
      result.append(
        finding(
          "qualcomm-unsupported", "iio-sensor-proxy is built without libssc",
          ["install or build iio-sensor-proxy 3.9 or later with -Dssc-support=enabled"]))
    }
    if !machine.fastRPC.contains(where: { $0.tags.contains("ssc-accel") }) {
      result.append(
        finding(
          "qualcomm-untagged", "udev has not tagged the accelerometer for iio-sensor-proxy",
          [
            "a file in /etc/udev/rules.d: SUBSYSTEM==\"misc\", KERNEL==\"fastrpc-*\", "
              + "ENV{IIO_SENSOR_PROXY_TYPE}+=\"ssc-accel\"",
            "udevadm trigger --subsystem-match=misc; systemctl restart iio-sensor-proxy",
          ]))
    }
    if let families = machine.proxyFamilies, !families.contains("AF_QIPCRTR") {
      result.append(
        finding(
          "qualcomm-forbidden", "the unit of iio-sensor-proxy forbids sockets of AF_QIPCRTR",
          [
            "systemctl edit iio-sensor-proxy, with [Service] and RestrictAddressFamilies=AF_QIPCRTR"
          ]))
    }
    if !machine.hasHexagon {
      result.append(
        finding(
          "qualcomm-without-files", "hexagonrpcd does not run, which gives the sensors their files",
          ["install and start hexagonrpcd, with the sensor registry of this device"]))
    }
    return result
  }

  private static func selinux(_ facts: Facts) -> [Finding] {
    if let denial = facts.machine.denial {
      return .one(
        "selinux-denied", .problem,
        "SELinux has denied iio-sensor-proxy an access: "
          + denial.reportName, at: "/var/log/audit/audit.log",
        meaning: "the service may find no sensor, or answer no program",
        remedy: [
          "ausearch -m avc -c iio-sensor-proxy | audit2allow -M swivel-local, then semodule -i "
            + "swivel-local.pp", "or use --sensor iio, which needs no service",
        ])
    }
    let fails: Bool =
      switch facts.proxy.claim {
      case .denied, .failed, .unanswered: true
      case .notTried, .reported, .silent:
        facts.proxy.isRunning && facts.proxy.hasAccelerometer == false
          && !facts.sensors.accelerometers.isEmpty
      }
    guard facts.machine.enforcesSELinux, fails else { return [] }
    return .one(
      "selinux-suspected", .note,
      "iio-sensor-proxy fails, and SELinux enforces its policy", at: "/sys/fs/selinux",
      meaning:
        "the policy of some versions denies it the sensor; only root can read whether it did",
      remedy: [
        "ausearch -m avc -c iio-sensor-proxy", "or use --sensor iio, which needs no service",
      ])
  }
}
