// SPDX-License-Identifier: Apache-2.0

/// A bounded queue of lines for one watcher: a slow watcher loses lines, and the daemon's memory is
/// bounded.
public struct EventQueue: Sendable {
  /// The capacity for one watcher, in bytes.
  public static let room = 64 << 10

  private let room: Int
  private var lines: [String] = []
  /// The index of the next line; earlier ones were removed.
  private var head = 0
  private var size = 0
  /// The number of lines dropped since the last one that was appended.
  private var missed = 0

  /// Creates an empty queue with a capacity in bytes.
  public init(room: Int = EventQueue.room) { self.room = room }

  /// Whether there is no line to send.
  public var isEmpty: Bool { head == lines.count && missed == 0 }

  /// Appends a line and returns true, or drops it and returns false.
  ///
  /// A line is dropped if the queue is full, and after a dropped line until the queue is empty.
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

  /// Removes and returns the next line; after a gap, `gap` makes a line of the number dropped.
  public mutating func next(gap: (Int) -> String?) -> String? {
    if head == lines.count {
      guard missed > 0 else { return nil }
      defer { missed = 0 }
      return gap(missed)
    }
    let line = lines[head]
    head += 1
    size -= line.utf8.count
    // Sent lines are removed once they are half of all: removal takes amortised constant time.
    // average.
    if head * 2 >= lines.count {
      lines.removeFirst(head)
      head = 0
    }
    return line
  }
}
