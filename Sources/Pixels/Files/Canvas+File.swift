// SPDX-License-Identifier: Apache-2.0
import Formats

extension Canvas {
  /// Writes the canvas as a PNG; a file of that name is replaced only once all is written.
  public func write(to path: String) throws(PictureError) {
    let bytes = try PNG.encode(self)
    do throws(FileError) {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
  }
}
