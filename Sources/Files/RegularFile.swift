// SPDX-License-Identifier: Apache-2.0
import Glibc

// Files as whole values, read and written with the care that a program needs that others rely on.
//
// Reading is bounded and never waits for a device or a pipe that nobody writes. Writing replaces a
// file in one step or leaves the old one; a new file belongs to this process alone (`NewFile`).
// Errors say the path and the reason in words (`FileError`). `Program` is how a process begins and
// ends.

/// Reads whole files within a bound, and nothing that could keep us waiting.
public enum RegularFile {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// `/dev/stdin` and `/dev/fd/N` also stand for a pipe that whoever started this process has left
  /// open, as a shell does for `<(command)`; it is read to its end.
  public static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    guard FilePath.isUsable(path) else { throw .reading(path, ENOENT) }
    let descriptor = try descriptor(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errno) }
    // The kernel's own files say that they are empty, so the size is only a first word.
    guard status.st_size <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(max(0, status.st_size)))
    while let chunk = try chunk(of: descriptor, path) {
      bytes += chunk
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
    }
    return bytes
  }

  /// Throws unless a regular file stands at the path, for those who let others open it.
  public static func check(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .reading(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path, status.st_mode) }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    return FileError(path: path, reason: "the file is larger than \(size)", code: EFBIG)
  }

  private static func chunk(
    of descriptor: Int32, _ path: String
  ) throws(FileError) -> [UInt8]? {
    let size = 64 << 10
    var code: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result = Glibc.read(descriptor, buffer.baseAddress, size)
      while result < 0, errno == EINTR || errno == EAGAIN {
        // Somebody may have left the pipe in a mode in which reading does not wait.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
        result = Glibc.read(descriptor, buffer.baseAddress, size)
      }
      code = result < 0 ? errno : 0
      count = max(0, result)
    }
    guard code == 0 else { throw .reading(path, code) }
    return chunk.isEmpty ? nil : chunk
  }

  private static func descriptor(_ path: String) throws(FileError) -> Int32 {
    var status = stat()
    if let inherited = inherited(path), fstat(inherited, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    {
      let copy = fcntl(inherited, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw .reading(path, errno) }
      return copy
    }
    // Looked at before, since opening alone sets some devices going; and after, since what stands
    // there may have changed.
    try check(path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .reading(path, errno) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegular(path, status.st_mode)
    }
    return descriptor
  }

  private static func inherited(_ path: String) -> Int32? {
    if path == "/dev/stdin" { return STDIN_FILENO }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
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
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What stands at a path, a symbolic link itself included; nil if nothing does.
  public init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Removes the name if it still means this file.
  public func remove(_ path: String) {
    if FileIdentity(at: path) == self { unlink(path) }
  }
}
