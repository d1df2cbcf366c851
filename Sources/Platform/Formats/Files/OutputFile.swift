// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes a whole file or nothing: what stands at the path is the old content or all of the new.
public enum OutputFile {
  /// Writes the bytes beside the path and renames them into place.
  ///
  /// A file that is replaced keeps its mode, and its owner where that is allowed. What is no regular
  /// file is never replaced. With `usual` a symbolic link to a file stays and the file behind it is
  /// replaced; what is for the user only goes where it was meant to go, and replaces the link.
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
        // Who took away the right to write meant it, although a rename would not ask.
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

  /// The same with text.
  public static func write(
    _ text: String, to path: String, _ mode: FileMode = .usual
  ) throws(FileError) {
    try write(Array(text.utf8), to: path, mode)
  }

  /// Removes a file of our own; what is no regular file stays.
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
    // A short name of its own, so that a long one stays within what a directory takes. Somebody
    // else's is taken for chance once or twice.
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
