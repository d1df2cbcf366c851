// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why a picture could not be written or read.
public enum PictureError: Error, Hashable, Sendable {
  case cannotOpen(path: String, errno: Int32)
  case cannotWrite(path: String, errno: Int32)
  /// The reason is libpng's.
  case notEncoded(reason: String)
  case notAPicture(path: String, reason: String)
}

extension PictureError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let number): "cannot open \(path): \(Self.words(number))"
    case .cannotWrite(let path, let number): "cannot write \(path): \(Self.words(number))"
    case .notEncoded(let reason): "cannot make a PNG of the picture: \(reason)"
    case .notAPicture(let path, let reason): "\(path) is not a PNG that can be read: \(reason)"
    }
  }

  private static func words(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
