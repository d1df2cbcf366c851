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
          "sensor-incomplete", .note, DoctorPhrase.someAxes(),
          at: directory, meaning: DoctorPhrase.cannotShow()))
    }
    return result + sensors.inputs.map { input($0, sensors) } + readings(sensors)
      + sources(facts)
  }

  /// Returns the findings about the running daemon's sensor and about that of `--sensor auto`.
  ///
  /// While the daemon's sensor works, the absence of one for `auto` is not reported.
  private static func sources(_ facts: Facts) -> [Finding] {
    let choice = choice(facts)
    guard let daemon = facts.daemon else { return [choice] }
    let place = "process \(daemon.process)"
    let hasChoice = choice.severity == .ok
    if daemon.works {
      let own = Finding(
        "sensor-daemon", .ok, DoctorPhrase.daemonReads(daemon.device ?? daemon.option),
        at: place,
        meaning: daemon.isAutomatic
          ? ""
          : hasChoice
            ? DoctorPhrase.startedWith(daemon.option)
            : DoctorPhrase.startedWithout(daemon.option))
      return hasChoice ? [own, choice] : [own]
    }
    guard let trouble = daemon.trouble, hasChoice || !daemon.isAutomatic else { return [choice] }
    let own = Finding(
      "sensor-daemon", .problem, DoctorPhrase.daemonSays(trouble), at: place,
      meaning: DoctorPhrase.notFollowing(),
      remedy: [
        daemon.isAutomatic
          ? DoctorPhrase.restartDaemon()
          : DoctorPhrase.dropOption(daemon.option)
      ])
    return [own, choice]
  }

  private static func device(_ device: Accelerometer) -> [Finding] {
    let scale = device.scale.map { DoctorPhrase.scale(scaleText($0)) } ?? DoctorPhrase.noScale()
    let place = device.location.map(half) ?? DoctorPhrase.placeUnknown()
    var result = [
      Finding(
        "sensor-found", .ok, DoctorPhrase.sensorFound(label(device), scale, place),
        at: device.directory, meaning: DoctorPhrase.threeAxes())
    ]
    if device.location == .base {
      result.append(
        Finding(
          "sensor-base", .note, DoctorPhrase.withKeyboard(label(device)), at: device.directory,
          meaning: DoctorPhrase.baseMeans(),
          remedy: [
            DoctorPhrase.baseRemedy()
          ]))
    }
    for warning in device.warnings where !warning.english.contains(MatrixCheck.warningMark) {
      result.append(
        Finding(
          "sensor-attribute", .note,
          DoctorPhrase.about(label(device), warning), at: device.directory,
          meaning: DoctorPhrase.attributeMeans()))
    }
    return result
  }

  private static func input(_ device: InputAccelerometer, _ sensors: SensorFacts) -> Finding {
    let name = device.label.reportName
    guard device.isBuiltIn else {
      return Finding(
        "sensor-input", .note, DoctorPhrase.input(name), at: device.node,
        meaning: DoctorPhrase.gamepad(),
        remedy: [DoctorPhrase.ifScreens(device.node)])
    }
    guard sensors.readableInputs.contains(device.node) else {
      return Finding(
        "sensor-input", .note,
        DoctorPhrase.inputDenied(name), at: device.node,
        meaning: DoctorPhrase.proxyCan(),
        remedy: [
          DoctorPhrase.udevRule(
            "SUBSYSTEM==\"input\", KERNEL==\"event*\", "
              + "ENV{ID_INPUT_ACCELEROMETER}==\"1\", TAG+=\"uaccess\"")
        ])
    }
    let (matrix, origin) = (device.matrix.text, source(device.matrixOrigin))
    return Finding(
      "sensor-input", .ok,
      DoctorPhrase.inputMatrix(name, matrix, origin),
      at: device.node)
  }

  private static func readings(_ sensors: SensorFacts) -> [Finding] {
    guard let probe = sensors.readings, let directory = sensors.best else { return [] }
    let (good, bad) = (probe.counts.good, probe.counts.bad)
    guard bad == 0 else {
      return .one(
        "sensor-faults", .problem,
        DoctorPhrase.faults("\(bad)", "\(good + bad)", probe.counts.words), at: directory,
        meaning: good == 0
          ? DoctorPhrase.cannotTurnBy() : DoctorPhrase.faultsMeans(),
        remedy: [
          DoctorPhrase.rawShows(directory),
          "suspend and resume help some sensors; else the kernel's log: dmesg | grep -i accel",
        ])
    }
    guard probe.isFrozen else {
      return .one(
        "sensor-readings", .ok,
        (good == 1 ? DoctorPhrase.oneUsable : .allUsable)("\(good)"), at: directory)
    }
    return .one(
      "sensor-frozen", .note,
      DoctorPhrase.frozen("\(good)", "\(AccelerometerProbe.duration)"),
      at: directory,
      meaning: DoctorPhrase.noise(),
      remedy: [DoctorPhrase.turnAndAsk()])
  }

  private static func choice(_ facts: Facts) -> Finding {
    let sensors = facts.sensors
    let best = sensors.accelerometers.first { $0.directory == sensors.best }
    let proxyIsChosen =
      facts.proxy.hasAccelerometer == true && (best == nil || sensors.kernelReason == nil)
    if proxyIsChosen {
      return Finding(
        "source-auto", .ok, DoctorPhrase.autoProxy(),
        meaning: best.map {
          DoctorPhrase.proxyFirstBut(label($0))
        } ?? DoctorPhrase.proxyFirst())
    }
    if let best {
      let proxyReason =
        facts.proxy.isRunning
        ? DoctorPhrase.proxyNone() : DoctorPhrase.proxyAbsent()
      return Finding(
        "source-auto", .ok, DoctorPhrase.autoKernel(label(best)), at: best.directory,
        meaning: sensors.kernelReason ?? proxyReason)
    }
    if let input = sensors.inputs.first(where: {
      $0.isBuiltIn && sensors.readableInputs.contains($0.node)
    }) {
      return Finding(
        "source-auto", .ok, DoctorPhrase.autoInput(input.label.reportName), at: input.node,
        meaning: DoctorPhrase.neitherHas())
    }
    let searched = sensors.searched.joined(separator: ", ")
    return Finding(
      "sensor-none", .problem, DoctorPhrase.noSensor(),
      at: searched, meaning: sensors.failure == "" ? DoctorPhrase.nothingTurns() : sensors.failure,
      remedy: [
        "look for the sensor's driver in the kernel's log: dmesg | grep -i accel",
        DoctorPhrase.byKey(),
        DoctorPhrase.madeUp(),
      ])
  }

  static func source(_ origin: String?) -> Message {
    origin.map { Message($0) } ?? DoctorPhrase.noMatrix()
  }

  static func label(_ device: Accelerometer) -> String {
    "\(device.name.reportName) (\(device.driver.reportName))"
  }

  private static func half(_ location: AccelerometerLocation) -> Message {
    location == .base ? DoctorPhrase.keyboardHalf() : DoctorPhrase.screenHalf()
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

  private static let pose = DoctorPhrase.runPose()

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
      DoctorPhrase.contradiction(SensorCheck.label(device), device.matrix.text, own.text),
      at: device.directory,
      meaning: DoctorPhrase.contradictionMeans(), remedy: [pose])
  }

  private static func unreadable(_ device: Accelerometer) -> [Finding]? {
    guard let warning = device.warnings.first(where: { $0.english.contains(warningMark) }) else {
      return nil
    }
    return .one(
      "matrix-unreadable", .problem,
      DoctorPhrase.about(SensorCheck.label(device), warning), at: device.directory,
      meaning: DoctorPhrase.axesAsGiven(),
      remedy: [DoctorPhrase.writeMatrix(), pose])
  }

  private static func readable(_ device: Accelerometer) -> [Finding] {
    let matrix = device.matrix
    let label = SensorCheck.label(device)
    let origin = SensorCheck.source(device.matrixOrigin)
    let determinant = NumberText.rounded(matrix.determinant)
    let found = DoctorPhrase.matrix(label, matrix.text, determinant, origin)
    var result: [Finding] = []
    func add(_ id: String, _ severity: Severity, _ meaning: Message, _ remedy: [Message] = []) {
      result.append(
        Finding(id, severity, found, at: device.directory, meaning: meaning, remedy: remedy))
    }
    switch MatrixNature(matrix) {
    case .identity:
      add("matrix-identity", .ok, DoctorPhrase.identity())
    case .rotation:
      add("matrix-rotation", .ok, DoctorPhrase.rotation())
    case .reflection(isInPlane: true):
      add(
        "matrix-reflection", .ok,
        DoctorPhrase.reflection())
    case .reflection(isInPlane: false):
      add(
        "matrix-reflection", .note,
        DoctorPhrase.reflectionZ(), [pose])
    case .singular:
      add(
        "matrix-singular", .problem,
        DoctorPhrase.singular(), [pose])
      return result
    }
    if !MatrixNature.isSymmetric(matrix) {
      add(
        "matrix-asymmetric", .note,
        DoctorPhrase.asymmetric(matrix.transposedText), [pose])
    }
    if !MatrixNature.keepsLengths(matrix) {
      add("matrix-stretches", .note, DoctorPhrase.stretches())
    }
    return result
  }
}

/// The check whether the hinge's angle is measured, and which posture follows from the angle.
enum HingeCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    if let base = facts.sensors.missingBase {
      let names = facts.sensors.accelerometers.map(\.name.reportName).joined(separator: ", ")
      return .one(
        "hinge-base-missing", .problem,
        DoctorPhrase.baseMissing(base.reportName),
        at: facts.configuration.path ?? "", meaning: DoctorPhrase.hingeUnknown(),
        remedy: [
          names.isEmpty ? DoctorPhrase.noAccelerometer() : DoctorPhrase.accelerometers(names)
        ])
    }
    guard let hinge = facts.sensors.hinge else { return [] }
    let limits = facts.configuration.configuration.sensor.hinge
    let meaning = DoctorPhrase.hingeLimits(
      "\(limits.tabletAbove / 10)", "\(limits.laptopBelow / 10)", "\(limits.closedBelow / 10)")
    guard hinge.doubt == nil, let angle = hinge.angle else {
      return .one(
        "hinge-unclear", .note,
        DoctorPhrase.hingeUnclear(
          hinge.device, hinge.doubt.map(words) ?? DoctorPhrase.noReading()),
        meaning: meaning, remedy: hinge.doubt.map { [remedy($0)] } ?? [])
    }
    let degrees = (angle + 5) / 10
    return .one(
      "hinge-angle", .ok,
      hinge.posture.map { DoctorPhrase.hingePosture(hinge.device, "\(degrees)", $0.rawValue) }
        ?? DoctorPhrase.hinge(hinge.device, "\(degrees)"), meaning: meaning)
  }

  private static func words(_ doubt: HingeDoubt) -> Message {
    switch doubt {
    case .shaken: DoctorPhrase.shaken()
    case .vertical: DoctorPhrase.vertical()
    case .disagreement: DoctorPhrase.disagreement()
    case .ambiguous: DoctorPhrase.ambiguous()
    case .outOfRange: DoctorPhrase.impossible()
    }
  }

  private static func remedy(_ doubt: HingeDoubt) -> Message {
    switch doubt {
    case .shaken: DoctorPhrase.putDown()
    case .vertical: DoctorPhrase.layLevel()
    case .disagreement:
      DoctorPhrase.sensorKeys()
    case .ambiguous: DoctorPhrase.openHalfway()
    case .outOfRange: DoctorPhrase.driverLog()
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
        "proxy-no-bus", .note, DoctorPhrase.noBus(failure),
        meaning: DoctorPhrase.noBusMeans(),
        remedy: [DoctorPhrase.startBus()])
    }
    guard proxy.isRunning else { return [absent(proxy)] }
    guard proxy.hasAccelerometer == true else { return [withoutSensor(facts)] }
    return version(proxy) + [claim(proxy.claim)] + stuck(facts)
  }

  private static func absent(_ proxy: ProxyFacts) -> Finding {
    let canStart = proxy.isActivatable == true
    return Finding(
      "proxy-absent", .note, DoctorPhrase.proxyAbsent(), at: service,
      meaning: canStart
        ? DoctorPhrase.proxyStarts()
        : DoctorPhrase.proxyUnknown(),
      remedy: [
        canStart
          ? "systemctl start iio-sensor-proxy" : DoctorPhrase.installPackage("iio-sensor-proxy")
      ])
  }

  private static func withoutSensor(_ facts: Facts) -> Finding {
    let kernelHasOne = !facts.sensors.accelerometers.isEmpty
    return Finding(
      "proxy-no-accelerometer", kernelHasOne ? .problem : .note,
      facts.proxy.hasAccelerometer == nil
        ? DoctorPhrase.proxyMute()
        : DoctorPhrase.proxyWithout(), at: service,
      meaning: kernelHasOne
        ? DoctorPhrase.notMarked() : "",
      remedy: kernelHasOne
        ? [
          DoctorPhrase.udevadmInfo(),
          "systemctl restart iio-sensor-proxy", DoctorPhrase.noService(),
        ] : [])
  }

  private static func version(_ proxy: ProxyFacts) -> [Finding] {
    guard !proxy.knowsTilt else { return [] }
    return .one(
      "proxy-old", .note, DoctorPhrase.proxyOld(),
      at: service,
      meaning: DoctorPhrase.proxyOldMeans())
  }

  private static func stuck(_ facts: Facts) -> [Finding] {
    guard case .reported(let word) = facts.proxy.claim, let edge = PanelEdge(proxyName: word),
      let read = facts.sensors.readings?.edge, read != edge,
      // The configured matrix corrects only Swivel's own readings, so the two edges are comparable
      // only without one.
      facts.configuration.configuration.sensor.display.correction == .identity
    else { return [] }
    return .one(
      "proxy-stuck", .problem,
      DoctorPhrase.proxyStuck(word, DoctorPhrase.edge(read)), at: service,
      meaning: DoctorPhrase.proxyStuckMeans(),
      remedy: [DoctorPhrase.restartOrIIO()])
  }

  private static func claim(_ claim: ProxyFacts.Claim) -> Finding {
    let restart: [Message] = [
      DoctorPhrase.restartOrSuspend(),
      DoctorPhrase.orIIO(),
    ]
    switch claim {
    case .reported(let word) where PanelEdge(proxyName: word) != nil:
      return Finding(
        "proxy-works", .ok, DoctorPhrase.proxyWorks(word), at: service)
    case .reported(let word):
      return Finding(
        "proxy-unknown-word", .problem,
        DoctorPhrase.proxyWord(word.reportName),
        at: service,
        meaning: DoctorPhrase.wordLeftOut(), remedy: restart)
    case .silent(let time):
      return Finding(
        "proxy-silent", .problem,
        DoctorPhrase.proxySilent(seconds(time)),
        at: service,
        meaning: DoctorPhrase.silentMeans(),
        remedy: [DoctorPhrase.holdUpright()] + restart)
    case .denied(let words):
      return Finding(
        "proxy-denied", .problem, DoctorPhrase.refused(words), at: service,
        meaning: DoctorPhrase.activeOnly(),
        remedy: [
          DoctorPhrase.startInside(),
          DoctorPhrase.allowClaim(),
          DoctorPhrase.noPermission(),
        ])
    case .unanswered(let time):
      return Finding(
        "proxy-unanswered", .problem,
        DoctorPhrase.unanswered(seconds(time)), at: service,
        meaning: DoctorPhrase.unansweredMeans(),
        remedy: restart)
    case .failed(let words):
      return Finding(
        "proxy-failed", .problem, DoctorPhrase.claimFailed(words), at: service, remedy: restart)
    case .notTried:
      return Finding("proxy-not-tried", .note, DoctorPhrase.notClaimed(), at: service)
    }
  }

  private static func seconds(_ time: Duration) -> String {
    NumberText.rounded(Double(time.milliseconds) / 1000)
  }
}
