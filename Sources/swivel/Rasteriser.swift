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
    do throws(CommandFailure) {
      try CompanionProgram.run(
        name, ["--zoom=2", "--format=png", "--output=\(pixels)", draft],
        complaint: "\(name) did not draw the picture")
    } catch {
      throw CommandFailure(
        .failed, "\(error.description); PNG needs it (Debian: librsvg2-bin), --format svg does not")
    }
    guard rename(pixels, path) == 0 else {
      throw CommandFailure(.failed, "\(path): \(String(cString: strerror(errno)))")
    }
  }
}
