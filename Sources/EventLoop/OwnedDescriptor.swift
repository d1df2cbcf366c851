// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor with one owner; it is closed when the owner goes away.
struct OwnedDescriptor: ~Copyable {
  let raw: Int32

  init(call: String, _ raw: Int32) throws(SystemError) {
    self.raw = try SystemError.check(call, raw)
  }

  deinit { close(raw) }
}
