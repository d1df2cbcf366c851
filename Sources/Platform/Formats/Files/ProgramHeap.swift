// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The settings of the C library's heap.
package enum ProgramHeap {
  /// The address space that the heap grows by at once, in bytes; untouched pages take no memory.
  private static let step = 128 << 20
  /// The largest block that is allocated from the heap rather than a mapping of its own, in bytes.
  private static let largest = 32 << 20

  /// Makes the heap keep freed memory and grow in transparent huge pages if the kernel supports
  /// them.
  ///
  /// This is for a short-lived process that fills and frees tables: one in a hundred of its page
  /// faults is left. Not for a daemon, whose heap would never shrink.
  package static func keepWhatIsFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, Int32(largest))
    _ = mallopt(M_TRIM_THRESHOLD, .max)
    _ = mallopt(M_TOP_PAD, Int32(step))
    // This allocation grows the heap by a whole step; the compiler would remove a plain `malloc`.
    var start: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&start, 16, 1 << 20) == 0 else { return }
    unsafe free(start)
    guard let end = unsafe sbrk(0) else { return }
    unsafe madvise(end - step, step, MADV_HUGEPAGE)
  }
}
