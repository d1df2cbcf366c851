// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
public import Orientation
public import WaylandClient

// What our own Wayland clients have in common: memory that they share with a compositor, their
// connection as a part of an event loop, and what they know of an output. It draws nothing itself,
// so that each client chooses its drawing library.
//
// Begin with `SharedPicture` and `LoopConnection`.

/// Pixels of 32 bits that a client and its compositor share.
@safe
public final class SharedPicture {
  // SAFETY: mapped in `init`, unmapped in `deinit`; `count` is what was mapped.

  /// Width and height in pixels.
  public let size: Size
  /// The first byte of the first row; rows follow one another without gaps.
  public let address: UnsafeMutableRawPointer
  /// What is attached to a surface.
  public let buffer: WlBufferProxy
  /// Whether the compositor may still read it.
  public private(set) var isLent = false
  /// Called when the compositor has given it back.
  public var onReturn: (() -> Void)?
  private let count: Int

  /// Bytes from one row to the next.
  public var stride: Int32 { size.width * 4 }

  /// Makes a picture; throws where a side is below 1, or there is no memory for it.
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

  /// Notes that the compositor may read it, and keeps it alive until that gives it back.
  public func lend() {
    isLent = true
    buffer.onEvent = { [self] _ in
      isLent = false
      buffer.onEvent = nil
      onReturn?()
    }
  }
}

/// Why there is no picture to draw in.
public enum SharedPictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No picture can have this size.
  case impossible(Size)
  /// The system has no memory for it.
  case noMemory(errno: Int32)
  /// The connection does not take it.
  case refused(WaylandError)

  /// One sentence for people.
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
