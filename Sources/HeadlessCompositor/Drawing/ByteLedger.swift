// SPDX-License-Identifier: Apache-2.0

/// How many bytes of pictures somebody has in memory.
final class ByteLedger {
  var bytes = 0
}
