// SPDX-License-Identifier: Apache-2.0

/// The lines that wait for somebody who reads them, bounded: one that does not read loses lines, not
/// the daemon its memory.
public struct EventQueue: Sendable {
  /// How many bytes may wait for a watcher.
  public static let room = 64 << 10

  private let room: Int
  private var lines: [String] = []
  /// Those before it have been taken out.
  private var head = 0
  private var size = 0
  /// How many lines were left out since the last one that was taken in.
  private var missed = 0

  /// An empty queue in which so many bytes may wait.
  public init(room: Int = EventQueue.room) { self.room = room }

  /// Whether there is nothing to send.
  public var isEmpty: Bool { head == lines.count && missed == 0 }

  /// Takes a line in, unless there is no room; once something was left out, nothing more is taken
  /// in until all that waited has been sent.
  ///
  /// Returns whether it was taken in.
  @discardableResult
  public mutating func append(_ line: String) -> Bool {
    guard missed == 0, size + line.utf8.count <= room || head == lines.count else {
      missed += 1
      return false
    }
    lines.append(line)
    size += line.utf8.count
    return true
  }

  /// The next line to send; after a gap first the line that `gap` makes of the number left out.
  public mutating func next(gap: (Int) -> String?) -> String? {
    if head == lines.count {
      guard missed > 0 else { return nil }
      defer { missed = 0 }
      return gap(missed)
    }
    let line = lines[head]
    head += 1
    size -= line.utf8.count
    // What was sent goes once it is half of all, so that taking a line out costs the same always.
    if head * 2 >= lines.count {
      lines.removeFirst(head)
      head = 0
    }
    return line
  }
}
