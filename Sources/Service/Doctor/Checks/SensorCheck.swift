// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensors
import Text

/// Checks which accelerometers exist, and which one would be used.
enum SensorCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let sensors = facts.sensors
    var result = sensors.accelerometers.flatMap(device)
    for directory in sensors.incomplete {
      result.append(
        Finding(
          "sensor-incomplete", .note, "a device with some axes of acceleration only",
          at: directory, meaning: "it cannot tell how the screen is held"))
    }
    return result + readings(sensors) + [choice(facts)]
  }

  private static func device(_ device: Accelerometer) -> [Finding] {
    let scale = device.scale.map { "scale \(scaleText($0)) m/s² per unit" } ?? "no usable scale"
    let place = device.location.map { "in the half with the \(half($0))" } ?? "place not told"
    var result = [
      Finding(
        "sensor-found", .ok, "\(label(device)), \(scale), \(place)", at: device.directory,
        meaning: "the kernel has an accelerometer with three axes")
    ]
    if device.location == .base {
      result.append(
        Finding(
          "sensor-base", .note, "\(label(device)) sits with the keyboard", at: device.directory,
          meaning: "it does not tell how the screen is held, so auto never takes it; with the "
            + "screen's it tells the hinge's angle, once its matrix or base in sensor in the "
            + "configuration says how it sits",
          remedy: [
            "if it does sit behind the screen, set ACCEL_LOCATION=display for it in udev's hwdb, or "
              + "path in sensor in the configuration, which needs no root"
          ]))
    }
    for warning in device.warnings where !warning.contains(MatrixCheck.warningMark) {
      result.append(
        Finding(
          "sensor-attribute", .note,
          "\(label(device)): \(UntrustedText(warning).name(columns: 80))",
          at: device.directory,
          meaning: "the value is left out; orientation still works, since directions suffice"))
    }
    return result
  }

  private static func readings(_ sensors: SensorFacts) -> [Finding] {
    guard let probe = sensors.readings, let directory = sensors.best else { return [] }
    let (good, bad) = (probe.counts.good, probe.counts.bad)
    guard bad == 0 else {
      return .one(
        "sensor-faults", .problem,
        "\(bad) of \(good + bad) readings cannot be used: \(probe.counts.words)", at: directory,
        meaning: good == 0
          ? "nothing can turn by this sensor" : "they are left out, the last orientation stays",
        remedy: [
          "cat \(directory)/in_accel_*_raw shows what the driver gives",
          "suspend and resume help some sensors; else the kernel's log: dmesg | grep -i accel",
        ])
    }
    guard probe.isFrozen else {
      return [Finding("sensor-readings", .ok, "\(good) readings, all usable", at: directory)]
    }
    return .one(
      "sensor-frozen", .note,
      "\(good) readings within \(AccelerometerProbe.duration) are the same to the last digit",
      at: directory,
      meaning: "a sensor that works shows some noise: it may be asleep, or very coarse",
      remedy: ["turn the device and ask again: the readings have to differ"])
  }

  private static func choice(_ facts: Facts) -> Finding {
    let sensors = facts.sensors
    let best = sensors.accelerometers.first { $0.directory == sensors.best }
    if let best, let reason = sensors.kernelReason {
      return Finding(
        "source-auto", .ok, "auto reads \(label(best)) from sysfs", at: best.directory,
        meaning: reason)
    }
    if facts.proxy.hasAccelerometer == true {
      return Finding(
        "source-auto", .ok, "auto takes iio-sensor-proxy",
        meaning: "it has an accelerometer, and comes first"
          + (best.map { "; --sensor iio would read \(label($0)) itself" } ?? ""))
    }
    if let best {
      let reason =
        facts.proxy.isRunning
        ? "iio-sensor-proxy has no accelerometer" : "iio-sensor-proxy does not run"
      return Finding(
        "source-auto", .ok, "auto reads \(label(best)) from sysfs", at: best.directory,
        meaning: reason)
    }
    let searched = sensors.searched.joined(separator: ", ")
    return Finding(
      "sensor-none", .problem, "no accelerometer for the screen",
      at: searched, meaning: sensors.failure.isEmpty ? "nothing can turn" : sensors.failure,
      remedy: [
        "look for the sensor's driver in the kernel's log: dmesg | grep -i accel",
        "without a sensor, swivel run --sensor replay:FILE plays a recording",
      ])
  }

  static func label(_ device: Accelerometer) -> String {
    "\(UntrustedText(device.name).name(columns: 80)) (\(UntrustedText(device.driver).name(columns: 80)))"
  }

  private static func half(_ location: AccelerometerLocation) -> String {
    location == .base ? "keyboard" : "screen"
  }

  private static func scaleText(_ scale: SIMD3<Double>) -> String {
    scale.x == scale.y && scale.y == scale.z
      ? NumberText.text(scale.x)
      : [scale.x, scale.y, scale.z].map(NumberText.text).joined(separator: "/")
  }
}
