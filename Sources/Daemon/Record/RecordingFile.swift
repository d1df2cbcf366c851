// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// A recording on its way into a file: whole lines only, so that the file is one at any moment.
///
/// One thread at a time writes to it: whoever made it, or the thread of the queue that it was given to.
public final class RecordingFile: @unchecked Sendable {
  private let file: NewFile
  private var isEmpty = true

  /// The file's path.
  var path: String { file.path }

  /// Makes a new file that only its user may read; throws if there is one already.
  public init(path: String) throws(CommandFailure) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw CommandFailure(.badInput, "a recording needs a file's name")
    }
    do throws(FileError) {
      file = try NewFile.create(path, .userOnly)
    } catch {
      let reason =
        error.code == EEXIST
        ? "there is such a file already; a recording only goes into a new one" : error.reason
      throw CommandFailure(.badInput, "\(path): \(reason)")
    }
  }

  deinit {
    // A run that was refused before it began leaves nothing behind.
    if isEmpty { file.remove() }
  }

  /// Appends a line, in one go as far as the system goes along; returns what went wrong.
  public func write(_ line: String) -> String? {
    isEmpty = false
    do throws(FileError) {
      try file.write((line + "\n").utf8)
      return nil
    } catch {
      return String(cString: strerror(error.code))
    }
  }
}
