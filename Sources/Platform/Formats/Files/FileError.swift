// SPDX-License-Identifier: Apache-2.0
public import Glibc
import Text

/// The reason why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the caller gave it.
  public let path: String
  /// The problem, without the path.
  public let reason: String
  /// The error number; `EINVAL` for a file that is not regular, `EFBIG` for one that is too large.
  public let code: Int32

  /// The path and the problem, on one line.
  public var description: String { "\(UntrustedText(path).path): \(reason)" }

  /// Whether the system's state caused the error, such as a full disk, and not the path.
  public var isOfSystem: Bool {
    [ENOSPC, EDQUOT, EIO, EFBIG, EMFILE, ENFILE, ENOMEM, EROFS].contains(code)
  }

  static func reading(_ path: String, _ code: Int32) -> FileError {
    let reason =
      switch code {
      case ENOENT: "there is no such file"
      case EACCES, EPERM: "the file may not be read (permission denied)"
      case EISDIR: "this is a directory, not a file"
      case ENOTDIR: "a part of the path is not a directory"
      case ELOOP: "the path has too many symbolic links"
      case ENAMETOOLONG: "the path is too long"
      default: "the file cannot be read (error \(code))"
      }
    return FileError(path: path, reason: reason, code: code)
  }

  static func writing(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path: path, reason: unsafe "cannot write: \(String(cString: strerror(code)))", code: code)
  }

  /// Returns the error for a file that is not regular; `mode` is its `st_mode`.
  ///
  /// Such files are neither read nor replaced: a FIFO may block for ever, and opening a device may
  /// have effects.
  public static func notRegular(_ path: String, _ mode: mode_t) -> FileError {
    let kind =
      switch mode & S_IFMT {
      case S_IFDIR: "directory"
      case S_IFIFO: "named pipe"
      case S_IFSOCK: "socket"
      case S_IFLNK: "symbolic link"
      default: "device"
      }
    return FileError(path: path, reason: "this is a \(kind), not a file", code: EINVAL)
  }
}

/// The identity of a file, which does not change when another file gets its name.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// Creates the identity of an open file; `nil` if the descriptor is invalid.
  public init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the identity of the file at a path; symbolic links are not followed.
  ///
  /// The result is `nil` if there is no file at the path, or if it cannot be examined.
  public init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Removes the path if it still names this file.
  public func remove(_ path: String) {
    if FileIdentity(at: path) == self { unsafe unlink(path) }
  }
}

/// A stamp by which a change of a file, or of a directory's entries, is detected: its identity,
/// size and time of modification.
///
/// Symbolic links are followed.
package struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let seconds: time_t
  private let nanoseconds: Int
  private let size: off_t
  package let isDirectory: Bool

  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    size = status.st_size
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Functions on file paths.
public enum FilePath {
  /// Returns whether a path is not empty and has no zero byte, which would truncate the C string.
  static func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

  /// Returns the directory part of a path with its final slash; empty for a bare name.
  public static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Returns the path in a form that other processes can open: a relative path is completed with
  /// the working directory.
  ///
  /// An empty path stays empty.
  public static func absolute(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/"), let directory = unsafe getcwd(nil, 0) else {
      return path
    }
    defer { unsafe free(directory) }
    return unsafe "\(String(cString: directory))/\(path)"
  }

  /// Creates the missing parent directories of a path, with `mode` as the umask allows; ignores
  /// errors.
  public static func makeDirectories(above path: String, mode: mode_t = 0o700) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      unsafe mkdir(String(path[..<index]), mode)
    }
  }
}
