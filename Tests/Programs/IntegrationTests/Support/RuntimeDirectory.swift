// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A fresh private directory, removed with everything in it when released.
final class RuntimeDirectory {
  let path: String

  init() throws {
    // Short, because a socket's path has room for 107 characters.
    var template = Array("/tmp/swivel-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError.current }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file into the directory, or into a folder of it, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }
}

extension POSIXError {
  /// The error with the code in `errno`.
  static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
