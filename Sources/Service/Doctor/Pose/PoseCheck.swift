// SPDX-License-Identifier: Apache-2.0
public import Bus
import Configuration
import Desktop
import EventLoop
public import Formats
import Glibc
public import Orientation
public import Sensing
public import Sensors
public import Text

/// The check of the present mount matrix by readings of four poses, with the right matrix as a
/// remedy.
public struct PoseCheck {
  /// Exactly one finding: the matrix is right, another one is right, or the readings are unusable.
  public let findings: [Finding]
  /// The value for `sensor: matrix` in the configuration; nil if none is needed or known.
  public let correction: MountMatrix?

  /// Judges readings that are given along the sensor's own axes.
  ///
  /// `system` is the system's mount matrix, `placement` the configured placement, `identity` the
  /// sensor's name and device, and `path` the configuration's file.
  public init(
    _ readings: PoseReadings, system: MountMatrix, placement: SensorPlacement = SensorPlacement(),
    of identity: SensorIdentity, path: String? = nil
  ) {
    let present = system.followed(by: placement.display.correction)
    switch PoseSolution(readings) {
    case .unusable(let reason):
      correction = nil
      findings = .one(
        "pose-unusable", .problem, reason, at: identity.name,
        meaning: PosePhrase.noMatrixFollows(),
        remedy: [PosePhrase.repeatPoses()])
    case .matrix(let matrix):
      let wrong = Self.mistakes(readings, present)
      guard !wrong.isEmpty else {
        correction = nil
        findings = .one(
          "pose-right", .ok, PosePhrase.poseRight(present.text),
          at: identity.name, meaning: PosePhrase.noChange())
        return
      }
      var correction: MountMatrix?
      if case .matrix(let found) = PoseSolution(readings.turned(by: system)) { correction = found }
      self.correction = correction
      let isDouble = placement.display.correction != .identity
      findings = .one(
        "pose-wrong", .problem, PosePhrase.poseWrong(present.text, Message.series(wrong)),
        at: identity.name, meaning: PosePhrase.rightWouldBe(matrix.text),
        remedy: Self.withRoot(matrix, identity)
          + (isDouble ? [PosePhrase.takeMatrixOut()] : [])
          + Self.withoutRoot(correction, path) + Self.forTheModel(matrix, identity))
    }
  }

  private static func mistakes(_ readings: PoseReadings, _ matrix: MountMatrix) -> [Message] {
    Pose.names.compactMap { _, edge in
      let got = readings[edge].flatMap { matrix.edge(of: $0) }
      if got == edge { return nil }
      let name = DoctorPhrase.edge(edge)
      return got.map { PosePhrase.comesOut(name, DoctorPhrase.edge($0)) }
        ?? PosePhrase.comesToNothing(name)
    }
  }

  private static func withRoot(_ matrix: MountMatrix, _ identity: SensorIdentity) -> [Message] {
    let isKnown = !identity.modalias.isEmpty
    return (isKnown ? [] : [PosePhrase.modaliasUnread(identity.name)])
      + [PosePhrase.withRoot()] + identity.lines(matrix).map { Message($0) } + [
        "systemd-hwdb update",
        "udevadm trigger -v -p DEVNAME=/dev/\(identity.name)",
        "systemctl restart iio-sensor-proxy",
      ]
  }

  /// Returns the steps that propose the matrix for udev's own database; empty if the sensor or the
  /// machine has no identifying name.
  private static func forTheModel(_ matrix: MountMatrix, _ identity: SensorIdentity) -> [Message] {
    guard !identity.modalias.isEmpty, !identity.dmi.isEmpty else { return [] }
    return [PosePhrase.forModel()] + identity.proposal(matrix).map { Message($0) }
  }

  /// Returns the lines for Swivel's configuration, which need no root rights; empty without a
  /// correction.
  static func withoutRoot(_ correction: MountMatrix?, _ path: String?) -> [Message] {
    guard let correction else { return [] }
    let file = path.map { Message($0.reportName) } ?? DoctorPhrase.configuration()
    return [PosePhrase.withoutRoot(file), "sensor:", "  matrix: \(correction.list)"]
  }
}

/// The dialogue that requests the four poses on a terminal and reads the sensor in each.
public enum PoseDialogue {
  /// The outcome of a dialogue.
  public enum Outcome: Sendable {
    /// All poses were read: the kernel's readings, iio-sensor-proxy's reports, or both.
    case readings(PoseReadings?, PoseWords?)
    /// The input ended before all poses were read.
    case abandoned
    /// The kernel's device gave no usable reading in a pose.
    case silent
  }

  /// Prompts on standard error and waits for a line of standard input in each pose; a pose in which
  /// the device was not moved is requested once more.
  ///
  /// At least one of the arguments must be given: the kernel's device or iio-sensor-proxy. `top` is
  /// the panel's edge at the top of the casing.
  public static func run(
    _ device: Accelerometer?, _ witness: PoseWitness?, mountedWith top: PanelEdge = .top
  ) -> Outcome {
    var readings = device.map { _ in PoseReadings() }
    var words = witness.map { _ in PoseWords() }
    var last: Answer?
    for (number, pose) in Pose.names.enumerated() {
      // A pose for which the device was not moved is repeated once only, since a stuck sensor gives
      // the same values for ever.
      for isRepeated in [false, true] {
        say("\(number + 1)/\(Pose.names.count)  \(Pose.request(pose.edge, mountedWith: top)) ")
        guard readLine() != nil else { return .abandoned }
        var answer = Answer()
        if let device {
          guard let reading = PoseSensor(device: device).mean() else { return .silent }
          let shown = (0..<3).map { NumberText.rounded(reading[$0]) }.joined(separator: " ")
          say("     \(pose.name) \(shown)\n")
          readings?[pose.edge] = reading
          answer.reading = reading
        }
        if let witness {
          let word = witness.word()
          say("     iio-sensor-proxy says \((word ?? "nothing").reportName)\n")
          words?[pose.edge] = word
          answer.word = word
        }
        let isMoved = last.map { !answer.isSamePose(as: $0) } ?? true
        last = answer
        if isMoved || isRepeated { break }
        say("     the device has not been moved since the last pose; please turn it as asked:\n")
      }
    }
    return .readings(readings, words)
  }

  private struct Answer {
    var reading: SIMD3<Double>?
    var word: String?

    /// The cosine of 20 degrees.
    private static let nearness = 0.94

    /// Returns whether gravity has turned by less than 20 degrees or, without readings, whether
    /// both reports are there and the same.
    func isSamePose(as other: Answer) -> Bool {
      guard let mine = reading, let theirs = other.reading else {
        return word != nil && word == other.word
      }
      let lengths = ((mine * mine).sum() * (theirs * theirs).sum()).squareRoot()
      return (mine * theirs).sum() > Self.nearness * lengths
    }
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// The orientation that iio-sensor-proxy reported in each of the four poses.
public struct PoseWords: Hashable, Sendable {
  private var words: [PanelEdge: String] = [:]

  /// Creates an empty value.
  public init() {}

  /// The orientation reported with an edge up; nil if there is none.
  public subscript(edge: PanelEdge) -> String? {
    get { words[edge] }
    set { words[edge] = newValue }
  }

  /// The rotation or reflection in the screen's plane that corrects all reports; nil if there is
  /// none.
  ///
  /// A reflection is returned as a rotation that turns the sensor over, as no sensor is mounted
  /// mirrored.
  public var correction: MountMatrix? {
    let told = Pose.names.compactMap { _, edge in
      words[edge].flatMap { PanelEdge(proxyName: $0) }.map { (said: $0, edge: edge) }
    }
    guard told.count == Pose.names.count else { return nil }
    let turns = PanelEdge.allCases.map { MountMatrix(casingToPanel: $0) }
    let overturned = MountMatrix(elements: [-1, 0, 0, 0, 1, 0, 0, 0, -1])
    let candidates = turns + turns.compactMap { turn in overturned.map { $0.followed(by: turn) } }
    return candidates.first { matrix in
      told.allSatisfy { matrix.edge(after: $0.said) == $0.edge }
    }
  }

  /// Returns one finding: all reports are right, or a list of the wrong ones.
  ///
  /// `hasRightMatrix` is whether the matrix was right for the kernel's readings, if they were
  /// judged. `placement` is applied to the reports; `path` is the configuration's file.
  public func finding(
    hasRightMatrix: Bool?, placement: SensorPlacement = SensorPlacement(), path: String? = nil
  ) -> Finding {
    let wrong = Pose.names.compactMap { _, edge -> Message? in
      let word = self[edge] ?? "nothing"
      let told = PanelEdge(proxyName: word)
      let turned = told.map { placement.display.correction.edge(after: $0) ?? $0 }
      return turned == edge
        ? nil : PosePhrase.saidToBe(DoctorPhrase.edge(edge), word.reportName)
    }
    let place = "net.hadess.SensorProxy"
    guard !wrong.isEmpty else {
      return Finding("pose-proxy-right", .ok, PosePhrase.proxyRight(), at: place)
    }
    let isMatrix = hasRightMatrix == false
    let ownWay = hasRightMatrix == nil ? PoseCheck.withoutRoot(correction, path) : []
    return Finding(
      "pose-proxy-wrong", .problem, PosePhrase.proxyWrong(Message.series(wrong)), at: place,
      meaning: isMatrix ? PosePhrase.sameMatrix() : PosePhrase.otherMatrix(),
      remedy: isMatrix
        ? [PosePhrase.seePose()]
        : [PosePhrase.restartReads(), DoctorPhrase.orIIO()] + ownWay)
  }
}

/// A claim of iio-sensor-proxy's accelerometer, through which the reported orientation is read.
public final class PoseWitness {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  /// The wait before a report is read: the proxy reads the sensor every 700 ms, so after this time
  /// its report belongs to the present pose.
  private static let readingTimeout = Duration.milliseconds(1600)

  private let dialogue: BusDialogue

  /// Claims the accelerometer; nil if iio-sensor-proxy does not run, refuses the claim, or has
  /// none.
  public init?(bus address: BusAddress = .system) {
    guard let dialogue = try? BusDialogue(address), (try? dialogue.isOwned(Self.service)) == true,
      case .success = dialogue.ask(
        BusCall(Self.service, Self.path, Self.service, "ClaimAccelerometer"), within: .seconds(5))
    else { return nil }
    self.dialogue = dialogue
    guard
      dialogue.property(
        "HasAccelerometer", of: Self.service, at: Self.path, in: Self.service)?.boolean == true
    else {
      dialogue.close()
      return nil
    }
  }

  deinit { dialogue.close() }

  /// Returns the orientation reported after `readingTimeout`; nil if there is none.
  public func word() -> String? {
    let end = EventLoop.now + Self.readingTimeout
    while EventLoop.now < end { dialogue.turn() }
    return dialogue.property(
      "AccelerometerOrientation", of: Self.service, at: Self.path, in: Self.service)?.string
  }
}

/// The readings in the four poses along the sensor's own axes, all in one unit, usually m/s².
public struct PoseReadings: Hashable, Sendable {
  private var values: [PanelEdge: SIMD3<Double>] = [:]

  /// Creates an empty value.
  public init() {}

  /// The reading with an edge up; nil if there is none.
  public subscript(edge: PanelEdge) -> SIMD3<Double>? {
    get { values[edge] }
    set { values[edge] = newValue }
  }

  func turned(by matrix: MountMatrix) -> PoseReadings {
    var result = PoseReadings()
    result.values = values.mapValues { matrix($0) }
    return result
  }

  /// Parses lines such as `left 9.8 0.1 0.3`, one each for top, left, bottom and right.
  ///
  /// Cells are separated by commas or spaces; `#` begins a comment.
  /// - Throws: `InputError` for any other line that is not blank, and for an edge that is missing
  ///   or occurs twice.
  public init(_ bytes: [UInt8], file: String) throws(InputError) {
    let text = String(decoding: bytes, as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let cells = line.prefix { $0 != "#" }
        .split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let word = cells.first else { continue }
      func wrong(_ problem: String, valid: [String] = []) -> InputError {
        InputError(file: file, line: index + 1, column: 1, problem: problem, valid: valid)
      }
      guard let edge = Pose.names.first(where: { $0.name == word })?.edge else {
        throw wrong(
          "\(UntrustedText(String(word)).quoted)", valid: Pose.names.map { "\($0.name) X Y Z" })
      }
      guard values[edge] == nil else { throw wrong("\(word) a second time") }
      let numbers = cells.dropFirst().compactMap { Double($0) }
      guard cells.count == 4, numbers.count == 3,
        numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 })
      else { throw wrong("no three numbers after \(word)", valid: ["\(word) X Y Z in m/s²"]) }
      values[edge] = SIMD3(numbers[0], numbers[1], numbers[2])
    }
    if let missing = Pose.names.first(where: { values[$0.edge] == nil }) {
      throw InputError(
        file: file, problem: "there is no reading for \(missing.name)",
        valid: Pose.names.map { "\($0.name) X Y Z" })
    }
  }
}

/// A sensor that is read along its own axes, without a mount matrix.
private struct PoseSensor {
  let device: Accelerometer

  /// Returns the mean of the usable ones of ten readings within half a second, in m/s² or raw
  /// units; nil if none is usable.
  func mean() -> SIMD3<Double>? {
    var sum = SIMD3<Double>.zero
    var count = 0
    for index in 0..<10 {
      if index > 0 { usleep(50_000) }
      guard let value = reading() else { continue }
      sum += value
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  private func reading() -> SIMD3<Double>? {
    var raw = SIMD3<Double>.zero
    for (index, axis) in ["x", "y", "z"].enumerated() {
      let file = "\(device.directory)/in_accel_\(axis)_raw"
      guard let value = DeviceTree.text(of: file).flatMap({ Double($0) }), abs(value) < 1e9 else {
        return nil
      }
      raw[index] = value
    }
    return (raw + device.offset) * (device.scale ?? SIMD3(repeating: 1))
  }
}

/// The four poses of the dialogue, in each of which a different edge of the panel is up.
public enum Pose {
  /// The name of each pose in a file of readings, with the edge that is up, in the dialogue's
  /// order.
  public static let names: [(name: String, edge: PanelEdge)] = [
    ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right),
  ]

  /// Returns the sentence that asks the user for a pose; `top` is the panel's edge at the top of
  /// the casing.
  ///
  /// If the panel is mounted rotated, the edge is named both as the panel scans out, to which a
  /// mount matrix refers, and as the casing has it, which the user sees.
  public static func request(_ edge: PanelEdge, mountedWith top: PanelEdge = .top) -> String {
    let casing = PanelEdge(
      transform: TransformFrame.casing.transform(from: edge.transform, mountedWith: top))
    return if top != .top, let casing {
      "Hold the device like a picture frame, with the \(edge) edge of the screen (the \(casing) edge "
        + "of the casing) up, as edges are without any rotation. Press Enter, and keep the device "
        + "still until the reading appears:"
    } else {
      "Hold the device like a picture frame, with the \(edge) edge of the screen up, as edges are "
        + "without any rotation. Press Enter, and keep the device still until the reading appears:"
    }
  }

  /// Returns the edge at the top of the casing for the only built-in panel whose mount is known;
  /// the top edge if there is none or more than one.
  public static func top(in tree: DeviceTree) -> PanelEdge {
    let mounts = PanelMounts.read(root: tree.root).mounts
    let builtIn = mounts.filter { DesktopOutput(name: $0.key).isInternal }
    return builtIn.count == 1 ? builtIn.first?.value.top ?? .top : .top
  }
}

/// The mount matrix computed from four poses, or the reason why none can be computed.
public enum PoseSolution: Hashable, Sendable {
  /// No matrix can be computed, with the reason for the user.
  case unusable(Message)
  case matrix(MountMatrix)

  /// Solves four readings: x must be +1 g with the left edge up, y −1 g with the top edge up.
  ///
  /// Only matrices that permute and negate axes are found. The sign of z makes the determinant +1,
  /// as four upright poses do not determine it.
  public init(_ readings: PoseReadings) {
    guard let top = readings[.top], let left = readings[.left], let bottom = readings[.bottom],
      let right = readings[.right]
    else {
      self = .unusable(PosePhrase.readingMissing())
      return
    }
    let lengths = [top, left, bottom, right].map(Self.length)
    guard let least = lengths.min(), let most = lengths.max(), least > 0, most.isFinite else {
      self = .unusable(PosePhrase.readingZero())
      return
    }
    guard most <= 1.5 * least else {
      self = .unusable(PosePhrase.readingsDiffer())
      return
    }
    guard let x = Self.axis(left, right), let y = Self.axis(bottom, top) else {
      self = .unusable(PosePhrase.notOpposite())
      return
    }
    guard x.index != y.index else {
      self = .unusable(PosePhrase.poseMissed())
      return
    }
    self = Self.complete(x, y)
  }

  private static func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }

  /// Returns the index of the sensor's axis along which two readings are opposite, and the sign of
  /// `positive` along it; `nil` if no axis fits.
  private static func axis(
    _ positive: SIMD3<Double>, _ negative: SIMD3<Double>
  ) -> (index: Int, sign: Double)? {
    let difference = (positive - negative) / 2
    let size = length(difference)
    // Half the difference is as long as a reading if the two are opposite, and about 0.7 of that if
    // they are perpendicular.
    guard size >= 0.7 * min(length(positive), length(negative)) else { return nil }
    let index = (0..<3).first { abs(difference[$0]) >= 0.85 * size }
    return index.map { ($0, difference[$0] > 0 ? 1 : -1) }
  }

  private static func complete(
    _ x: (index: Int, sign: Double), _ y: (index: Int, sign: Double)
  ) -> PoseSolution {
    func text(_ zSign: Double) -> String {
      let rows = [x, y, (index: 3 - x.index - y.index, sign: zSign)]
      return rows.map { row in
        (0..<3).map { NumberText.text($0 == row.index ? row.sign : 0) }.joined(separator: ", ")
      }.joined(separator: "; ")
    }
    let candidates = [1.0, -1.0].compactMap { MountMatrix(text($0)) }
    let found = candidates.first { $0.determinant > 0 }
    return found.map { .matrix($0) } ?? .unusable(PosePhrase.noMatrixFits())
  }
}
