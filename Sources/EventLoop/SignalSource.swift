// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Reads signal numbers from a signal descriptor that it owns.
final class SignalSource {
  let descriptor: OwnedDescriptor

  init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

  /// The next signal that is waiting, if any.
  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor.raw, &info, size) == size else { return nil }
    return Int32(bitPattern: info.ssi_signo)
  }
}
