// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Orientation
import WaylandClient

/// Pixels that client and compositor share: premultiplied ARGB of 32 bits.
final class SharedPicture {
  let size: Size
  private let count: Int
  let buffer: WlBufferProxy

  var stride: Int32 { size.width * 4 }

  /// The first byte of the first row.
  let address: UnsafeMutableRawPointer

  init(size: Size, shm: WlShmProxy, format: WlShm.Format = .argb8888) throws {
    let count = Int(size.width) * Int(size.height) * 4
    guard size.width > 0, size.height > 0, count <= Int(Int32.max) else {
      throw SceneFailure("a picture of \(size.width)x\(size.height) pixels cannot be made")
    }
    let descriptor = memfd_create("swivel-scene", swivel_mfd_cloexec)
    guard descriptor >= 0, ftruncate(descriptor, count) == 0,
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw SceneFailure("no memory to draw in: \(String(cString: strerror(number)))")
    }
    defer { close(descriptor) }
    self.size = size
    address = memory
    self.count = count
    do {
      let pool = try shm.createPool(fd: descriptor, size: Int32(count))
      buffer = try pool.createBuffer(
        offset: 0, width: size.width, height: size.height, stride: size.width * 4,
        format: format)
      pool.destroy()
    } catch {
      munmap(memory, count)
      throw error
    }
  }

  deinit {
    buffer.onEvent = nil
    buffer.destroy()
    munmap(address, count)
  }

  /// Keeps the picture alive until the compositor gives it back.
  func lend() {
    buffer.onEvent = { [self] _ in buffer.onEvent = nil }
  }
}
