// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The heap of this process, as the C library grows it.
package enum ProgramHeap {
  /// How much address space is taken at once, in bytes; what is not written to takes no memory.
  private static let step = 128 << 20
  /// The most that the C library takes from the heap and not from a mapping of its own, in bytes.
  private static let largest = 32 << 20

  /// Makes a short-lived process fast that fills tables and frees them: what it frees it keeps, and
  /// what it grows by is of large pages where the kernel has them.
  ///
  /// One in a hundred of its page faults is left. Not for a daemon: it would never give back anything.
  package static func keepWhatIsFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, Int32(largest))
    _ = mallopt(M_TRIM_THRESHOLD, .max)
    _ = mallopt(M_TOP_PAD, Int32(step))
    // The heap grows for this one, by a whole step; a plain `malloc` the compiler would leave out.
    var start: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&start, 16, 1 << 20) == 0 else { return }
    unsafe free(start)
    guard let end = unsafe sbrk(0) else { return }
    unsafe madvise(end - step, step, MADV_HUGEPAGE)
  }
}
