// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Synchronization

/// Reads an accelerometer on a thread of its own: a driver may sleep for seconds in each axis.
///
/// A thread that sleeps in the kernel cannot be ended. It is left behind then, and ends by itself when
/// the driver lets it go.
final class ReadingThread {
  private let loop: EventLoop
  private let descriptor: Int32
  private var token: Token?
  /// Whether a reading has been asked for that is not there yet.
  private(set) var isReading = false

  /// Opens the attributes; nil if that is not possible or there can be no thread.
  init?(
    _ device: Accelerometer, on loop: EventLoop,
    onReading: @escaping (AccelerometerReader.Outcome) -> Void
  ) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    self.loop = loop
    descriptor = ends[0]
    let work = Work(reader, descriptor: ends[1])
    token = try? loop.add(descriptor, for: .readable) { [weak self] _ in
      guard let self, let outcome = work.take(descriptor) else { return }
      isReading = false
      onReading(outcome)
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

  /// Asks for a reading unless one is under way.
  func ask() {
    guard !isReading else { return }
    isReading = true
    Work.signal(descriptor)
  }

  /// What the loop and the thread have in common: a byte there asks, a byte back says that it is done.
  private final class Work: Sendable {
    private let reader: AccelerometerReader
    private let descriptor: Int32
    private let outcome = Mutex<AccelerometerReader.Outcome?>(nil)

    init(_ reader: consuming AccelerometerReader, descriptor: Int32) {
      self.reader = reader
      self.descriptor = descriptor
    }

    func run() {
      while Self.wait(descriptor) {
        let found = reader.read()
        outcome.withLock { $0 = found }
        Self.signal(descriptor)
      }
      close(descriptor)
    }

    /// The outcome that a byte has announced, taken by the loop.
    func take(_ descriptor: Int32) -> AccelerometerReader.Outcome? {
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
