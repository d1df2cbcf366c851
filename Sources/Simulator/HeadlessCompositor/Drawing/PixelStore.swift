// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Synchronization
import WaylandServer

/// Pixels in memory of the compositor's own: what a client's buffer held when it was committed.
///
/// Nothing that the client does to its buffer afterwards can reach it. Read only, once it is shared: only
/// who holds the one reference to it may let it hold the client's next picture.
@safe
public final class PixelStore {
  // SAFETY: allocated in `init`, never moved, freed in `deinit`.

  /// How a pixel lies in its 32-bit word, as in `wl_shm`.
  public enum Format: UInt32, Sendable, Hashable {
    /// Alpha, red, green and blue from the highest byte down; colours are multiplied by alpha.
    case argb = 0
    /// The same with the highest byte unused and every pixel opaque.
    case xrgb = 1
  }

  /// Width in pixels, at least 1.
  public let width: Int
  /// Height in pixels, at least 1.
  public let height: Int
  /// How a pixel lies in its word.
  public let format: Format
  /// Bytes from row to row; always four times the width.
  public var stride: Int { width * 4 }
  /// All rows from the top, `stride * height` bytes, aligned to 16.
  public let bytes: UnsafeMutableRawBufferPointer

  /// Tells this picture apart from all others of the process.
  private var number: UInt64
  /// The pictures that it follows, the nearest first, and all that may differ from each.
  private var ancestors: [(number: UInt64, difference: Rectangle)] = []
  private let quota: MemoryQuota?
  /// Whether the memory is the kernel's own, to which it goes back as soon as it is freed.
  private let isMapped: Bool

  /// From so many bytes on memory is taken from the kernel; the heap would keep it.
  private static let leastMapped = 1 << 17

  private static let rememberedAncestors = 4

  /// Makes zeroed pixels.
  public convenience init(width: Int, height: Int, format: Format) {
    self.init(width: width, height: height, format: format, quota: nil)
  }

  init(width: Int, height: Int, format: Format, quota: MemoryQuota?) {
    self.quota = quota
    number = Self.nextNumber()
    self.width = max(1, width)
    self.height = max(1, height)
    self.format = format
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
    quota?.bytes += count
  }

  deinit {
    unsafe quota?.bytes -= bytes.count
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

  /// What tells this picture apart; it outlives the pixels.
  var mark: PixelMark { PixelMark(number: number) }

  /// Where it may differ from another picture, in its own pixels; nil if that is unknown.
  func difference(from other: PixelMark) -> Rectangle? {
    if other.number == number {
      return Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))
    }
    return ancestors.first { $0.number == other.number }?.difference
  }

  /// Notes that it differs from the picture before only within a rectangle of its pixels.
  func follow(_ previous: PixelStore, changedWithin damage: Rectangle) {
    guard previous.width == width, previous.height == height, previous.format == format else {
      return
    }
    let earlier = previous.ancestors.map { ($0.number, $0.difference.union(damage)) }
    ancestors = Array(([(previous.number, damage)] + earlier).prefix(Self.rememberedAncestors))
  }

  /// Holds the picture that follows from now on; nobody else may refer to it.
  ///
  /// False, and nothing is done, if a picture of that shape has no room in it.
  func renew(copying buffer: SharedBuffer, changedWithin damage: Rectangle) -> Bool {
    guard Int(buffer.width) == width, Int(buffer.height) == height,
      Format(rawValue: buffer.format.rawValue) == format
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

  convenience init(copying buffer: SharedBuffer, quota: MemoryQuota) {
    self.init(
      width: Int(buffer.width), height: Int(buffer.height),
      format: Format(rawValue: buffer.format.rawValue) ?? .argb, quota: quota)
    copy(buffer)
  }

  /// The word of a pixel; 0 outside.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard x >= 0, y >= 0, x < width, y < height else { return 0 }
    return unsafe bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }
}

/// Tells a picture apart from all others of the process without keeping its pixels.
struct PixelMark: Hashable {
  fileprivate let number: UInt64
}

/// How many bytes of pictures and regions a client has in the compositor's memory.
final class MemoryQuota {
  var bytes = 0

  /// The quota of a client, begun when it is first asked for.
  static func of(_ client: Client) -> MemoryQuota {
    if let quota = client.companion as? MemoryQuota { return quota }
    let quota = MemoryQuota()
    client.companion = quota
    return quota
  }
}
