// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes files atomically: a path has the old content or all of the new.
public enum OutputFile {
  /// Writes the bytes to a temporary file beside the path and renames it.
  ///
  /// A replaced file keeps its mode, and its owner where that is permitted. A file that is not
  /// regular is never replaced. With `usual` a symbolic link stays and the file behind it is
  /// replaced; with `userOnly` the link itself is replaced.
  public static func write(
    _ bytes: [UInt8], to path: String, _ mode: FileMode = .usual
  ) throws(FileError) {
    guard FilePath.isUsable(path) else { throw .writing(path, ENOENT) }
    var target = path
    var status = stat()
    var old: stat?
    if unsafe lstat(path, &status) == 0 {
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, mode == .usual {
        target = try real(path)
        guard unsafe stat(target, &status) == 0 else { throw .writing(path, errno) }
      }
      if !isLink || mode == .usual {
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path, status.st_mode) }
        // A rename would ignore that the file is write-protected.
        guard unsafe access(target, W_OK) == 0 else { throw .writing(path, errno) }
        old = status
      }
    } else if errno != ENOENT {
      throw .writing(path, errno)
    }
    do throws(FileError) {
      let draft = try draft(beside: target, mode)
      do throws(FileError) {
        try draft.write(bytes)
        try draft.take(placeOf: target, old)
      } catch {
        draft.remove()
        throw error
      }
    } catch {
      throw .writing(path, error.code)
    }
  }

  /// Writes text like bytes.
  public static func write(
    _ text: String, to path: String, _ mode: FileMode = .usual
  ) throws(FileError) {
    try write(Array(text.utf8), to: path, mode)
  }

  /// Removes a regular file; other files stay.
  public static func remove(_ path: String) {
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unsafe unlink(path) }
  }

  private static func real(_ path: String) throws(FileError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .writing(path, errno) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func draft(beside path: String, _ mode: FileMode) throws(FileError) -> NewFile {
    // A short name, so that a long one stays within the file system's limit. An existing name
    // counts as a coincidence and is retried.
    var attempts = 0
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      do throws(FileError) {
        return try NewFile.create("\(FilePath.directory(of: path)).swivel-\(number)", mode)
      } catch {
        attempts += 1
        if error.code != EEXIST || attempts == 8 { throw error }
      }
    }
  }
}
