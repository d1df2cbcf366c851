// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// An xkb keymap in a file that clients map.
final class Keymap {
  /// A sealed file, or one received from a host; -1 if there was no memory for it.
  let descriptor: Int32
  /// The size in bytes, with the terminating zero.
  let size: UInt32

  private static let text = """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwerty)" };
      xkb_types { include "complete" };
      xkb_compatibility { include "complete" };
      xkb_symbols { include "pc+us+inet(evdev)" };
    };

    """

  /// Creates a keymap from a host's file, and closes the descriptor at the end.
  init(adopting descriptor: Int32, size: UInt32) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Creates the default US keymap, whose parts are in the package xkb-data.
  init() {
    let bytes = Array(Self.text.utf8) + [0]
    size = UInt32(bytes.count)
    descriptor = SealedFile.make("swivel-keymap", bytes)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// Files in memory, sealed against changes.
enum SealedFile {
  // Constants of linux/memfd.h and linux/fcntl.h.
  private static let closeOnExec: UInt32 = 1
  private static let allowSealing: UInt32 = 2
  private static let addSeals: Int32 = 1033
  private static let allSeals: Int32 = 1 | 2 | 4 | 8

  /// Creates a file with these bytes and returns its descriptor; -1 if there is no memory for it.
  static func make(_ name: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = unsafe memfd_create(name, closeOnExec | allowSealing)
    guard descriptor >= 0 else { return -1 }
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count,
      fcntl(descriptor, addSeals, allSeals) == 0
    else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
