// SPDX-License-Identifier: Apache-2.0
import Glibc

extension PluginTemplate {
  /// Why nothing was written.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// Which file, and why.
    public let description: String
  }

  /// Writes all files into a new folder; one that is there already is left alone.
  public func write(to folder: String) throws(Failure) {
    guard access(folder, F_OK) != 0 else {
      throw Failure(description: "\(folder) is there already; a plug-in begins in a new folder")
    }
    for file in files {
      let path = "\(folder)/\(file.path)"
      try Self.makeFolders(for: path)
      guard let stream = fopen(path, "w") else { throw Self.failure(path) }
      let isWritten = fputs(file.text, stream) >= 0
      guard fclose(stream) == 0, isWritten else { throw Self.failure(path) }
    }
  }

  private static func makeFolders(for path: String) throws(Failure) {
    for (index, character) in zip(path.indices, path) where character == "/" {
      let folder = String(path[..<index])
      guard !folder.isEmpty, access(folder, F_OK) != 0 else { continue }
      guard mkdir(folder, 0o755) == 0 else { throw failure(folder) }
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(description: "\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
