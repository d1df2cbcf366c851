// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A writer of files that is atomic: a reader finds the old content or the complete new content.
public enum OutputFile {
  /// Writes the bytes to a temporary file in the same directory and renames it to the path.
  ///
  /// A replaced file keeps its mode and, if permitted, its owner. A file that is not regular is
  /// never replaced. With `usual` a symbolic link is kept and its target replaced; with `userOnly`
  /// the link itself is replaced.
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
        // A rename would succeed even if the file is write-protected.
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

  /// Throws if the output path is one of the input files, which would be lost; nothing is checked
  /// for `nil`.
  ///
  /// Symbolic and hard links are recognised, and `/dev/stdin` means the file that it was redirected
  /// from.
  public static func check(_ path: String?, keeps inputs: [String]) throws(FileError) {
    guard let path, FilePath.isUsable(path) else { return }
    var (output, status) = (stat(), stat())
    guard unsafe stat(path, &output) == 0, output.st_mode & S_IFMT == S_IFREG else { return }
    for input in inputs where FilePath.isUsable(input) {
      guard unsafe stat(input, &status) == 0, status.st_ino == output.st_ino,
        status.st_dev == output.st_dev
      else { continue }
      throw FileError(
        path: path, reason: "this is the input, which would be replaced; name another file",
        code: EEXIST)
    }
  }

  /// Writes text in the same way as bytes.
  public static func write(
    _ text: String, to path: String, _ mode: FileMode = .usual
  ) throws(FileError) {
    try write(Array(text.utf8), to: path, mode)
  }

  /// Removes a regular file; files of other types are not removed.
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
    // The name is short, so that it stays within the file system's limit. If it exists, another
    // name is tried.
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

/// The permissions of a new file.
public enum FileMode: Sendable {
  /// The permissions that the umask allows.
  case usual
  /// Only the user may read or write, as for files that contain a part of the session.
  case userOnly

  var bits: mode_t { self == .usual ? 0o666 : 0o600 }
}

/// A file that this process has created; it did not exist before.
public struct NewFile: ~Copyable {
  /// The file's path.
  public let path: String
  private let descriptor: Int32
  private let identity: FileIdentity

  /// Creates the value; never throws, since `deinit` would then run on a partly initialised value.
  private init(path: String, descriptor: Int32, identity: FileIdentity) {
    self.path = path
    self.descriptor = descriptor
    self.identity = identity
  }

  /// Creates a file; throws with `EEXIST` if the name exists.
  public static func create(
    _ path: String, _ mode: FileMode = .usual
  ) throws(FileError) -> NewFile {
    guard FilePath.isUsable(path) else { throw .writing(path, ENOENT) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(path, flags, mode.bits)
    guard descriptor >= 0 else { throw .writing(path, errno) }
    guard let identity = FileIdentity(of: descriptor) else {
      let code = errno
      close(descriptor)
      throw .writing(path, code)
    }
    return NewFile(path: path, descriptor: descriptor, identity: identity)
  }

  deinit { close(descriptor) }

  /// Appends all bytes.
  public func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
    var bytes = Array(bytes)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .writing(path, errno) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Removes the file, unless its path names another file now.
  public func remove() { identity.remove(path) }

  /// Flushes the file to disk and renames it to another path.
  ///
  /// If a file is replaced, its status is `old`: the new file gets its mode and, if permitted, its
  /// owner.
  func take(placeOf path: String, _ old: stat?) throws(FileError) {
    if let old {
      // Only root can change the owner. The mode is set afterwards, since changing the owner clears
      // mode bits.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
      guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .writing(path, errno) }
    }
    guard fsync(descriptor) == 0, unsafe rename(self.path, path) == 0 else {
      throw .writing(path, errno)
    }
  }
}

/// A small file that this process keeps open and rewrites in place.
///
/// If this process is killed, the file has the old or the new content. A reader during a write can
/// get parts of both. Writes do not wait for the disk, so the content after a loss of power is
/// undefined.
package struct RewrittenFile: ~Copyable {
  /// The maximum size that is written in place, in bytes: Linux's smallest page size.
  private static let most = 4096

  package let path: String
  private let descriptor: Int32
  private let identity: FileIdentity
  /// The file's length in bytes; shorter content is padded with spaces.
  private var length: Int

  /// Opens a file of this length that this process has written; `nil` on failure.
  package init?(_ path: String, length: Int) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard let identity = FileIdentity(of: descriptor) else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    self.identity = identity
    self.length = length
  }

  deinit { close(descriptor) }

  /// Replaces the content by text that ends with a line break; pads the text with spaces before the
  /// line break if it is shorter than the file.
  ///
  /// Returns false if the file must be created again: it was removed or replaced, the text exceeds
  /// 4096 bytes or has no line break at its end, or the write failed.
  package mutating func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)
    guard bytes.count <= Self.most, bytes.last == UInt8(ascii: "\n"),
      FileIdentity(at: path) == identity
    else { return false }
    if bytes.count < length {
      let blanks = repeatElement(UInt8(ascii: " "), count: length - bytes.count)
      bytes.insert(contentsOf: blanks, at: bytes.count - 1)
    }
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0)
    }
    length = bytes.count
    return written == bytes.count
  }
}
