// SPDX-License-Identifier: Apache-2.0

/// The lines that wait for a watcher, bounded: one that does not read loses lines, not the daemon
/// its memory.
public struct EventQueue: Sendable {
  /// How many bytes may wait.
  public static let room = 64 << 10

  private var lines: [String] = []
  private var size = 0
  /// How many lines were left out since the last one that was taken in.
  private var missed = 0

  /// An empty queue.
  public init() {}

  /// Takes a line in, unless there is no room; once something was left out, nothing more is taken
  /// in until all that waited has been sent.
  public mutating func append(_ line: String) {
    guard missed == 0, size + line.utf8.count <= Self.room || lines.isEmpty else {
      missed += 1
      return
    }
    lines.append(line)
    size += line.utf8.count
  }

  /// The next line to send; after a gap first the line that `gap` makes of the number left out.
  public mutating func next(gap: (Int) -> String) -> String? {
    if lines.isEmpty {
      guard missed > 0 else { return nil }
      defer { missed = 0 }
      return gap(missed)
    }
    let line = lines.removeFirst()
    size -= line.utf8.count
    return line
  }
}
