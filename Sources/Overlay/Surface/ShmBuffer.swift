// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaylandClient

/// Memory that a compositor can show.
final class ShmBuffer {
  let width: Int
  let height: Int
  /// Bytes a row.
  let stride: Int
  let memory: UnsafeMutableRawPointer
  let proxy: WlBufferProxy
  /// Whether the compositor may still read it.
  var isBusy = false
  private let size: Int

  /// Makes a buffer of 32 bits a pixel; throws when there is no memory for it.
  init(_ shm: WlShmProxy, width: Int, height: Int) throws(OverlayFailure) {
    self.width = width
    self.height = height
    stride = width * 4
    size = stride * height
    let file = memfd_create("swivel-hud", swivel_mfd_cloexec)
    guard file >= 0 else { throw OverlayFailure(call: "memfd_create") }
    defer { close(file) }
    guard ftruncate(file, size) == 0 else { throw OverlayFailure(call: "ftruncate") }
    let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let mapped, mapped != MAP_FAILED else { throw OverlayFailure(call: "mmap") }
    memory = mapped
    do throws(WaylandError) {
      let pool = try shm.createPool(fd: file, size: Int32(size))
      defer { pool.destroy() }
      proxy = try pool.createBuffer(
        offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride),
        format: WlShm.Format.xrgb8888)
    } catch {
      munmap(mapped, size)
      throw OverlayFailure(error)
    }
    proxy.onEvent = { [weak self] _ in self?.isBusy = false }
  }

  deinit {
    proxy.destroy()
    munmap(memory, size)
  }
}
