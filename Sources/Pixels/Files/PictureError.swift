// SPDX-License-Identifier: Apache-2.0
public import Formats

/// Why a picture could not be written or read.
public enum PictureError: Error, Hashable, Sendable {
  /// The file could not be read or written.
  case file(FileError)
  /// The reason is libpng's.
  case notEncoded(reason: String)
  case notAPicture(path: String, reason: String)
}

extension PictureError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notEncoded(let reason): "cannot make a PNG of the picture: \(reason)"
    case .notAPicture(let path, let reason): "\(path) is not a PNG that can be read: \(reason)"
    }
  }
}
