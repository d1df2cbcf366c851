// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaylandClient

/// Memory that a compositor can show.
@safe
final class ShmBuffer {
  // SAFETY: mapped in `init`, unmapped in `deinit`; `size` is what was mapped.
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
    let file = unsafe memfd_create("swivel-hud", swivel_mfd_cloexec)
    guard file >= 0 else { throw OverlayFailure(call: "memfd_create") }
    defer { close(file) }
    guard ftruncate(file, size) == 0 else { throw OverlayFailure(call: "ftruncate") }
    let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw OverlayFailure(call: "mmap")
    }
    unsafe memory = mapped
    do throws(WaylandError) {
      let pool = try shm.createPool(fd: file, size: Int32(size))
      defer { pool.destroy() }
      proxy = try pool.createBuffer(
        offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride),
        format: WlShm.Format.xrgb8888)
    } catch {
      unsafe munmap(mapped, size)
      throw OverlayFailure(error)
    }
    proxy.onEvent = { [weak self] _ in self?.isBusy = false }
  }

  deinit {
    proxy.destroy()
    unsafe munmap(memory, size)
  }
}

/// An output, as far as the overlay cares: its name, its scale and how wide it is as it is turned.
final class OutputScale {
  let global: UInt32
  let proxy: WlOutputProxy
  /// The connector's name; nil where the compositor is too old to tell.
  private(set) var name: String?
  /// Whole pixels per logical pixel.
  private(set) var scale = 1
  /// Logical pixels across; nil until they are told.
  private(set) var width: Int?

  private let onChange: () -> Void
  private var layout: ZxdgOutputV1Proxy?
  private var mode = (width: 0, height: 0)
  private var isUpright = true

  init(global: UInt32, proxy: WlOutputProxy, onChange: @escaping () -> Void) {
    self.global = global
    self.proxy = proxy
    self.onChange = onChange
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Learns the logical size from who knows it exactly, also at fractional scales.
  func follow(_ manager: ZxdgOutputManagerV1Proxy) {
    layout = try? manager.getXdgOutput(output: proxy)
    layout?.onEvent = { [weak self] event in
      if case .logicalSize(let width, _) = event { self?.width = Int(width) }
    }
  }

  /// Lets go of everything; the output is gone.
  func end() {
    layout?.destroy()
    proxy.release()
  }

  private func handle(_ event: WlOutputProxy.Event) {
    switch event {
    case .geometry(_, _, _, _, _, _, _, let transform):
      isUpright = transform.rawValue & 1 == 0
    case .mode(let flags, let width, let height, _) where flags.contains(.current):
      mode = (Int(width), Int(height))
    case .scale(let factor): scale = max(1, min(16, Int(factor)))
    case .name(let name): self.name = name.string
    case .done:
      if layout == nil { width = (isUpright ? mode.width : mode.height) / scale }
      onChange()
    default: break
    }
  }
}
