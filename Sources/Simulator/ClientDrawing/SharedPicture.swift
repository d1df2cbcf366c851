// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
public import Orientation
public import WaylandClient

// The common parts of Swivel's Wayland clients: shared-memory buffers, a connection in an event
// loop, and outputs. Each client chooses its own drawing library.
//
// Begin with `SharedPicture` and `LoopConnection`.

/// A shared-memory buffer (`wl_shm`) with 32 bits per pixel.
@safe
public final class SharedPicture {
  /// Width and height in pixels.
  public let size: Size
  // SAFETY: `count` bytes are mapped in `init` and unmapped in `deinit`.
  /// The first byte of the first row; rows follow each other without gaps.
  public let address: UnsafeMutableRawPointer
  /// The `wl_buffer` to attach to a surface.
  public let buffer: WlBufferProxy
  /// Whether the compositor may still read the pixels.
  public private(set) var isLent = false
  /// Called when the compositor has released the buffer.
  public var onReturn: (() -> Void)?
  private let count: Int

  /// The distance between rows, in bytes.
  public var stride: Int32 { size.width * 4 }

  /// Creates a buffer; throws if a side is below 1, the size exceeds 2 GiB, memory is short or the
  /// connection fails.
  public init(
    _ shm: WlShmProxy, size: Size, format: WlShm.Format = .argb8888
  ) throws(SharedPictureError) {
    let count = Int(size.width) * Int(size.height) * 4
    guard size.width > 0, size.height > 0, count <= Int(Int32.max) else {
      throw .impossible(size)
    }
    let descriptor = unsafe memfd_create("swivel-picture", swivel_mfd_cloexec)
    guard descriptor >= 0 else { throw .noMemory(errno: errno) }
    defer { close(descriptor) }
    guard ftruncate(descriptor, count) == 0,
      let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { throw .noMemory(errno: errno) }
    do throws(WaylandError) {
      let pool = try shm.createPool(fd: descriptor, size: Int32(count))
      defer { pool.destroy() }
      buffer = try pool.createBuffer(
        offset: 0, width: size.width, height: size.height, stride: size.width * 4, format: format)
    } catch {
      unsafe munmap(memory, count)
      throw .refused(error)
    }
    self.size = size
    self.count = count
    unsafe address = memory
  }

  deinit {
    buffer.onEvent = nil
    buffer.destroy()
    unsafe munmap(address, count)
  }

  /// Attaches the buffer to a surface, damages all of it, commits the surface, and marks the buffer
  /// as used by the compositor.
  public func present(on surface: WlSurfaceProxy) throws(WaylandError) {
    try surface.attach(buffer: buffer, x: 0, y: 0)
    try surface.damageBuffer(x: 0, y: 0, width: size.width, height: size.height)
    try surface.commit()
    lend()
  }

  /// Marks the buffer as used by the compositor, and retains the picture until `wl_buffer.release`.
  public func lend() {
    isLent = true
    buffer.onEvent = { [self] _ in
      isLent = false
      buffer.onEvent = nil
      onReturn?()
    }
  }
}

/// The error of a buffer that could not be created.
public enum SharedPictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The size is below 1x1 or exceeds 2 GiB.
  case impossible(Size)
  case noMemory(errno: Int32)
  /// The connection failed while the buffer was created.
  case refused(WaylandError)

  /// The error message, as one sentence.
  public var description: String {
    switch self {
    case .impossible(let size):
      "a picture of \(size.width)x\(size.height) pixels cannot be made: 1x1 to 2 GiB is possible"
    case .noMemory(let code):
      unsafe "no memory to draw in: \(String(cString: strerror(code)))"
    case .refused(let error): "the compositor: \(error)"
    }
  }
}
