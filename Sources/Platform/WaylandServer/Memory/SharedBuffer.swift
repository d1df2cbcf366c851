// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// A view of a client's buffer in shared memory, valid while the buffer object exists.
@safe
public struct SharedBuffer {
  // SAFETY: used only while the buffer object exists; libwayland catches the bus error.
  private let raw: OpaquePointer
  /// The width in pixels.
  public let width: Int32
  /// The height in pixels.
  public let height: Int32
  /// The distance of rows in bytes.
  public let stride: Int32
  /// The pixel format.
  public let format: WlShm.Format

  /// Creates a view; `nil` if the object is gone or not in shared memory.
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

  /// Calls `body` with the bytes of all rows.
  ///
  /// If the client has truncated the file, it gets a protocol error, and `body` reads zeroes:
  /// libwayland catches the bus error.
  public func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe wl_shm_buffer_begin_access(raw)
    unsafe body(
      UnsafeMutableRawBufferPointer(
        start: wl_shm_buffer_get_data(raw), count: Int(stride) * Int(height)))
    unsafe wl_shm_buffer_end_access(raw)
  }
}
