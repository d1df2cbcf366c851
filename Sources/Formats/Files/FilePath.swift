// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What paths are made of.
public enum FilePath {
  /// Whether the system sees the path as it is: a C string would end at the zero byte and name
  /// another file.
  static func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

  /// The directory of a path with the slash at its end; empty for a bare name.
  public static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Makes the directories above a path that are missing.
  ///
  /// What is missing in the end is said by whoever opens the file.
  public static func makeDirectories(above path: String, mode: mode_t = 0o700) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), mode)
    }
  }
}
