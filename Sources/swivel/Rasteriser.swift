// SPDX-License-Identifier: Apache-2.0
import Daemon
import Glibc
import Scenarios

/// A drawing as pixels, by librsvg's own program: only who wants a PNG needs it installed.
enum Rasteriser {
  private static let name = "rsvg-convert"

  /// Writes a PNG of twice the drawing's size; nothing is left at the path when that fails.
  static func write(_ svg: String, path: String) throws {
    let draft = "\(path).\(getpid()).svg"
    let pixels = "\(path).\(getpid()).png"
    defer {
      unlink(draft)
      unlink(pixels)
    }
    try OutputFile.write(svg, path: draft)
    try run(["--zoom=2", "--format=png", "--output=\(pixels)", draft])
    guard rename(pixels, path) == 0 else {
      throw CommandFailure(.failed, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  private static func run(_ arguments: [String]) throws(CommandFailure) {
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process = pid_t()
    let result = posix_spawnp(&process, name, nil, nil, words, environ)
    guard result != ENOENT else {
      throw CommandFailure(
        .failed, "PNG needs \(name) (Debian: librsvg2-bin); --format svg works without")
    }
    guard result == 0 else {
      throw CommandFailure(.failed, "cannot run \(name): \(String(cString: strerror(result)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw CommandFailure(.failed, "\(name) did not draw the picture") }
  }
}
