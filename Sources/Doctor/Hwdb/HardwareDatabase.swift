// SPDX-License-Identifier: Apache-2.0
public import Sensors

/// The mount matrices of a file of udev's hardware database.
public struct HardwareDatabase: Sendable {
  /// One `ACCEL_MOUNT_MATRIX` line.
  public struct Entry: Sendable {
    /// The line, from 1.
    public let line: Int
    /// The first pattern of its record.
    public let pattern: String
    /// The text after the equals sign.
    public let text: String
    /// The matrix; nil if the text is none.
    public let matrix: MountMatrix?
  }

  /// All lines, in their order.
  public let entries: [Entry]

  /// Reads a file's text; what is no such line is passed over.
  ///
  /// Patterns begin a line, properties follow them after a space, and `#` begins a comment.
  public init(_ text: String) {
    var entries: [Entry] = []
    var pattern = ""
    var isInPatterns = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let first = line.first, first != "#" else { continue }
      if first != " " && first != "\t" {
        if !isInPatterns { pattern = String(line) }
        isInPatterns = true
        continue
      }
      isInPatterns = false
      let property = line.drop { $0 == " " || $0 == "\t" }
      let key = "ACCEL_MOUNT_MATRIX="
      guard property.hasPrefix(key) else { continue }
      let value = property.dropFirst(key.count).prefix { $0 != "#" }
      entries.append(
        Entry(
          line: index + 1, pattern: pattern, text: String(value), matrix: MountMatrix(value)))
    }
    self.entries = entries
  }

  /// How many matrices turn: determinant above 0, the identity included.
  public var rotations: Int {
    count { if case .rotation = $0 { true } else { $0 == .identity } }
  }
  /// How many matrices mirror: determinant below 0.
  public var reflections: Int { count { if case .reflection = $0 { true } else { false } } }
  /// How many matrices lose an axis: determinant 0.
  public var singular: Int { count { $0 == .singular } }
  /// How many texts are no matrix.
  public var unreadable: Int { entries.count { $0.matrix == nil } }

  private func count(_ isMeant: (MatrixNature) -> Bool) -> Int {
    entries.count { $0.matrix.map { isMeant(MatrixNature($0)) } ?? false }
  }
}
