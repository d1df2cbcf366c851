// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes a whole file or nothing: what stands at the path is the old content or all of the new.
public enum OutputFile {
  /// Writes the bytes beside the path and renames them into place; throws the path and the reason.
  public static func write(_ text: String, path: String) throws(InputError) {
    func problem(_ code: Int32) -> InputError {
      Mark(file: path, line: 0, column: 0).error("cannot write: \(String(cString: strerror(code)))")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw problem(ENOENT) }
    let draft = "\(path).\(getpid()).tmp"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw problem(errno) }
    var bytes = Array(text.utf8)[...]
    var code: Int32 = 0
    while !bytes.isEmpty, code == 0 {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(draft)
    throw problem(code)
  }
}
