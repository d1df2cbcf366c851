// SPDX-License-Identifier: Apache-2.0
public import Formats
import Glibc
public import Sensing
import Sensors
import Text

/// The mount matrices in a file of udev's hardware database.
public struct HardwareDatabase: Sendable {
  /// One `ACCEL_MOUNT_MATRIX` line.
  public struct Entry: Sendable {
    /// The number of the line, from 1.
    public let line: Int
    /// The first pattern of the record that has the line.
    public let pattern: String
    /// The text after the equals sign, without a comment.
    public let text: String
    /// The matrix; nil if the text is not valid.
    public let matrix: MountMatrix?
  }

  /// All entries, in the order of the file.
  public let entries: [Entry]

  /// Parses the `ACCEL_MOUNT_MATRIX` lines of a file's text.
  ///
  /// Patterns are at the start of a line, properties follow them after a space, and `#` begins a
  /// comment.
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

  /// The number of matrices with a determinant clearly above 0 (`MatrixNature`), the identity
  /// included.
  public var rotations: Int {
    count { if case .rotation = $0 { true } else { $0 == .identity } }
  }
  /// The number of matrices with a determinant below 0 that are not singular, which mirror.
  public var reflections: Int { count { if case .reflection = $0 { true } else { false } } }
  /// The number of matrices with a determinant near 0 (`MatrixNature`), which lose an axis.
  public var singular: Int { count { $0 == .singular } }
  /// The number of lines whose text is no matrix.
  public var unreadable: Int { entries.count { $0.matrix == nil } }

  private func count(_ isMeant: (MatrixNature) -> Bool) -> Int {
    entries.count { $0.matrix.map { isMeant(MatrixNature($0)) } ?? false }
  }

  /// The paths at which distributions install the sensor file.
  static let installed = ["/lib/udev/hwdb.d/60-sensor.hwdb", "/usr/lib/udev/hwdb.d/60-sensor.hwdb"]

  /// Returns `name` as a path; `installed` stands for the first of the usual paths that exists, or
  /// the first of all if none does.
  public static func path(for name: String) -> String {
    guard name == "installed" else { return name }
    return installed.first { unsafe access($0, F_OK) == 0 } ?? installed[0]
  }

  /// Reads a file; throws if it cannot be read.
  public static func load(path: String) throws(InputError) -> HardwareDatabase {
    HardwareDatabase(String(decoding: try InputFile.read(path: path), as: UTF8.self))
  }

  /// Returns the counts, and a problem for every line whose text is no matrix or whose matrix is
  /// singular; `file` is the displayed name.
  public func findings(file: String) -> [Finding] {
    let counts: Message =
      PosePhrase.hwdbCounts(
        "\(entries.count)", "\(rotations)", "\(reflections)", "\(singular)", "\(unreadable)")
    var result = [
      Finding(
        "hwdb-counts", entries.isEmpty ? .note : .ok, counts, at: file,
        meaning: entries.isEmpty
          ? PosePhrase.hwdbEmpty()
          : PosePhrase.hwdbReflections())
    ]
    for entry in entries {
      let place = "\(file):\(entry.line)"
      if let matrix = entry.matrix {
        guard MatrixNature(matrix) == .singular else { continue }
        result.append(
          Finding(
            "hwdb-singular", .problem, PosePhrase.hwdbSingular(matrix.text), at: place,
            meaning: PosePhrase.hwdbSingularMeans(entry.pattern.reportName),
            remedy: [PosePhrase.hwdbRow()]))
      } else {
        result.append(
          Finding(
            "hwdb-unreadable", .problem,
            PosePhrase.hwdbNoMatrix(entry.text.reportName), at: place,
            meaning:
              PosePhrase.hwdbNoMatrixMeans(entry.pattern.reportName),
            remedy: [DoctorPhrase.writeMatrix()]))
      }
    }
    return result
  }
}

/// The kind of linear map that a mount matrix is.
public enum MatrixNature: Hashable, Sendable {
  case identity
  /// A matrix other than the identity with a determinant above 0, usually a rotation.
  case rotation
  /// A reflection: determinant below 0; in the panel's plane if z keeps its axis and sign.
  case reflection(isInPlane: Bool)
  /// A matrix that loses an axis: with rows of length 1, a determinant between -0.01 and 0.01.
  case singular

  /// The smallest absolute determinant, with rows of length 1, that does not count as singular.
  private static let minimumVolume = 0.01

  /// Classifies a matrix by its determinant, with rows of length 1.
  public init(_ matrix: MountMatrix) {
    let volume = matrix.volume
    if matrix == .identity {
      self = .identity
    } else if !(abs(volume) >= Self.minimumVolume) {
      self = .singular
    } else if volume > 0 {
      self = .rotation
    } else {
      let m = matrix.elements
      let keepsZ = m[2] == 0 && m[5] == 0 && m[6] == 0 && m[7] == 0 && m[8] > 0
      self = .reflection(isInPlane: keepsZ)
    }
  }

  /// Returns whether the matrix equals its transpose.
  public static func isSymmetric(_ matrix: MountMatrix) -> Bool {
    let m = matrix.elements
    return m[1] == m[3] && m[2] == m[6] && m[5] == m[7]
  }

  /// Returns whether every row has a length from 0.9 to 1.1, so that the matrix does not scale.
  public static func keepsLengths(_ matrix: MountMatrix) -> Bool {
    matrix.rowLengths.allSatisfy { (0.9...1.1).contains($0) }
  }
}

extension MountMatrix {
  /// The matrix in the format of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  var text: String {
    [0, 3, 6].map { row in
      elements[row..<(row + 3)].map(NumberText.text).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  var transposedText: String {
    [0, 1, 2].map { column in
      [0, 3, 6].map { NumberText.text(elements[$0 + column]) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}
