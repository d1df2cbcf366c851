// SPDX-License-Identifier: Apache-2.0
import Glibc
import Scenarios

/// A recording on its way into a file: whole lines only, so that the file is one at any moment.
public final class RecordingFile {
  /// The file's path.
  let path: String
  private let descriptor: Int32
  /// What was made; another file may stand at the path by the end.
  private let identity: (device: dev_t, number: ino_t)
  private var isEmpty = true

  /// Makes a new file that only its user may read; throws if there is one already.
  public init(path: String) throws(CommandFailure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw CommandFailure(.badInput, "a recording needs a file's name")
    }
    let descriptor = open(path, flags, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let code = errno
      throw CommandFailure(
        .badInput,
        "\(path): "
          + (code == EEXIST
            ? "there is such a file already; a recording only goes into a new one"
            : String(cString: strerror(code))))
    }
    // Last, since a throw after all properties are set would run deinit, which removes the file.
    self.path = path
    self.descriptor = descriptor
    identity = (status.st_dev, status.st_ino)
  }

  deinit {
    close(descriptor)
    var status = stat()
    // A run that was refused before it began leaves nothing behind.
    if isEmpty, lstat(path, &status) == 0, identity == (status.st_dev, status.st_ino) {
      unlink(path)
    }
  }

  /// Appends a line, in one go as far as the system goes along; returns what went wrong.
  public func write(_ line: String) -> String? {
    var bytes = Array((line + "\n").utf8)[...]
    isEmpty = false
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(cString: strerror(errno)) }
      bytes = bytes.dropFirst(count)
    }
    return nil
  }
}
