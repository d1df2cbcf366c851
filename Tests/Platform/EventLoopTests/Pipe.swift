// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A pipe whose ends are closed together.
final class Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func put(_ byte: UInt8 = 1) {
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  func take() -> UInt8 {
    var byte: UInt8 = 0
    _ = read(readEnd, &byte, 1)
    return byte
  }
}
