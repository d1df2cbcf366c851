// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
import Orientation
import Text

/// The output of all hook programs, read as lines from one pipe.
///
/// The pipe is read at a bounded rate, so a program that prints without end waits, as it would for
/// a slow terminal.
final class ProgramOutput {
  /// The maximum length of a line, in bytes; a longer one is cut into several.
  private static let longestLine = 4096
  /// The maximum number of bytes per read; a read of that many bytes is followed by a pause.
  private static let chunk = 16 << 10
  private static let pause = Duration.milliseconds(50)

  let writing: Int32

  private let reading: Int32
  private let loop: EventLoop
  private let onLine: (UntrustedText) -> Void
  private var source: Token?
  private var timer: Token?
  private var lines = LineBuffer(limit: longestLine)

  init(on loop: EventLoop, onLine: @escaping (UntrustedText) -> Void) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Only the reading end is non-blocking: most programs take EAGAIN on a full pipe for an error.
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    self.loop = loop
    self.onLine = onLine
    try follow()
  }

  deinit {
    if let source { loop.remove(source) }
    if let timer { loop.remove(timer) }
    close(reading)
    close(writing)
  }

  private func follow() throws(SystemError) {
    source = try loop.add(reading, for: .readable) { [weak self] _ in self?.read() }
  }

  /// Called when the daemon ends; reads once more, at most `chunk` bytes, and stops reading.
  func finish() {
    read()
    if let source { loop.remove(source) }
    if let timer { loop.remove(timer) }
    (source, timer) = (nil, nil)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = unsafe Glibc.read(reading, &bytes, bytes.count)
    guard count > 0 else { return }
    lines.append(bytes[..<count])
    while let line = lines.next() ?? lines.nextPart() {
      onLine(UntrustedText(String(decoding: line, as: UTF8.self)))
    }
    guard count == Self.chunk, let source else { return }
    loop.remove(source)
    self.source = nil
    timer = loop.schedule(after: Self.pause) { [weak self] in
      self?.timer = nil
      try? self?.follow()
    }
  }
}
