// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
import Synchronization

/// Reads an accelerometer and the hinge device on a thread: a driver may sleep for seconds per
/// axis.
///
/// A thread that sleeps in the kernel cannot be ended. Such a thread is abandoned, and ends when
/// the driver returns.
final class ReadingThread {
  /// The outcome of one reading of the device.
  struct Readings: Sendable {
    let display: AccelerometerReader.Outcome
    /// The reading of the hinge; `nil` without a hinge device.
    let hinge: HingeReader.Outcome?
  }

  /// The time that the loop waits for a driver that answered within it before: this saves a
  /// wake-up.
  private static let promptness = Duration.milliseconds(5)

  private let loop: EventLoop
  private let descriptor: Int32
  private var token: Token?
  private let work: Work
  /// The instant when the reading in progress was requested; `nil` if there is none.
  private var asked: Instant?
  /// Whether the last reading arrived within `promptness`.
  private var isPrompt = true

  /// Opens the attributes and starts the thread; `nil` if that fails.
  init?(
    _ device: Accelerometer, _ hinge: HingeDevice? = nil, on loop: EventLoop,
    onReading: @escaping (Readings) -> Void
  ) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    self.loop = loop
    descriptor = ends[0]
    let work = Work(reader, hinge.flatMap(HingeReader.init), descriptor: ends[1])
    self.work = work
    token = try? loop.add(descriptor, for: .readable) { [weak self] _ in
      if let outcome = self?.take() { onReading(outcome) }
    }
    // From here on the thread closes its own end.
    guard token != nil, BackgroundThread.start({ work.run() }) else {
      close(ends[1])
      return nil
    }
  }

  deinit {
    if let token { loop.remove(token) }
    close(descriptor)
  }

  /// Requests a reading unless one is in progress; returns the reading if the driver is prompt.
  ///
  /// Otherwise the reading is passed to `onReading` later.
  func ask() -> Readings? {
    guard asked == nil else { return nil }
    asked = EventLoop.now
    Work.signal(descriptor)
    guard isPrompt else { return nil }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(Self.promptness / .milliseconds(1))
    return unsafe poll(&request, 1, milliseconds) == 1 ? take() : nil
  }

  private func take() -> Readings? {
    guard let begin = asked, let outcome = work.take(descriptor) else { return nil }
    asked = nil
    isPrompt = EventLoop.now - begin <= Self.promptness
    return outcome
  }

  /// The state shared by loop and thread: a byte from the loop requests a reading, a byte back
  /// announces it.
  private final class Work: Sendable {
    private let reader: AccelerometerReader
    private let descriptor: Int32
    private let hinge: HingeReader?
    private let outcome = Mutex<Readings?>(nil)

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
        outcome.withLock { $0 = found }
        Self.signal(descriptor)
      }
      close(descriptor)
    }

    /// Returns the outcome that a byte has announced; called by the loop.
    func take(_ descriptor: Int32) -> Readings? {
      guard Self.wait(descriptor) else { return nil }
      return outcome.withLock { $0 }
    }

    static func signal(_ descriptor: Int32) {
      var byte: UInt8 = 1
      _ = unsafe send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits for a byte; returns false when the other end is closed.
    private static func wait(_ descriptor: Int32) -> Bool {
      var byte: UInt8 = 0
      return unsafe recv(descriptor, &byte, 1, 0) == 1
    }
  }
}
