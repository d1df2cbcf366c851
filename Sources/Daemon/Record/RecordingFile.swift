// SPDX-License-Identifier: Apache-2.0
import Glibc
import Scenarios

/// A recording on its way into a file: whole lines only, so that the file is one at any moment.
///
/// One thread at a time writes to it: whoever made it, or the thread of the queue that it was given to.
public final class RecordingFile: @unchecked Sendable {
  /// The file's path.
  let path: String
  private let descriptor: Int32
  private var isEmpty = true

  /// Makes a new file that only its user may read; throws if there is one already.
  public init(path: String) throws(CommandFailure) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw CommandFailure(.badInput, "a recording needs a file's name")
    }
    descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      throw CommandFailure(
        .badInput,
        "\(path): "
          + (code == EEXIST
            ? "there is such a file already; a recording only goes into a new one"
            : String(cString: strerror(code))))
    }
  }

  deinit {
    close(descriptor)
    // A run that was refused before it began leaves nothing behind.
    if isEmpty { unlink(path) }
  }

  /// Appends a line, in one go as far as the system goes along; returns what went wrong.
  public func write(_ line: String) -> String? {
    isEmpty = false
    return LineWriter(descriptor: descriptor).write(line).map { String(cString: strerror($0)) }
  }
}
