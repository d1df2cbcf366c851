// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// A look at a client's buffer in shared memory, for as long as the buffer object exists.
@safe
public struct SharedBuffer {
  // SAFETY: used only while the buffer object exists; libwayland catches the bus error
  // meanwhile.
  private let raw: OpaquePointer
  /// Width in pixels.
  public let width: Int32
  /// Height in pixels.
  public let height: Int32
  /// Bytes from row to row.
  public let stride: Int32
  /// How a pixel is stored.
  public let format: WlShm.Format

  /// Nil if the object is gone or is no shared memory.
  public init?(_ buffer: WlBufferResource) {
    guard let resource = unsafe buffer.raw, let raw = unsafe wl_shm_buffer_get(resource) else {
      return nil
    }
    unsafe self.raw = raw
    width = unsafe wl_shm_buffer_get_width(raw)
    height = unsafe wl_shm_buffer_get_height(raw)
    stride = unsafe wl_shm_buffer_get_stride(raw)
    format = unsafe WlShm.Format(rawValue: wl_shm_buffer_get_format(raw))
  }

  /// Lends the bytes, all rows of them.
  ///
  /// A client that has cut the file short gets a protocol error for it, and the body sees zeroes:
  /// libwayland catches the bus error in between.
  public func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe wl_shm_buffer_begin_access(raw)
    unsafe body(
      UnsafeMutableRawBufferPointer(
        start: wl_shm_buffer_get_data(raw), count: Int(stride) * Int(height)))
    unsafe wl_shm_buffer_end_access(raw)
  }
}
