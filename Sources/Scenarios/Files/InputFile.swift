// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads whole input files, within a bound.
public enum InputFile {
  /// The largest file that is read, in bytes: 16 MiB.
  public static let maximumBytes = 16 << 20

  /// Reads a file, or a pipe up to its end.
  ///
  /// Throws for a missing, unreadable or too large file and for a directory, with line 0.
  public static func read(
    path: String, atMost limit: Int = maximumBytes
  ) throws(InputError) -> [UInt8] {
    // A C string would end at the zero byte and name another file.
    guard !path.isEmpty, !path.utf8.contains(0) else { throw failure(path, code: ENOENT) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      let size = 64 << 10
      var code: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        var result = Glibc.read(descriptor, buffer.baseAddress, size)
        while result < 0, errno == EINTR {
          result = Glibc.read(descriptor, buffer.baseAddress, size)
        }
        code = result < 0 ? errno : 0
        count = max(0, result)
      }
      if code != 0 { throw failure(path, code: code) }
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > limit {
        throw whole(path, "the file is larger than \(limit >> 20) MiB")
      }
    }
  }

  private static func failure(_ path: String, code: Int32) -> InputError {
    switch code {
    case ENOENT: whole(path, "there is no such file")
    case EACCES, EPERM: whole(path, "the file may not be read (permission denied)")
    case EISDIR: whole(path, "this is a directory, not a file")
    case ENOTDIR: whole(path, "a part of the path is not a directory")
    case ELOOP: whole(path, "the path has too many symbolic links")
    case ENAMETOOLONG: whole(path, "the path is too long")
    default: whole(path, "the file cannot be read (error \(code))")
    }
  }

  private static func whole(_ path: String, _ problem: String) -> InputError {
    InputError(file: path, line: 0, column: 0, problem: problem)
  }
}
