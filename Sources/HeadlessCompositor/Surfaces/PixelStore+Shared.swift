// SPDX-License-Identifier: Apache-2.0
import WaylandServer

extension PixelStore {
  /// Copies a client's buffer row by row.
  convenience init(copying buffer: SharedBuffer, ledger: ByteLedger) {
    self.init(
      width: Int(buffer.width), height: Int(buffer.height),
      format: Format(rawValue: buffer.format.rawValue) ?? .argb, ledger: ledger)
    buffer.withBytes { source in
      let theirs = Int(buffer.stride)
      for row in 0..<height {
        let bytes = UnsafeRawBufferPointer(rebasing: source[row * theirs..<row * theirs + stride])
        UnsafeMutableRawBufferPointer(rebasing: self.bytes[row * stride..<(row + 1) * stride])
          .copyMemory(from: bytes)
      }
    }
  }
}
