// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The C library's idea of characters, for as long as it is needed.
enum UTF8Locale {
  nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Calls `body` while a character is one of UTF-8; bytes are characters where that is missing.
  static func with<Result>(_ body: () -> Result) -> Result {
    guard let locale else { return body() }
    let old = uselocale(locale)
    defer { uselocale(old) }
    return body()
  }
}
