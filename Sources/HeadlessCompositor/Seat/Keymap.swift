// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The usual keyboard as a file that clients map: the rest is in the package xkb-data.
///
/// The text only names the parts that libxkbcommon finds there, so no list of keys is repeated.
final class Keymap {
  /// A sealed file; -1 if the system has no memory for it.
  let descriptor: Int32
  /// Its size with the zero at its end.
  let size: UInt32

  private static let text = """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwerty)" };
      xkb_types { include "complete" };
      xkb_compatibility { include "complete" };
      xkb_symbols { include "pc+us+inet(evdev)" };
    };

    """

  init() {
    let bytes = Array(Self.text.utf8) + [0]
    size = UInt32(bytes.count)
    descriptor = SealedFile.make("swivel-keymap", bytes)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
