// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A reader of whole regular files up to a size limit; only an inherited pipe can make it wait.
public enum RegularFile {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// `/dev/stdin` and `/dev/fd/N` may also be pipes that the parent process has opened, such as a
  /// shell for `<(command)`; a pipe is read to its end.
  public static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    guard FilePath.isUsable(path) else { throw .reading(path, ENOENT) }
    let descriptor = try descriptor(path)
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .reading(path, errno) }
    // Files of procfs and sysfs have a size of 0, so the size is only a hint.
    guard status.st_size <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(max(0, status.st_size)))
    while let chunk = try chunk(of: descriptor, path) {
      bytes += chunk
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
    }
    return bytes
  }

  /// Throws unless the path is a regular file; used before a library opens the file.
  public static func check(_ path: String) throws(FileError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .reading(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path, status.st_mode) }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    return FileError(path: path, reason: "the file is larger than \(size)", code: EFBIG)
  }

  private static func chunk(of descriptor: Int32, _ path: String) throws(FileError) -> [UInt8]? {
    let size = 64 << 10
    var code: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result = unsafe Glibc.read(descriptor, buffer.baseAddress, size)
      while result < 0, errno == EINTR || errno == EAGAIN {
        // The pipe may be in non-blocking mode, so reads wait with poll.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&waiting, 1, -1)
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, size)
      }
      code = result < 0 ? errno : 0
      count = max(0, result)
    }
    guard code == 0 else { throw .reading(path, code) }
    return chunk.isEmpty ? nil : chunk
  }

  private static func descriptor(_ path: String) throws(FileError) -> Int32 {
    var status = stat()
    if let inherited = inherited(path), unsafe fstat(inherited, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    {
      let copy = fcntl(inherited, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw .reading(path, errno) }
      return copy
    }
    // The type is checked before opening, which has effects on some devices, and again afterwards,
    // since the path may have been replaced.
    try check(path)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .reading(path, errno) }
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
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

/// A reader of whole input files up to a size limit.
public enum InputFile {
  /// The largest file that is read, in bytes: 16 MiB.
  public static let maximumBytes = 16 << 20

  /// Reads a regular file, or a pipe named `/dev/stdin` or `/dev/fd/N`.
  ///
  /// Throws an error with line 0 if the file is missing, unreadable, too large or of another type.
  public static func read(
    path: String, atMost limit: Int = maximumBytes
  ) throws(InputError) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile.read(path, atMost: limit)
    } catch {
      throw InputError(file: path, problem: error.reason)
    }
  }
}

package enum DirectoryListing {
  /// Returns the names without `.` and `..`, shorter names first, so that `device2` precedes
  /// `device10`.
  ///
  /// Empty if the directory is unreadable.
  package static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }
}
