// SPDX-License-Identifier: Apache-2.0

/// Reads whole input files, within a bound.
public enum InputFile {
  /// The largest file that is read, in bytes: 16 MiB.
  public static let maximumBytes = 16 << 20

  /// Reads a regular file, or a pipe that is named as `/dev/stdin` or `/dev/fd/N`.
  ///
  /// Throws for a missing, unreadable or too large file and for all other kinds of files, with line 0.
  public static func read(
    path: String, atMost limit: Int = maximumBytes
  ) throws(InputError) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile.read(path, atMost: limit)
    } catch {
      throw InputError(file: path, line: 0, column: 0, problem: error.reason)
    }
  }
}
