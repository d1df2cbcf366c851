// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import Formats
import Orientation
import Sensing
import Sensors
import Text

/// The check of which accelerometers exist, and which one is used.
enum SensorCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let sensors = facts.sensors
    var result = sensors.accelerometers.flatMap(device)
    for directory in sensors.incomplete {
      result.append(
        Finding(
          "sensor-incomplete", .note, "a device with some axes of acceleration only",
          at: directory, meaning: "it cannot show how the screen is held"))
    }
    return result + sensors.inputs.map { input($0, sensors) } + readings(sensors)
      + sources(facts)
  }

  /// Returns the findings about the running daemon's sensor and about that of `--sensor auto`.
  ///
  /// While the daemon's sensor works, a machine without an accelerometer has no problem.
  private static func sources(_ facts: Facts) -> [Finding] {
    let choice = choice(facts)
    guard let daemon = facts.daemon else { return [choice] }
    let place = "process \(daemon.process)"
    let hasChoice = choice.severity == .ok
    if daemon.works {
      let without = hasChoice ? "" : "; without that option it would find no accelerometer"
      let own = Finding(
        "sensor-daemon", .ok, "the running daemon reads \(daemon.device ?? daemon.option)",
        at: place,
        meaning: daemon.isAutomatic
          ? "" : "it was started with --sensor \(daemon.option)\(without)")
      return hasChoice ? [own, choice] : [own]
    }
    guard let trouble = daemon.trouble, hasChoice || !daemon.isAutomatic else { return [choice] }
    let own = Finding(
      "sensor-daemon", .problem, "the running daemon says: \(trouble)", at: place,
      meaning: "the screen does not follow the device",
      remedy: [
        daemon.isAutomatic
          ? "swivel quit, then start swivel run again"
          : "start swivel run without --sensor \(daemon.option), or correct that option"
      ])
    return [own, choice]
  }

  private static func device(_ device: Accelerometer) -> [Finding] {
    let scale = device.scale.map { "scale \(scaleText($0)) m/s² per unit" } ?? "no usable scale"
    let place = device.location.map { "in the half with the \(half($0))" } ?? "place unknown"
    var result = [
      Finding(
        "sensor-found", .ok, "\(label(device)), \(scale), \(place)", at: device.directory,
        meaning: "the kernel has an accelerometer with three axes")
    ]
    if device.location == .base {
      result.append(
        Finding(
          "sensor-base", .note, "\(label(device)) sits with the keyboard", at: device.directory,
          meaning: "it does not show how the screen is held, so auto never takes it; with the "
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
          "\(label(device)): \(warning.reportName)",
          at: device.directory,
          meaning: "the value is left out; orientation still works, since directions suffice"))
    }
    return result
  }

  private static func input(_ device: InputAccelerometer, _ sensors: SensorFacts) -> Finding {
    let found = "\(device.label.reportName), an accelerometer of the input subsystem"
    guard device.isBuiltIn else {
      return Finding(
        "sensor-input", .note, found, at: device.node,
        meaning: "its bus is that of gamepads, and udev's database has no mount matrix for it, so "
          + "auto does not take it",
        remedy: ["if it is the screen's: swivel run --sensor evdev:\(device.node)"])
    }
    guard sensors.readableInputs.contains(device.node) else {
      return Finding(
        "sensor-input", .note, found + ", which may not be read", at: device.node,
        meaning: "iio-sensor-proxy can read it; swivel itself cannot",
        remedy: [
          "a udev rule: SUBSYSTEM==\"input\", KERNEL==\"event*\", "
            + "ENV{ID_INPUT_ACCELEROMETER}==\"1\", TAG+=\"uaccess\""
        ])
    }
    let matrix =
      "\(device.matrix.text), from \(device.matrixOrigin ?? "no matrix anywhere")"
    return Finding("sensor-input", .ok, "\(found), matrix \(matrix)", at: device.node)
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
      return [
        Finding("sensor-readings", .ok, "\(counted(good, "reading")), all usable", at: directory)
      ]
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
    let proxyIsChosen =
      facts.proxy.hasAccelerometer == true && (best == nil || sensors.kernelReason == nil)
    if proxyIsChosen {
      return Finding(
        "source-auto", .ok, "auto takes iio-sensor-proxy",
        meaning: "it has an accelerometer, and comes first"
          + (best.map { "; --sensor iio would read \(label($0)) itself" } ?? ""))
    }
    if let best {
      let proxyReason =
        facts.proxy.isRunning
        ? "iio-sensor-proxy has no accelerometer" : "iio-sensor-proxy does not run"
      return Finding(
        "source-auto", .ok, "auto reads \(label(best)) from sysfs", at: best.directory,
        meaning: sensors.kernelReason ?? proxyReason)
    }
    if let input = sensors.inputs.first(where: {
      $0.isBuiltIn && sensors.readableInputs.contains($0.node)
    }) {
      return Finding(
        "source-auto", .ok, "auto reads \(input.label.reportName)", at: input.node,
        meaning: "neither iio-sensor-proxy nor sysfs has an accelerometer for the screen")
    }
    let searched = sensors.searched.joined(separator: ", ")
    return Finding(
      "sensor-none", .problem, "no accelerometer for the screen",
      at: searched, meaning: sensors.failure.isEmpty ? "nothing can turn" : sensors.failure,
      remedy: [
        "look for the sensor's driver in the kernel's log: dmesg | grep -i accel",
        "until then turn the screen by hand or by a key: swivel rotate left, swivel rotate right",
        "to try Swivel without a sensor, use a folder of made-up readings: docs/sensors.md, Without a sensor",
      ])
  }

  static func label(_ device: Accelerometer) -> String {
    "\(device.name.reportName) (\(device.driver.reportName))"
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

/// The check of mount matrices: whether they are valid, and which kind of map they are.
enum MatrixCheck {
  /// The part of the text by which a warning about an invalid matrix is recognised.
  static let warningMark = "is no matrix"

  private static let pose = "run swivel doctor --pose: it finds the matrix from four poses"

  static func findings(_ facts: Facts) -> [Finding] {
    facts.sensors.accelerometers.flatMap { device in
      (unreadable(device) ?? readable(device)) + contradiction(device)
    }
  }

  /// Returns the finding about a matrix of the kernel that differs from udev's, which replaces it.
  ///
  /// A kernel's identity matrix is ignored, since drivers without a matrix report it. There is no
  /// finding either if the configuration has a matrix.
  private static func contradiction(_ device: Accelerometer) -> [Finding] {
    guard let own = device.replacedMatrix, own != .identity, own != device.matrix,
      device.matrixOrigin?.contains("configuration") != true
    else { return [] }
    return .one(
      "matrix-contradiction", .note,
      "\(SensorCheck.label(device)): udev's matrix is \(device.matrix.text), the kernel's own is "
        + own.text, at: device.directory,
      meaning: "udev's replaces the kernel's, and one of them is wrong; an entry of the hardware "
        + "database may be older than the kernel's driver", remedy: [pose])
  }

  private static func unreadable(_ device: Accelerometer) -> [Finding]? {
    guard let warning = device.warnings.first(where: { $0.contains(warningMark) }) else {
      return nil
    }
    return .one(
      "matrix-unreadable", .problem,
      "\(SensorCheck.label(device)): \(warning.reportName)",
      at: device.directory,
      meaning: "axes are taken as the sensor gives them, which need not be the panel's",
      remedy: ["write three rows of three numbers: 1, 0, 0; 0, 1, 0; 0, 0, 1", pose])
  }

  private static func readable(_ device: Accelerometer) -> [Finding] {
    let matrix = device.matrix
    let label = SensorCheck.label(device)
    let origin = device.matrixOrigin ?? "no matrix anywhere"
    let determinant = NumberText.rounded(matrix.determinant)
    let found = "\(label): \(matrix.text), determinant \(determinant), from \(origin)"
    var result: [Finding] = []
    func add(_ id: String, _ severity: Severity, _ meaning: String, _ remedy: [String] = []) {
      result.append(
        Finding(id, severity, found, at: device.directory, meaning: meaning, remedy: remedy))
    }
    switch MatrixNature(matrix) {
    case .identity:
      add("matrix-identity", .ok, "the sensor's axes are taken as the panel's")
    case .rotation:
      add("matrix-rotation", .ok, "it turns the sensor's axes to the panel's")
    case .reflection(isInPlane: true):
      add(
        "matrix-reflection", .ok,
        "it mirrors within the panel's plane, as most matrices of udev's database do: right if "
          + "the four edges come out right; only up and down of the tilt cannot be trusted")
    case .reflection(isInPlane: false):
      add(
        "matrix-reflection", .note,
        "it mirrors, and z takes part: the edges may be right, but up and down of the tilt "
          + "cannot be trusted", [pose])
    case .singular:
      add(
        "matrix-singular", .problem,
        "it loses an axis: different poses look alike, whatever the sensor reads", [pose])
      return result
    }
    if !MatrixNature.isSymmetric(matrix) {
      add(
        "matrix-asymmetric", .note,
        "rows and columns differ, as for every sensor that sits turned by a quarter. Only if each edge "
          + "comes out as its neighbour, rows and columns were exchanged when the matrix was written; "
          + "exchanged again it is \(matrix.transposedText)", [pose])
    }
    if !MatrixNature.keepsLengths(matrix) {
      add("matrix-stretches", .note, "its rows are not of length 1: readings change in size")
    }
    return result
  }
}

/// The check whether the hinge's angle is measured, and which posture follows from the angle.
enum HingeCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    if let base = facts.sensors.missingBase {
      return .one(
        "hinge-base-missing", .problem,
        "base in sensor in the configuration names no accelerometer: \(base.reportName)",
        at: facts.configuration.path ?? "", meaning: "the hinge's angle is not known",
        remedy: [
          facts.sensors.accelerometers.isEmpty
            ? "there is no accelerometer at all; see sensor-none"
            : "there are "
              + facts.sensors.accelerometers.map(\.name.reportName).joined(separator: ", ")
        ])
    }
    guard let hinge = facts.sensors.hinge else { return [] }
    let limits = facts.configuration.configuration.sensor.hinge
    let meaning =
      "tablet from \(limits.tabletAbove / 10)°, laptop again up to \(limits.laptopBelow / 10)°, "
      + "closed below \(limits.closedBelow / 10)°; tablet-above, laptop-below and closed-below in "
      + "sensor.hinge in the configuration change that"
    guard hinge.doubt == nil, let angle = hinge.angle else {
      return .one(
        "hinge-unclear", .note,
        "\(hinge.device), which is not known now: \(hinge.doubt.map(words) ?? "no reading")",
        meaning: meaning, remedy: hinge.doubt.map { [remedy($0)] } ?? [])
    }
    let posture = hinge.posture.map { ", which is \($0.rawValue)" } ?? ""
    return .one(
      "hinge-angle", .ok, "\(hinge.device): now \((angle + 5) / 10)°\(posture)", meaning: meaning)
  }

  private static func words(_ doubt: HingeDoubt) -> String {
    switch doubt {
    case .shaken: "the device is moved"
    case .vertical: "the hinge points up or down"
    case .disagreement: "the two halves disagree about the direction along the hinge"
    case .ambiguous: "closed and folded right round look the same"
    case .outOfRange: "the sensor reports an impossible angle"
    }
  }

  private static func remedy(_ doubt: HingeDoubt) -> String {
    switch doubt {
    case .shaken: "put the device down and ask again"
    case .vertical: "lay the hinge level and ask again"
    case .disagreement:
      "sensor.base.matrix says how the keyboard's sensor sits, and sensor.hinge.edge where the hinge is"
    case .ambiguous: "open the device halfway and ask again"
    case .outOfRange: "look for the driver's messages in the kernel's log: dmesg"
    }
  }
}

/// The check whether iio-sensor-proxy runs, permits a claim, and reports an orientation.
enum ProxyCheck {
  private static let service = "net.hadess.SensorProxy"

  static func findings(_ facts: Facts) -> [Finding] {
    let proxy = facts.proxy
    if let failure = proxy.busFailure {
      return .one(
        "proxy-no-bus", .note, "the system bus cannot be reached: \(failure)",
        meaning: "iio-sensor-proxy cannot be asked; sysfs can be read all the same",
        remedy: ["start dbus, or set DBUS_SYSTEM_BUS_ADDRESS"])
    }
    guard proxy.isRunning else { return [absent(proxy)] }
    guard proxy.hasAccelerometer == true else { return [withoutSensor(facts)] }
    return version(proxy) + [claim(proxy.claim)] + stuck(facts)
  }

  private static func absent(_ proxy: ProxyFacts) -> Finding {
    let canStart = proxy.isActivatable == true
    return Finding(
      "proxy-absent", .note, "iio-sensor-proxy does not run", at: service,
      meaning: canStart
        ? "it is installed, and starts when udev finds a sensor or a program asks for it"
        : "it is not installed or not known to the bus; sysfs is read instead",
      remedy: [canStart ? "systemctl start iio-sensor-proxy" : "apt install iio-sensor-proxy"])
  }

  private static func withoutSensor(_ facts: Facts) -> Finding {
    let kernelHasOne = !facts.sensors.accelerometers.isEmpty
    return Finding(
      "proxy-no-accelerometer", kernelHasOne ? .problem : .note,
      facts.proxy.hasAccelerometer == nil
        ? "iio-sensor-proxy does not say whether it has an accelerometer"
        : "iio-sensor-proxy runs but has no accelerometer", at: service,
      meaning: kernelHasOne
        ? "the kernel has one, but udev has not marked it for the service" : "",
      remedy: kernelHasOne
        ? [
          "udevadm info /sys/bus/iio/devices/iio:device0 should show IIO_SENSOR_PROXY_TYPE",
          "systemctl restart iio-sensor-proxy", "or use --sensor iio, which needs no service",
        ] : [])
  }

  private static func version(_ proxy: ProxyFacts) -> [Finding] {
    guard !proxy.knowsTilt else { return [] }
    return .one(
      "proxy-old", .note, "iio-sensor-proxy is older than 3.6: no AccelerometerTilt",
      at: service,
      meaning: "it does not report tilt; up to 3.0 it also informs every program on the bus, not "
        + "only those that claimed. Turning works with it")
  }

  /// Returns the finding about a proxy whose reported edge differs from that of the sensor's
  /// readings.
  private static func stuck(_ facts: Facts) -> [Finding] {
    guard case .reported(let word) = facts.proxy.claim, let edge = PanelEdge(proxyName: word),
      let read = facts.sensors.readings?.edge, read != edge,
      // The configured matrix corrects only Swivel's own readings, so the two edges are comparable
      // only without one.
      facts.configuration.configuration.sensor.display.correction == .identity
    else { return [] }
    return .one(
      "proxy-stuck", .problem,
      "iio-sensor-proxy says \(word), but by sysfs the \(read) edge is up", at: service,
      meaning: "it does not read the sensor any more, as after a resume on some machines, or reads "
        + "another one",
      remedy: ["systemctl restart iio-sensor-proxy; if it happens again: --sensor iio"])
  }

  private static func claim(_ claim: ProxyFacts.Claim) -> Finding {
    let restart = [
      "systemctl restart iio-sensor-proxy; suspend and resume help some sensors",
      "or use --sensor iio, which reads the sensor itself",
    ]
    switch claim {
    case .reported(let word) where PanelEdge(proxyName: word) != nil:
      return Finding(
        "proxy-works", .ok, "iio-sensor-proxy was claimed and says \(word)", at: service)
    case .reported(let word):
      return Finding(
        "proxy-unknown-word", .problem,
        "iio-sensor-proxy reports an unknown orientation: \(word.reportName)",
        at: service,
        meaning: "it is left out, the last orientation stays", remedy: restart)
    case .silent(let time):
      return Finding(
        "proxy-silent", .problem,
        "claimed, but the orientation stayed undefined for \(seconds(time)) s",
        at: service,
        meaning: "the sensor delivers no readings, or the device lies flat and has not been turned",
        remedy: ["hold the device upright and ask again"] + restart)
    case .denied(let words):
      return Finding(
        "proxy-denied", .problem, "the claim is refused: \(words)", at: service,
        meaning: "polkit gives the sensor to the active local session only",
        remedy: [
          "start swivel inside the graphical session, not over ssh or from a lingering unit",
          "or allow net.hadess.SensorProxy.claim-sensor in a polkit rule",
          "or use --sensor iio, which needs no permission",
        ])
    case .unanswered(let time):
      return Finding(
        "proxy-unanswered", .problem,
        "the claim was not answered within \(seconds(time)) s", at: service,
        meaning: "from 3.6 on it answers with the first reading: the sensor is silent",
        remedy: restart)
    case .failed(let words):
      return Finding(
        "proxy-failed", .problem, "the claim failed: \(words)", at: service, remedy: restart)
    case .notTried:
      return Finding("proxy-not-tried", .note, "the sensor was not claimed", at: service)
    }
  }

  private static func seconds(_ time: Duration) -> String {
    NumberText.rounded(Double(time.milliseconds) / 1000)
  }
}
