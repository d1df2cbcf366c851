// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
public import Sensing
import Synchronization
import Text

/// An accelerometer that is polled through sysfs; the interval adapts to the device's movement.
public final class IIOSource: KernelSource<Accelerometer> {
  /// The number of consecutive faults from which a problem is reported and polling is slower.
  private static let maximumFaults = 5
  /// The time after which a driver is reported as not responding.
  private static let readingTimeout = Duration.seconds(1)

  private var reader: ReadingThread?
  private var hinge: HingeWatch
  /// Whether the files vanished and no reading, good or faulty, has followed yet.
  private var isReopened = false
  private var pace = PollPace()
  private var alarm: MotionAlarm?
  private var interrupts = MotionInterruptReliability()

  /// Creates a source for the best accelerometer of a tree, or for the one in a sysfs directory,
  /// with its configured placement; the source also reads the hinge device.
  public init(
    tree: DeviceTree = DeviceTree(), path: String? = nil,
    placement: SensorPlacement = SensorPlacement()
  ) {
    hinge = HingeWatch(edge: placement.hingeEdge)
    super.init("iio", in: tree, path: path, placement: placement)
  }

  deinit { stop() }

  override func search() {
    guard device == nil else { return poll() }
    let result = AccelerometerSearch(in: tree, only: path, placement: placement)
    guard let best = result.best else { return missing(result.failure) }
    if let obstacle = best.obstacle { return missing(obstacle) }
    let isTurned = best.matrix != .identity
    let parts = [
      best.label, best.location.map { "in the \($0.rawValue)" },
      isTurned ? best.matrixOrigin.map { "turned by \($0)" } : nil,
    ]
    use(best, parts.compactMap(\.self).joined(separator: ", "))
    findHinge()
    poll()
  }

  override func close() { (reader, alarm) = (nil, nil) }

  private func findHinge() {
    guard let host, let device else { return }
    let found = HingeDevice(in: tree, placement: placement, display: device)
    if let report = hinge.found(found, at: host.now()) { host.report(.hinge(report)) }
  }

  private func gone(_ device: Accelerometer) {
    isReopened = false
    if let report = hinge.found(nil, at: .zero) { host?.report(.hinge(report)) }
    missing(SensorPhrase.gone(device.label))
  }

  private func poll() {
    guard isWanted, let host, let device else { return }
    if hinge.isDue(at: host.now()) {
      findHinge()
      if hinge.device != nil { reader = nil }
    }
    if reader == nil {
      reader = ReadingThread(device, hinge.device, on: host.loop) { [weak self] in
        self?.receive($0)
      }
      guard reader != nil else { return gone(device) }
      // The device or its files may have been replaced, so reliability is measured from the
      // beginning.
      interrupts = MotionInterruptReliability()
      arm(device)
    }
    if let readings = reader?.request() { return receive(readings) }
    schedule(after: Self.readingTimeout) { [weak self] in
      // A reading that arrives later is still used.
      guard let self else { return }
      let seconds = "\(Self.readingTimeout.components.seconds)"
      problems.report("reading", .problem(SensorPhrase.slow(device.label, seconds)), to: host)
    }
  }

  private func pollSoon(after delay: Duration) {
    schedule(after: delay) { [weak self] in self?.poll() }
  }

  private func receive(_ readings: ReadingThread.Readings) {
    guard isWanted, let host, let device else { return }
    switch readings.display {
    case .value(let acceleration):
      let now = host.now()
      isReopened = false
      countGood()
      let isGuarded = alarm?.isConnected == true && interrupts.areReliable
      let interval = pace.interval(after: acceleration, at: now, isGuarded: isGuarded)
      interrupts.note(isMoving: pace.isMoving, at: now)
      pollSoon(after: interval)
      if let reading = readings.hinge,
        let report = hinge.receive(reading, display: acceleration, of: device, at: now)
      {
        host.report(.hinge(report))
      }
      // The report about the hinge may have caused a release of the source.
      guard isWanted, self.host != nil else { return }
      host.report(.reading(acceleration, now))
    case .fault(let fault):
      isReopened = false
      leaveOut(fault)
    case .gone:
      reader = nil
      guard !isReopened else { return gone(device) }
      // If the files were only replaced, they can be reopened at once.
      isReopened = true
      pollSoon(after: .zero)
    }
  }

  private func arm(_ device: Accelerometer) {
    guard let host else { return }
    alarm = MotionAlarm(device, in: tree, on: host.loop) { [weak self] in
      guard let self, let now = self.host?.now() else { return }
      // Shortly after another alarm no further poll is needed.
      guard interrupts.noteAlarm(at: now) else { return }
      if interrupts.isLost { alarm = nil }
      poll()
    }
    if let alarm { problems.report("alarm", .note("\(device.name): \(alarm.words)"), to: host) }
  }

  private func leaveOut(_ fault: ReadingFault) {
    counts.count(fault)
    let isSeries = counts.faultsInARow >= Self.maximumFaults
    pollSoon(after: PollPace.attentive * (isSeries ? 5 : 1))
    // Single faults are ordinary, so only a series of faults is reported.
    if isSeries { reportFault(fault.words) }
  }
}

/// The polling interval of a sensor.
///
/// A moving device is polled 50 times a second, one that moved recently 10 times, one at rest
/// twice. That is fast enough, since a hand moves the device long before it has turned. If the
/// device has a reliable motion alarm, polling at rest only verifies the alarm.
struct PollPace {
  /// The intervals during movement, shortly after movement, and at rest.
  static let fast = Duration.milliseconds(20)
  static let attentive = Duration.milliseconds(100)
  static let slow = Duration.milliseconds(500)
  /// The interval at rest while the motion alarm is reliable.
  static let guarded = Duration.seconds(5)
  /// The times after the last movement during which `fast` and `attentive` apply.
  private static let fastFor = Duration.seconds(1)
  private static let attentiveFor = Duration.seconds(10)
  /// The change on an axis, in thousandths of g, above which the device counts as moving.
  ///
  /// 35 corresponds to two degrees, which a hand exceeds. The threshold is above the noise, and
  /// above the resolution of the coarsest sensors in use, 31.
  static let movement: Int32 = 35

  /// The reading from which movement is measured: the first, later that of the last movement, so
  /// that a slow turn counts too.
  private var anchor: Acceleration?
  private var lastMovement = Instant.zero
  private(set) var isMoving = false

  /// Records a reading and returns the time until the next one; `isGuarded` means that a reliable
  /// motion alarm is armed.
  mutating func interval(
    after reading: Acceleration, at instant: Instant, isGuarded: Bool = false
  ) -> Duration {
    isMoving = false
    if let anchor, !anchor.differs(from: reading, by: Self.movement) {
      let stillFor = instant - lastMovement
      if stillFor < .zero || stillFor >= Self.attentiveFor {
        return isGuarded ? Self.guarded : Self.slow
      }
      return stillFor < Self.fastFor ? Self.fast : Self.attentive
    }
    isMoving = anchor != nil
    anchor = reading
    lastMovement = instant
    return Self.fast
  }
}

extension Acceleration {
  fileprivate func differs(from other: Acceleration, by limit: Int32) -> Bool {
    // The components stay within ±64 000, far from overflow.
    abs(x &- other.x) > limit || abs(y &- other.y) > limit || abs(z &- other.z) > limit
  }
}

/// A thread that reads an accelerometer and the hinge device, since a driver may sleep for seconds.
///
/// A thread that sleeps in the kernel cannot be ended: it is abandoned, and ends when the driver
/// returns.
final class ReadingThread {
  struct Readings: Sendable {
    let display: DeviceReading<Acceleration>
    let hinge: DeviceReading<HingeReader.Value>?
  }

  /// The longest time for which `request` waits for the driver; a short wait costs less than a
  /// later wake-up.
  private static let promptness = Duration.milliseconds(5)

  private let descriptor: Int32
  private var registration: Registration?
  private let work: Work
  private var requested: Instant?
  /// Whether the last reading arrived within `promptness` of its request, so that `request` waits
  /// for the next one; true before the first reading.
  private var isPrompt = true

  /// Opens the attributes of accelerometer and hinge and starts the reading thread.
  ///
  /// The result is `nil` on failure; but a hinge without readable attributes is only left out.
  init?(
    _ device: Accelerometer, _ hinge: HingeDevice? = nil, on loop: EventLoop,
    onReading: @escaping (Readings) -> Void
  ) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    descriptor = ends[0]
    let work = Work(reader, hinge.flatMap(HingeReader.init), descriptor: ends[1])
    self.work = work
    let token = try? loop.add(descriptor, for: .readable) { [weak self] _ in
      if let readings = self?.receive() { onReading(readings) }
    }
    registration = token.map { Registration($0, on: loop) }
    // Once it runs, the thread closes its own end of the socket pair.
    guard token != nil, BackgroundThread.start({ work.run() }) else {
      close(ends[1])
      return nil
    }
  }

  deinit {
    registration = nil
    close(descriptor)
  }

  /// Requests a reading unless one is in progress; returns it if it arrives at once.
  ///
  /// Waits only if the last reading arrived within `promptness`. A reading that is not returned is
  /// passed to `onReading` later.
  func request() -> Readings? {
    guard requested == nil else { return nil }
    requested = EventLoop.now
    Work.signal(descriptor)
    guard isPrompt else { return nil }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(Self.promptness / .milliseconds(1))
    return unsafe poll(&request, 1, milliseconds) == 1 ? receive() : nil
  }

  private func receive() -> Readings? {
    guard let begin = requested, let readings = work.receive(descriptor) else { return nil }
    requested = nil
    isPrompt = EventLoop.now - begin <= Self.promptness
    return readings
  }

  /// The state shared by loop and thread.
  ///
  /// A byte from the loop requests a reading; a byte from the thread announces it.
  private final class Work: Sendable {
    private let reader: AccelerometerReader
    private let descriptor: Int32
    private let hinge: HingeReader?
    private let readings = Mutex<Readings?>(nil)

    init(
      _ reader: consuming AccelerometerReader, _ hinge: consuming HingeReader?, descriptor: Int32
    ) {
      self.reader = reader
      self.hinge = hinge
      self.descriptor = descriptor
    }

    func run() {
      while Self.wait(descriptor) {
        let found = Readings(display: reader.read(), hinge: hinge?.read())
        readings.withLock { $0 = found }
        Self.signal(descriptor)
      }
      close(descriptor)
    }

    func receive(_ descriptor: Int32) -> Readings? {
      guard Self.wait(descriptor) else { return nil }
      return readings.withLock { $0 }
    }

    static func signal(_ descriptor: Int32) {
      var byte: UInt8 = 1
      _ = unsafe send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    private static func wait(_ descriptor: Int32) -> Bool {
      var byte: UInt8 = 0
      return unsafe recv(descriptor, &byte, 1, 0) == 1
    }
  }
}

enum DeviceReading<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case fault(ReadingFault)
  /// The device was removed, or its file was replaced.
  case gone

  /// Returns the reading with its value converted; a value that cannot be converted is out of
  /// range.
  func map<Converted>(_ convert: (Value) -> Converted?) -> DeviceReading<Converted> {
    switch self {
    case .value(let value): convert(value).map { .value($0) } ?? .fault(.outOfRange)
    case .fault(let fault): .fault(fault)
    case .gone: .gone
    }
  }
}

/// A reader of an accelerometer's three axes through descriptors that stay open.
struct AccelerometerReader: ~Copyable, Sendable {
  private let device: Accelerometer
  private let x: AttributeFile
  private let y: AttributeFile
  private let z: AttributeFile

  init?(_ device: Accelerometer) {
    guard let x = AttributeFile(path: "\(device.directory)/in_accel_x_raw"),
      let y = AttributeFile(path: "\(device.directory)/in_accel_y_raw"),
      let z = AttributeFile(path: "\(device.directory)/in_accel_z_raw")
    else { return nil }
    self.device = device
    self.x = x
    self.y = y
    self.z = z
  }

  /// Reads the axes one after the other, so a reading may mix two moments.
  ///
  /// After its first reading, the classifier reports a turn only if the turn lasts.
  func read() -> DeviceReading<Acceleration> {
    guard !x.isUnlinked else { return .gone }
    var raw = SIMD3<Double>.zero
    for (index, reading) in [x.read(), y.read(), z.read()].enumerated() {
      switch reading {
      case .value(let value): raw[index] = value
      case .fault(let fault): return .fault(fault)
      case .gone: return .gone
      }
    }
    return Self.reading(raw, of: device)
  }

  static func reading(
    _ raw: SIMD3<Double>, of device: Accelerometer
  ) -> DeviceReading<Acceleration> {
    reading(raw + device.offset, scale: device.scale, matrix: device.matrix)
  }

  /// Converts raw units into a reading along the panel's axes; `scale` is in m/s² per unit, `nil`
  /// if unknown.
  static func reading(
    _ raw: SIMD3<Double>, scale: SIMD3<Double>?, matrix: MountMatrix
  ) -> DeviceReading<Acceleration> {
    var vector = raw
    guard vector != .zero else { return .fault(.allZero) }
    if let scale {
      vector *= scale
    } else {
      // If the unit is unknown, the vector's length is taken to be 1 g.
      let length = (vector * vector).sum().squareRoot()
      guard length.isFinite else { return .fault(.outOfRange) }
      vector *= 9.80665 / length
    }
    return DeviceReading.value(vector).map { Acceleration.mounted($0, by: matrix) }
  }
}

/// A sysfs attribute that is read repeatedly through one descriptor.
struct AttributeFile: ~Copyable, Sendable {
  private let descriptor: Int32

  init?(path: String) {
    // The open is non-blocking, since a path given by the user may be a FIFO.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func read() -> DeviceReading<Double> {
    // The kernel's numbers have at most 20 digits, a sign and a point.
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count >= 0 else {
        return errno == ENODEV || errno == ENOENT ? .gone : .fault(.unreadable)
      }
      guard count < buffer.count else { return .fault(.notANumber) }
      let text = unsafe String(decoding: buffer[..<count], as: UTF8.self).trimmed
      guard !text.isEmpty else { return .fault(.empty) }
      return text.decimal.map { .value($0) } ?? .fault(.notANumber)
    }
  }

  /// Whether the file was unlinked; reading then fails in sysfs, but not for a copied tree.
  var isUnlinked: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }
}

extension Acceleration {
  /// The largest plausible reading, in m/s²: 64 g.
  private static let maximumMeant = 64 * 9.80665

  /// Converts a sensor's m/s² to the panel's axes; `nil` if a component is not finite or above 64
  /// g.
  ///
  /// Linux drivers deliver the axes of iio-sensor-proxy, which the matrices of udev's hardware
  /// database and of device trees also expect: y is −1 g with the top edge up, x is +1 g with the
  /// left edge up, opposite to Android's.
  static func mounted(_ vector: SIMD3<Double>, by matrix: MountMatrix) -> Acceleration? {
    let turned = matrix(vector)
    for axis in 0..<3 where !(abs(turned[axis]) <= maximumMeant) { return nil }
    return Acceleration(metersPerSecondSquaredX: turned.x, y: turned.y, z: turned.z)
      .map { Acceleration(proxyX: $0.x, y: $0.y, z: $0.z) }
  }
}
