// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The permissions of a new file.
public enum FileMode: Sendable {
  /// Everyone's, as far as the umask allows.
  case usual
  /// Only the user's: for files that hold a part of the session.
  case userOnly

  var bits: mode_t { self == .usual ? 0o666 : 0o600 }
}

/// A file created by this process, never a file that existed before.
public struct NewFile: ~Copyable {
  /// The file's path.
  public let path: String
  private let descriptor: Int32
  private let identity: FileIdentity

  /// Does not throw: a `deinit` would run on a partly initialised value.
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

  /// Removes the file, unless its name refers to another file.
  public func remove() { identity.remove(path) }

  /// Flushes the file to disk and renames it to another path.
  func take(placeOf path: String, _ old: stat?) throws(FileError) {
    if let old {
      // Only root may change the owner; the mode is set afterwards, as changing the owner clears
      // bits.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
      guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .writing(path, errno) }
    }
    guard fsync(descriptor) == 0, unsafe rename(self.path, path) == 0 else {
      throw .writing(path, errno)
    }
  }
}
