// SPDX-License-Identifier: Apache-2.0
import CPixman

/// How a pixel of four bytes lies in memory; raw values are wl_shm.format's.
///
/// Colours are premultiplied by alpha. Names give the bytes from the highest to the lowest of a
/// little-endian word.
public enum PixelFormat: UInt32, CaseIterable, Sendable, Hashable {
  case argb8888 = 0
  case xrgb8888 = 1
  case abgr8888 = 0x3432_4241
  case xbgr8888 = 0x3432_4258

  /// Whether every pixel covers what lies below it.
  public var isOpaque: Bool { self == .xrgb8888 || self == .xbgr8888 }

  var code: pixman_format_code_t {
    switch self {
    case .argb8888: PIXMAN_a8r8g8b8
    case .xrgb8888: PIXMAN_x8r8g8b8
    case .abgr8888: PIXMAN_a8b8g8r8
    case .xbgr8888: PIXMAN_x8b8g8r8
    }
  }
}
