// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// Why a file could not be read or written, in words for people.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public let path: String
  /// What is wrong, without the path.
  public let reason: String
  /// The system's number; `EINVAL` for what is no regular file, `EFBIG` for what is too large.
  public let code: Int32

  /// The path and what is wrong with it, on one line.
  public var description: String { "\(path): \(reason)" }

  /// Whether the machine is at its limits, so that no other path would help.
  public var isOfSystem: Bool {
    [ENOSPC, EDQUOT, EIO, EFBIG, EMFILE, ENFILE, ENOMEM, EROFS].contains(code)
  }

  /// What the system said when a file was to be read.
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

  /// What the system said when a file was to be written.
  static func writing(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path: path, reason: unsafe "cannot write: \(String(cString: strerror(code)))", code: code)
  }

  /// Says what stands at a path that is to be a regular file.
  ///
  /// Nothing else is read or replaced: a pipe could make us wait for ever, and a device does something
  /// when it is opened.
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

/// Which file it is, whatever its name: a name can come to mean another file at any time.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The open file; nil if the descriptor is none.
  public init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What stands at a path, a symbolic link itself included; nil if nothing does.
  public init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Removes the name if it still means this file.
  public func remove(_ path: String) {
    if FileIdentity(at: path) == self { unsafe unlink(path) }
  }
}

/// What tells whether a file, or what a folder lists, is still the same; links are followed.
package struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t
  private let seconds: time_t
  private let nanoseconds: Int
  private let size: off_t
  /// Whether it is a folder.
  package let isDirectory: Bool

  /// What stands at a path now; nil if nothing does.
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

/// What paths are made of.
public enum FilePath {
  /// Whether the system sees the path as it is: a C string would end at the zero byte and name
  /// another file.
  static func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

  /// The directory of a path with the slash at its end; empty for a bare name.
  public static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Makes the directories above a path that are missing.
  public static func makeDirectories(above path: String, mode: mode_t = 0o700) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      unsafe mkdir(String(path[..<index]), mode)
    }
  }
}
