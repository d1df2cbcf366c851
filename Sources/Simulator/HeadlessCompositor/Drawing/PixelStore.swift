// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
public import Pixels
import Synchronization
import WaylandServer

/// A copy of a client's buffer, made at the commit, or of a canvas.
///
/// Later writes of the client to its buffer do not change the copy. A shared store is read-only;
/// the holder of the only reference may reuse the store for the client's next buffer.
@safe
public final class PixelStore {
  /// Width in pixels, at least 1.
  public let width: Int
  /// Height in pixels, at least 1.
  public let height: Int
  /// The layout of a pixel within its 32-bit word.
  public let format: PixelFormat
  /// Bytes per row, always four times the width.
  public var stride: Int { width * 4 }
  // SAFETY: the memory is allocated in `init`, never moved, and freed in `deinit`.
  /// The rows from the top, `stride * height` bytes, aligned to 16.
  public let bytes: UnsafeMutableRawBufferPointer

  /// The number of this revision of the pixels, unique in the process.
  private var number: UInt64
  /// The earlier revisions, latest first, each with the damage since then.
  private var ancestors: [(number: UInt64, difference: Rectangle)] = []
  private let quota: MemoryQuota
  /// Whether the memory was mapped from the kernel, to which it is returned when freed.
  private let isMapped: Bool

  /// The size in bytes from which on memory is mapped from the kernel, since the heap would keep
  /// it.
  private static let leastMapped = 1 << 17

  private static let rememberedAncestors = 4

  convenience init(copying buffer: SharedBuffer, quota: MemoryQuota) {
    self.init(
      width: Int(buffer.width), height: Int(buffer.height), format: PixelFormat(buffer),
      quota: quota)
    copy(buffer)
  }

  convenience init(copying canvas: Canvas) {
    let size = canvas.size
    self.init(
      width: Int(size.width), height: Int(size.height), format: .argb8888, quota: MemoryQuota())
    unsafe bytes.copyMemory(
      from: UnsafeRawBufferPointer(start: canvas.view.address, count: bytes.count))
    withExtendedLifetime(canvas) {}
  }

  private init(width: Int, height: Int, format: PixelFormat, quota: MemoryQuota) {
    self.quota = quota
    self.format = format
    self.width = max(1, width)
    self.height = max(1, height)
    number = Self.nextNumber()
    let count = self.width * self.height * 4
    let mapped =
      count >= Self.leastMapped
      ? unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : nil
    if let mapped = unsafe mapped, unsafe mapped != MAP_FAILED {
      isMapped = true
      unsafe bytes = UnsafeMutableRawBufferPointer(start: mapped, count: count)
    } else {
      isMapped = false
      unsafe bytes = .allocate(byteCount: count, alignment: 16)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    quota.bytes += count
  }

  deinit {
    unsafe quota.bytes -= bytes.count
    if isMapped {
      unsafe munmap(bytes.baseAddress, bytes.count)
    } else {
      unsafe bytes.deallocate()
    }
  }

  private static func nextNumber() -> UInt64 {
    lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private static let lastNumber = Atomic<UInt64>(0)

  var mark: PixelMark { PixelMark(number: number) }

  /// Returns the damage relative to an earlier revision, in buffer pixels; nil if the history does
  /// not contain it.
  func difference(from other: PixelMark) -> Rectangle? {
    if other.number == number {
      return Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))
    }
    return ancestors.first { $0.number == other.number }?.difference
  }

  /// Records that this store differs from the previous one only within `damage`, in buffer pixels;
  /// does nothing if size or format differ.
  func follow(_ previous: PixelStore, changedWithin damage: Rectangle) {
    guard previous.width == width, previous.height == height, previous.format == format else {
      return
    }
    let earlier = previous.ancestors.map { ($0.number, $0.difference.union(damage)) }
    ancestors = Array(([(previous.number, damage)] + earlier).prefix(Self.rememberedAncestors))
  }

  /// Replaces the pixels by those of a client's next buffer; the caller must hold the only
  /// reference.
  ///
  /// Returns false without any change if the buffer's size or format differs.
  func renew(copying buffer: SharedBuffer, changedWithin damage: Rectangle) -> Bool {
    guard Int(buffer.width) == width, Int(buffer.height) == height,
      PixelFormat(buffer) == format
    else { return false }
    follow(self, changedWithin: damage)
    number = Self.nextNumber()
    copy(buffer)
    return true
  }

  private func copy(_ buffer: SharedBuffer) {
    unsafe buffer.withBytes { source in
      let theirs = Int(buffer.stride)
      for row in 0..<height {
        let bytes = unsafe UnsafeRawBufferPointer(
          rebasing: source[row * theirs..<row * theirs + stride])
        unsafe UnsafeMutableRawBufferPointer(
          rebasing: self.bytes[row * stride..<(row + 1) * stride]
        )
        .copyMemory(from: bytes)
      }
    }
  }
}

extension PixelFormat {
  /// Creates the format of a client's buffer; libwayland accepts only these two formats.
  fileprivate init(_ buffer: SharedBuffer) {
    self = buffer.format == .xrgb8888 ? .xrgb8888 : .argb8888
  }
}

/// The identity of a revision of a `PixelStore`, without its pixels.
struct PixelMark: Hashable {
  fileprivate let number: UInt64
}

/// A counter of the bytes that one client's pixels and regions use in the compositor, of which
/// `CompositorOptions.bytesPerClient` is the limit.
final class MemoryQuota {
  var bytes = 0

  static func of(_ client: Client) -> MemoryQuota {
    if let quota = client.companion as? MemoryQuota { return quota }
    let quota = MemoryQuota()
    client.companion = quota
    return quota
  }
}
