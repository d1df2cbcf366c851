// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Who may read a file that is made.
public enum FileMode: Sendable {
  /// Everybody whom the umask lets.
  case usual
  /// Only the user: what holds a part of the session.
  case userOnly

  var bits: mode_t { self == .usual ? 0o666 : 0o600 }
}

/// A file that this process has made; what stood at the path before is never touched.
public struct NewFile: ~Copyable {
  /// Its path.
  public let path: String
  private let descriptor: Int32
  private let identity: FileIdentity

  /// Throws nothing: a deinit would run on what is half made.
  private init(path: String, descriptor: Int32, identity: FileIdentity) {
    self.path = path
    self.descriptor = descriptor
    self.identity = identity
  }

  /// Makes a file; throws with `EEXIST` if anything has that name.
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

  /// Removes the file, unless another has taken its name.
  public func remove() { identity.remove(path) }

  /// Puts the file in the place of another once all of it has reached the disk.
  func take(placeOf path: String, _ old: stat?) throws(FileError) {
    if let old {
      // Only root may give a file away; the mode after the owner, who takes bits of it along.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
      guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .writing(path, errno) }
    }
    guard fsync(descriptor) == 0, unsafe rename(self.path, path) == 0 else {
      throw .writing(path, errno)
    }
  }
}
