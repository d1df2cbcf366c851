// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc

/// Lines on their way out of a process whose loop must not wait for whoever takes them.
///
/// A thread of its own writes them, one after the other, and sleeps while there are none: a pipe that
/// nobody reads, a stopped terminal or a file system that hangs holds up that thread and nothing else.
/// What waits is bounded; what finds no room is left out and counted. The descriptor stays as it is,
/// since whoever started us may share it.
public final class LineQueue: Sendable {
  /// How long the end of a run waits for lines that nobody takes, in nanoseconds.
  static let patience: Int64 = 500_000_000

  private let channel: LineChannel

  /// Lines for a descriptor that stays open; a reader that has gone is no reason to stop.
  init(descriptor: Int32, room: Int = 1 << 20) {
    let writer = LineWriter(descriptor: descriptor)
    let isTerminal = isatty(descriptor) == 1
    channel = LineChannel(room: room, gap: Self.gap) { line in
      // A pipe's reader or a terminal that has gone is no failure.
      guard let code = writer.write(line), code != EPIPE, !(isTerminal && code == EIO) else {
        return nil
      }
      return String(cString: strerror(code))
    }
  }

  /// Lines that are worth nothing if one is missing: the first problem ends them.
  ///
  /// `write` is called by another thread; what it returns is the problem.
  init(room: Int, write: @escaping @Sendable (String) -> String?) {
    channel = LineChannel(room: room, gap: nil, write)
  }

  // What is left is still written, if the process stays for that long.
  deinit { channel.end() }

  /// Standard output.
  public static let output = LineQueue(descriptor: STDOUT_FILENO)
  /// Standard error; where both go to the same place their lines keep their order.
  public static let errors = leadsToOutput ? output : LineQueue(descriptor: STDERR_FILENO)

  /// Sends a line off; returns what has gone wrong with one before, or that there is no room, where
  /// none may be missing.
  @discardableResult
  public func write(_ line: String) -> String? { channel.take(line) }

  /// Waits until everything is written, but only for a moment; returns what has gone wrong so far.
  @discardableResult
  public func flush() -> String? {
    channel.flush(within: Self.patience)
    return channel.failure
  }

  private static func gap(_ count: Int) -> String {
    "swivel: \(count) \(count == 1 ? "line was" : "lines were") left out here, since nobody read them"
  }

  private static var leadsToOutput: Bool {
    var (output, errors) = (stat(), stat())
    return fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0
      && output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
  }
}
