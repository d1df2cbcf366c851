// SPDX-License-Identifier: Apache-2.0
import Control
import Formats
import Glibc

/// A file lock (`flock`) that lets one daemon serve a session and ends with its process.
final class ControlLock {
  enum Refusal: Error, Equatable {
    /// Another daemon holds the lock; `nil` if its process number cannot be read.
    case held(by: Int32?)
    /// The session cannot have a lock file, for the given reason.
    case impossible(String)
    /// The lock file cannot be opened, is no regular file or is removed repeatedly, so a second
    /// daemon would go unnoticed.
    case obstructed(String)
  }

  private let descriptor: Int32

  /// Acquires the lock without waiting, and writes the process number into its file.
  init(_ address: ControlAddress) throws(Refusal) {
    try Self.checkDirectory(address.directory)
    descriptor = try Self.locked(address.lockPath)
    let number = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = unsafe pwrite(descriptor, number, number.count, 0)
  }

  // The lock file is not removed: two daemons could then lock two files of one name. LOCK_UN
  // precedes `close`, since a forked child still has a copy of the descriptor.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Locks the file that `path` names now; a lock on a removed file would not exclude another
  /// daemon.
  private static func locked(_ path: String) throws(Refusal) -> Int32 {
    for _ in 0..<8 {
      let descriptor = try opened(path)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        let holder = number(in: descriptor)
        close(descriptor)
        throw code == EWOULDBLOCK ? .held(by: holder) : impossible(path, code)
      }
      if FileIdentity(of: descriptor) == FileIdentity(at: path) { return descriptor }
      close(descriptor)
    }
    throw .obstructed("\(path): another program removes the file again and again")
  }

  private static func opened(_ path: String) throws(Refusal) -> Int32 {
    func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
    var status = stat()
    if unsafe lstat(path, &status) == 0, !isRegular(status) {
      throw .obstructed("\(FileError.notRegular(path, status.st_mode)); remove it")
    }
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      // If the file system accepts no new file, the control socket cannot be created either.
      throw [ENOSPC, EDQUOT, EROFS].contains(code)
        ? impossible(path, code) : .obstructed(unsafe "\(path): \(String(cString: strerror(code)))")
    }
    guard unsafe fstat(descriptor, &status) == 0, isRegular(status) else {
      close(descriptor)
      throw .obstructed("\(FileError.notRegular(path, status.st_mode)); remove it")
    }
    return descriptor
  }

  /// Checks that no other user can create a socket in the directory or replace the daemon's.
  private static func checkDirectory(_ path: String) throws(Refusal) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw impossible(path, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw .impossible("\(path) is not a directory that only its user may enter (mode 0700)")
    }
  }

  private static func impossible(_ path: String, _ code: Int32) -> Refusal {
    .impossible(unsafe "\(path): \(String(cString: strerror(code)))")
  }

  private static func number(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self))
  }
}
