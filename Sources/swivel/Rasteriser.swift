// SPDX-License-Identifier: Apache-2.0
import Daemon
import Formats
import Glibc

/// A drawing as pixels, by librsvg's own program: only who wants a PNG needs it installed.
enum Rasteriser {
  private static let name = "rsvg-convert"

  /// Writes a PNG of twice the drawing's size; nothing is left at the path when that fails.
  static func write(_ svg: String, path: String) throws {
    // A folder of our own: the program writes what it is told to write, whatever is there.
    var folder = Array("\(FilePath.directory(of: path)).swivel-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else {
      throw CommandFailure(
        .badInput, "\(path): cannot write: \(String(cString: strerror(errno)))")
    }
    let place = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (draft, pixels) = ("\(place)/picture.svg", "\(place)/picture.png")
    defer {
      unlink(draft)
      unlink(pixels)
      rmdir(place)
    }
    try OutputFile.write(svg, to: draft)
    do throws(CommandFailure) {
      try CompanionProgram.run(
        name, ["--zoom=2", "--format=png", "--output=\(pixels)", draft],
        complaint: "\(name) did not draw the picture")
    } catch {
      throw CommandFailure(
        .failed, "\(error.description); PNG needs it (Debian: librsvg2-bin), --format svg does not")
    }
    try OutputFile.write(RegularFile.read(pixels, atMost: 256 << 20), to: path)
  }
}
