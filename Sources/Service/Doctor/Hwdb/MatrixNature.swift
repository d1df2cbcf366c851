// SPDX-License-Identifier: Apache-2.0
public import Sensing

/// What a mount matrix does to the axes, whatever its scale.
public enum MatrixNature: Hashable, Sendable {
  /// Nothing.
  case identity
  /// It turns them: determinant above 0.
  case rotation
  /// It mirrors them: determinant below 0; in the panel's plane if z stays as it is.
  case reflection(isInPlane: Bool)
  /// It loses an axis: determinant 0.
  case singular

  /// Below this share of the volume that the rows could span an axis is as good as lost.
  private static let minimumVolume = 0.01

  /// Judges a matrix by the volume that its rows span, rows taken at length 1.
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

  /// Whether rows and columns may be exchanged without a difference.
  public static func isSymmetric(_ matrix: MountMatrix) -> Bool {
    let m = matrix.elements
    return m[1] == m[3] && m[2] == m[6] && m[5] == m[7]
  }

  /// Whether every row is about as long as 1: it turns without stretching.
  public static func keepsLengths(_ matrix: MountMatrix) -> Bool {
    matrix.rowLengths.allSatisfy { (0.9...1.1).contains($0) }
  }
}

extension MountMatrix {
  /// The form of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
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
