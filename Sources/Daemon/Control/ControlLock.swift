// SPDX-License-Identifier: Apache-2.0
import Control
import Glibc

/// Sees to it that one daemon serves a session: a lock that ends with the process that holds it.
final class ControlLock {
  /// Why the lock was not to be had.
  enum Refusal: Error, Equatable {
    /// Another daemon holds it; nil when its process number cannot be read.
    case held(by: Int32?)
    /// There can be no lock; the words say why.
    case impossible(String)
  }

  private let descriptor: Int32

  /// Takes the lock of a session without waiting for it.
  init(_ address: ControlAddress) throws(Refusal) {
    try Self.checkDirectory(address.directory)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(address.lockPath, flags, 0o600)
    guard descriptor >= 0 else { throw Self.impossible(address.lockPath) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.number(in: descriptor)
      close(descriptor)
      throw .held(by: holder)
    }
    self.descriptor = descriptor
    let number = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = pwrite(descriptor, number, number.count, 0)
  }

  // The file stays: removing it would let two daemons hold locks on two files of one name.
  deinit { close(descriptor) }

  /// Nobody else may be able to put a socket there, or to replace ours.
  private static func checkDirectory(_ path: String) throws(Refusal) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw impossible(path) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw .impossible("\(path) is not a directory that only its user may enter (mode 0700)")
    }
  }

  private static func impossible(_ path: String) -> Refusal {
    .impossible("\(path): \(String(cString: strerror(errno)))")
  }

  private static func number(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self))
  }
}
