// SPDX-License-Identifier: Apache-2.0
import Formats
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
      FilePath.makeDirectories(above: path, mode: 0o777)
      do throws(FileError) {
        try NewFile.create(path).write(file.text.utf8)
      } catch {
        throw Failure(description: error.description)
      }
    }
  }
}
