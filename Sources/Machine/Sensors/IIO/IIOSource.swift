// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
public import Sensing
import Synchronization
import Text

/// An accelerometer that is polled through sysfs; the interval adapts to the device's movement.
public final class IIOSource: OrientationSource {
  private static let searchAfter = Duration.seconds(2)
  /// The number of consecutive faults after which a problem is reported.
  private static let maximumFaults = 5
  /// The time after which a driver is reported as not responding.
  private static let readingTimeout = Duration.seconds(1)

  /// The name of the source in `--sensor` and `sensor:`.
  public let name = "iio"
  /// The accelerometer that is read; `nil` while there is none.
  public private(set) var device: Accelerometer?
  /// The counts of readings, reported and left out.
  public private(set) var counts = ReadingCounts()

  private let tree: DeviceTree
  private let path: String?
  private let placement: SensorPlacement
  private var host: SensorHost?
  private var reader: ReadingThread?
  private var hinge: HingeWatch
  /// Whether the files were reopened and have not been read successfully since.
  private var isReopened = false
  private var isWanted = false
  private var pace = PollPace()
  private var timer: Registration?
  private var alarm: MotionAlarm?
  private var interrupts = MotionInterruptReliability()
  private let problems = OnceReporter()

  /// Creates a source for the best accelerometer of a tree, or for the one in a sysfs directory,
  /// with its configured placement; the source also reads the hinge device.
  public init(
    tree: DeviceTree = DeviceTree(), path: String? = nil,
    placement: SensorPlacement = SensorPlacement()
  ) {
    self.tree = tree
    self.path = path
    self.placement = placement
    hinge = HingeWatch(edge: placement.hingeEdge)
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    schedule(after: .zero) { $0.search() }
  }

  /// Stops the source.
  public func stop() {
    (reader, alarm, host) = (nil, nil, nil)
    timer = nil
  }

  /// Starts polling; without a device, searches until there is one.
  public func claim() {
    guard !isWanted else { return }
    isWanted = true
    schedule(after: .zero) { $0.device == nil ? $0.search() : $0.poll() }
  }

  /// Stops polling.
  public func release() {
    guard isWanted else { return }
    isWanted = false
    reader = nil
    alarm = nil
    // Without a device the timer stays, since it starts the next search for one.
    if device != nil { timer = nil }
  }

  private func search() {
    guard let host else { return }
    let result = AccelerometerSearch(in: tree, only: path, placement: placement)
    guard let best = result.best else { return missing(result.failure) }
    if let obstacle = best.obstacle { return missing(obstacle) }
    device = best
    problems.resolve("device")
    for warning in best.warnings {
      problems.report(warning, .problem("\(best.name) (\(best.driver)): \(warning)"), to: host)
    }
    let place = best.location.map { ", in the \($0.rawValue)" } ?? ""
    let isTurned = best.matrix != .identity
    let matrix = isTurned ? best.matrixOrigin.map { ", turned by \($0)" } ?? "" : ""
    host.report(.available("iio: \(best.name) (\(best.driver))\(place)\(matrix)"))
    findHinge()
    if isWanted && self.host != nil { poll() }
  }

  private func findHinge() {
    guard let host, let device else { return }
    let found = HingeDevice(in: tree, placement: placement, display: device)
    if let report = hinge.found(found, at: host.now()) { host.report(.hinge(report)) }
  }

  private func missing(_ reason: String) {
    device = nil
    reader = nil
    if let report = hinge.found(nil, at: .zero) { host?.report(.hinge(report)) }
    isReopened = false
    alarm = nil
    problems.reportChange("device", .lost(UntrustedText(reason)), to: host)
    guard isWanted else { return }
    schedule(after: Self.searchAfter) { $0.search() }
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
      guard reader != nil else { return missing("\(device.name) (\(device.driver)) is gone") }
      // The device or its files may have been replaced, so reliability is measured from the
      // beginning.
      interrupts = MotionInterruptReliability()
      arm(device)
    }
    if let readings = reader?.request() { return receive(readings) }
    schedule(after: Self.readingTimeout) { $0.reportTimeout() }
  }

  private func receive(_ readings: ReadingThread.Readings) {
    guard isWanted, let host, let device else { return }
    switch readings.display {
    case .value(let acceleration):
      let now = host.now()
      isReopened = false
      counts.countGood()
      problems.resolve("reading")
      let interval = pace.interval(
        after: acceleration, at: now, isGuarded: alarm != nil && interrupts.areReliable)
      interrupts.note(isMoving: pace.isMoving, at: now)
      schedule(after: interval) { $0.poll() }
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
      leaveOut(fault, of: device)
    case .gone:
      reader = nil
      guard !isReopened else { return missing("\(device.name) (\(device.driver)) is gone") }
      // If the files were only replaced, they can be reopened at once.
      isReopened = true
      schedule(after: .zero) { $0.poll() }
    }
  }

  /// Reports that the driver does not respond; a reading that arrives later is still used.
  private func reportTimeout() {
    guard let device else { return }
    let words =
      "\(device.name) (\(device.driver)): its driver has not answered for "
      + "\(Self.readingTimeout.components.seconds) s; the last orientation stays"
    problems.report("reading", .problem(UntrustedText(words)), to: host)
  }

  /// Enables the device's motion events, if it has them and this process may use them.
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

  private func leaveOut(_ fault: ReadingFault, of device: Accelerometer) {
    counts.count(fault)
    schedule(after: PollPace.attentive * (isPatient ? 1 : 5)) { $0.poll() }
    // Single faults are ordinary, so only a series of faults is reported.
    guard counts.faultsInARow == Self.maximumFaults else { return }
    let words = "\(device.name) (\(device.driver)): \(fault.words); the last orientation stays"
    problems.report("reading", .problem(UntrustedText(words)), to: host)
  }

  private var isPatient: Bool { counts.faultsInARow < Self.maximumFaults }

  private func schedule(after delay: Duration, _ action: @escaping (IIOSource) -> Void) {
    timer = host?.loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      action(self)
    }
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
  /// The change on an axis, in thousandths of g, that counts as movement.
  ///
  /// 35 corresponds to two degrees, which a hand exceeds. The threshold is above the noise, and
  /// above the resolution of the coarsest sensors in use, 31.
  static let movement: Int32 = 35

  /// The reading from which movement is measured; it stays fixed so that a slow turn counts too.
  private var anchor: Acceleration?
  private var lastMovement = Instant.zero
  private(set) var isMoving = false

  /// Returns the time until the next reading; `isGuarded` means that a reliable motion alarm is
  /// armed.
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
  /// The results of reading the accelerometer and the hinge once.
  struct Readings: Sendable {
    let display: DeviceReading<Acceleration>
    /// The reading of the hinge; `nil` without a hinge device.
    let hinge: DeviceReading<HingeReader.Value>?
  }

  /// The longest time for which `request` waits for the driver; a short wait costs less than a
  /// later wake-up.
  private static let promptness = Duration.milliseconds(5)

  private let descriptor: Int32
  private var registration: Registration?
  private let work: Work
  /// The instant when the reading in progress was requested; `nil` if there is none.
  private var requested: Instant?
  /// Whether the last reading arrived within `promptness`.
  private var isPrompt = true

  /// Opens the attributes of accelerometer and hinge and starts the reading thread.
  ///
  /// The result is `nil` if the accelerometer or the thread fails; a hinge without readable
  /// attributes is left out.
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
    // From here on the thread closes its own end of the socket pair.
    guard token != nil, BackgroundThread.start({ work.run() }) else {
      close(ends[1])
      return nil
    }
  }

  deinit {
    registration = nil
    close(descriptor)
  }

  /// Requests a reading unless one is in progress; returns it if the driver responds within
  /// `promptness`.
  ///
  /// Otherwise `onReading` receives the reading later.
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

    /// Returns the readings that the thread has announced; called on the loop's thread.
    func receive(_ descriptor: Int32) -> Readings? {
      guard Self.wait(descriptor) else { return nil }
      return readings.withLock { $0 }
    }

    static func signal(_ descriptor: Int32) {
      var byte: UInt8 = 1
      _ = unsafe send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits for a byte; returns false if the other end is closed.
    private static func wait(_ descriptor: Int32) -> Bool {
      var byte: UInt8 = 0
      return unsafe recv(descriptor, &byte, 1, 0) == 1
    }
  }
}
