// SPDX-License-Identifier: Apache-2.0
import Configuration
import Sensors
import Text

/// The check for causes that no program reports: a missing tablet-mode switch and the settings that
/// need one, a tablet mode that cannot be published, Qualcomm's sensors, SELinux.
enum MachineCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    tabletSwitch(facts) + waitingKeys(facts) + publishing(facts) + qualcomm(facts) + selinux(facts)
  }

  private static func tabletSwitch(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    let casings = [31: DoctorPhrase.convertible(), 32: DoctorPhrase.detachable()]
    guard !machine.hasTabletSwitch, !isDerived(facts) else { return [] }
    guard let casing = machine.chassis.flatMap({ casings[$0] }) else {
      guard !facts.arbiters.hasKWin else { return [] }
      return .one(
        "no-tablet-mode", .ok,
        DoctorPhrase.noMode(),
        meaning: DoctorPhrase.noModeMeans())
    }
    return .one(
      "tablet-switch-missing", .note,
      DoctorPhrase.noSwitch(casing),
      at: machine.model.reportName,
      meaning: DoctorPhrase.noSwitchMeans(),
      remedy: remedies(machine)
        + (facts.sensors.accelerometers.count > 1 ? [DoctorPhrase.secondSensor()] : [])
        + (machine.chassis == 32
          ? [DoctorPhrase.nameKeyboard("tablet-mode: {keyboard: true}")] : [])
        + [DoctorPhrase.chooseYourself()])
  }

  /// Returns whether Swivel derives the tablet mode from the hinge or from a keyboard.
  private static func isDerived(_ facts: Facts) -> Bool {
    facts.sensors.hinge != nil || facts.configuration.configuration.followsKeyboards
  }

  /// Returns a problem for each configured key that waits for a tablet mode that nothing reports.
  private static func waitingKeys(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard !machine.hasTabletSwitch, !isDerived(facts), !facts.arbiters.hasKWin else {
      return []
    }
    let configuration = facts.configuration
    return configuration.configuration.tabletModeKeys.map { key, effect in
      Finding(
        "tablet-mode-awaited", .problem,
        DoctorPhrase.keyWaits(key),
        at: configuration.path ?? "", meaning: Message(effect),
        remedy: [
          DoctorPhrase.secondSensor(), DoctorPhrase.takeKeyOut(),
        ])
    }
  }

  private static func publishing(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard !machine.hasTabletSwitch else { return [] }
    guard facts.configuration.configuration.tabletMode.publish else {
      guard isDerived(facts) else { return [] }
      return .one(
        "tablet-mode-private", .note,
        DoctorPhrase.modePrivate(),
        meaning: DoctorPhrase.kernelOnly(),
        remedy: [DoctorPhrase.publishKey("tablet-mode: {publish: true}")])
    }
    guard !machine.canPublish else { return [] }
    return .one(
      "tablet-mode-unpublished", .problem,
      DoctorPhrase.notWritable(), at: "/dev/uinput",
      meaning: DoctorPhrase.notPublished(),
      remedy: [
        DoctorPhrase.udevRule(
          "KERNEL==\"uinput\", SUBSYSTEM==\"misc\", TAG+=\"uaccess\", "
            + "OPTIONS+=\"static_node=uinput\""),
        DoctorPhrase.uinputRisk(),
      ])
  }

  private static func remedies(_ machine: MachineFacts) -> [Message] {
    if machine.model.hasPrefix("Microsoft") {
      return [
        machine.modules.contains("surface_aggregator_tabletsw")
          ? DoctorPhrase.surfaceLoaded()
          : DoctorPhrase.surface()
      ]
    }
    if machine.hasSocButtons {
      guard machine.modules.contains("soc_button_array") else {
        return [DoctorPhrase.socButtons()]
      }
      return [
        DoctorPhrase.socOrder(),
        DoctorPhrase.socLasting(),
      ]
    }
    if machine.modules.contains("amd_sfh") {
      return [DoctorPhrase.amdHub()]
    }
    return [DoctorPhrase.foldOnce()]
  }

  private static func qualcomm(_ facts: Facts) -> [Finding] {
    let machine = facts.machine
    guard let device = machine.fastRPC.first, facts.proxy.hasAccelerometer != true else {
      return []
    }
    let place = device.name.reportName
    func finding(_ id: String, _ found: Message, _ remedy: [Message]) -> Finding {
      Finding(
        id, .problem, found, at: place,
        meaning:
          DoctorPhrase.behindSSC(), remedy: remedy)
    }
    var result: [Finding] = []
    if machine.proxyKnowsSSC == false {
      result.append(
        finding(
          "qualcomm-unsupported", DoctorPhrase.withoutSSC(),
          [DoctorPhrase.buildSSC()]))
    }
    if !machine.fastRPC.contains(where: { $0.tags.contains("ssc-accel") }) {
      result.append(
        finding(
          "qualcomm-untagged", DoctorPhrase.untagged(),
          [
            DoctorPhrase.inFile(
              "/etc/udev/rules.d",
              "SUBSYSTEM==\"misc\", KERNEL==\"fastrpc-*\", "
                + "ENV{IIO_SENSOR_PROXY_TYPE}+=\"ssc-accel\""),
            "udevadm trigger --subsystem-match=misc; systemctl restart iio-sensor-proxy",
          ]))
    }
    if let families = machine.proxyFamilies, !families.contains("AF_QIPCRTR") {
      result.append(
        finding(
          "qualcomm-forbidden", DoctorPhrase.forbidsSockets(),
          [
            DoctorPhrase.editUnit()
          ]))
    }
    if !machine.hasHexagon {
      result.append(
        finding(
          "qualcomm-without-files", DoctorPhrase.noHexagon(),
          [DoctorPhrase.startHexagon()]))
    }
    return result
  }

  private static func selinux(_ facts: Facts) -> [Finding] {
    if let denial = facts.machine.denial {
      return .one(
        "selinux-denied", .problem,
        DoctorPhrase.selinuxDenied(denial.reportName),
        at: "/var/log/audit/audit.log",
        meaning: DoctorPhrase.selinuxMeans(),
        remedy: [
          "ausearch -m avc -c iio-sensor-proxy | audit2allow -M swivel-local",
          "semodule -i swivel-local.pp", DoctorPhrase.noService(),
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
      DoctorPhrase.selinuxFails(), at: "/sys/fs/selinux",
      meaning:
        DoctorPhrase.selinuxMaybe(),
      remedy: [
        "ausearch -m avc -c iio-sensor-proxy", DoctorPhrase.noService(),
      ])
  }
}
