// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Testing

/// Memory that a client shares with the compositor.
final class SharedMemory {
  let descriptor: Int32
  let bytes: UnsafeMutableRawBufferPointer

  init(bytes count: Int) throws {
    descriptor = memfd_create("swivel-test", 1)
    try #require(descriptor >= 0)
    try #require(ftruncate(descriptor, count) == 0)
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    try #require(start != MAP_FAILED)
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  func fill(_ word: UInt32) {
    bytes.bindMemory(to: UInt32.self).update(repeating: word)
  }

  subscript(word: Int) -> UInt32 { bytes.load(fromByteOffset: word * 4, as: UInt32.self) }
}
