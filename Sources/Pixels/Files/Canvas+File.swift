// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Canvas {
  /// Writes the canvas as a PNG; a file of that name is replaced only once all is written.
  public func write(to path: String) throws(PictureError) {
    let bytes = try PNG.encode(self)
    let draft = path + ".part"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
    guard Self.writeAll(bytes, to: descriptor) else {
      let number = errno
      close(descriptor)
      unlink(draft)
      throw .cannotWrite(path: path, errno: number)
    }
    guard close(descriptor) == 0, rename(draft, path) == 0 else {
      let number = errno
      unlink(draft)
      throw .cannotWrite(path: path, errno: number)
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
