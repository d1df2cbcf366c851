// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation
import Synchronization

/// Reads an accelerometer, and what tells the hinge's angle with it, on a thread of its own: a driver may sleep for seconds in each axis.
///
/// A thread that sleeps in the kernel cannot be ended. It is left behind then, and ends by itself when
/// the driver lets it go.
final class ReadingThread {
  /// What one look at the device has given.
  struct Readings: Sendable {
    let display: AccelerometerReader.Outcome
    /// Nil where nothing tells the hinge's angle.
    let hinge: HingeReader.Outcome?
  }

  /// How long the loop waits for a driver that has answered within that before: it spares a wake-up.
  private static let promptness = Duration.milliseconds(5)

  private let loop: EventLoop
  private let descriptor: Int32
  private var token: Token?
  private let work: Work
  /// When the reading that is under way was asked for.
  private var asked: Instant?
  /// Whether the last one came within the time that the loop may wait.
  private var isPrompt = true

  /// Opens the attributes; nil if that is not possible or there can be no thread.
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

  /// Asks for a reading unless one is under way; returns it if the driver is prompt.
  ///
  /// Otherwise it is told when it is there.
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

  /// What the loop and the thread have in common: a byte there asks, a byte back says that it is done.
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

    /// The outcome that a byte has announced, taken by the loop.
    func take(_ descriptor: Int32) -> Readings? {
      guard Self.wait(descriptor) else { return nil }
      return outcome.withLock { $0 }
    }

    static func signal(_ descriptor: Int32) {
      var byte: UInt8 = 1
      _ = unsafe send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits for a byte; false when the other end is closed.
    private static func wait(_ descriptor: Int32) -> Bool {
      var byte: UInt8 = 0
      return unsafe recv(descriptor, &byte, 1, 0) == 1
    }
  }
}
