// SPDX-License-Identifier: Apache-2.0
public import Sensing

/// The kind of linear map that a mount matrix is, whatever its scale.
public enum MatrixNature: Hashable, Sendable {
  /// The identity.
  case identity
  /// A rotation: determinant above 0.
  case rotation
  /// A reflection: determinant below 0; in the panel's plane if z is unchanged.
  case reflection(isInPlane: Bool)
  /// A matrix that loses an axis: determinant 0.
  case singular

  /// The smallest determinant, with rows of length 1, that does not count as singular.
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

  /// Returns whether every row has a length of about 1, so that the matrix does not scale.
  public static func keepsLengths(_ matrix: MountMatrix) -> Bool {
    matrix.rowLengths.allSatisfy { (0.9...1.1).contains($0) }
  }
}

extension MountMatrix {
  /// The format of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
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
