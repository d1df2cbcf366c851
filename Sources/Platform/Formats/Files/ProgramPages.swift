// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The resident pages of this process that it can do without, and their release.
///
/// Of program files only clean pages are released; the next access maps them again from the page
/// cache.
package enum ProgramPages {
  /// The resident memory, in bytes, below which nothing is released.
  ///
  /// A rotation needs less of the program than that, so only the first one after an idle period has
  /// to map pages again.
  package static let allowance = 8 << 20

  /// Releases the pages of clean file mappings, the free pages of the heap and those of the first
  /// thread's stack below the caller, if more than `allowance` bytes are resident.
  ///
  /// Returns whether pages were released: false if `allowance` is not exceeded or /proc cannot be
  /// read.
  @discardableResult
  package static func release(above allowance: Int = allowance) -> Bool {
    guard let resident, resident > allowance,
      let bytes = try? RegularFile.read("/proc/self/smaps", atMost: 8 << 20)
    else { return false }
    for range in clean(in: bytes) {
      unsafe madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), MADV_DONTNEED)
    }
    // Start-up, decisions and this function itself leave free memory in the heap.
    _ = malloc_trim(0)
    releaseStack()
    return true
  }

  /// Releases the pages that deeper calls have left on the stack, if the caller is the first thread:
  /// below its stack, other than below those of further threads, the kernel maps nothing.
  private static func releaseStack() {
    guard gettid() == getpid() else { return }
    var local = 0
    let here = unsafe withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
    // The frames of this function and of the functions that it calls lie above `end`.
    let end = (here - 16_384) & ~UInt(getpagesize() - 1)
    unsafe madvise(
      UnsafeMutableRawPointer(bitPattern: end - (256 << 10)), 256 << 10, MADV_DONTNEED)
  }

  /// The resident memory of this process in bytes, shared pages included; `nil` if /proc cannot be
  /// read.
  private static var resident: Int? {
    guard let bytes = try? RegularFile.read("/proc/self/statm", atMost: 256) else { return nil }
    let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(getpagesize())
  }

  /// Returns the address ranges in `smaps` of private file mappings that are not writable and have
  /// resident pages but no anonymous page.
  ///
  /// Relocated data and pages with a debugger's breakpoints have anonymous pages. QEMU's emulation
  /// of a processor writes 0 for both numbers of a file mapping, relocated or not.
  static func clean(in smaps: [UInt8]) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var candidate: Range<UInt>?
    var rest = smaps[...]
    // The text is read line by line, since an array of all lines would enlarge the heap.
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      // A mapping's first line begins with an address, its attribute lines with a capital letter.
      let isAttribute = line.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? true
      if isAttribute, candidate == nil { continue }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      if isAttribute {
        guard words.count > 1, let range = candidate else { continue }
        let isZero = words[1].elementsEqual("0".utf8)
        if words[0].elementsEqual("Rss:".utf8), isZero { candidate = nil }
        if words[0].elementsEqual("Anonymous:".utf8) {
          if isZero { found.append(range) }
          candidate = nil
        }
      } else if words.count >= 5, let range = addresses(words[0]) {
        let isProgram = words[1].elementsEqual("r-xp".utf8) || words[1].elementsEqual("r--p".utf8)
        candidate = isProgram && !words[4].elementsEqual("0".utf8) ? range : nil
      }
    }
    return found
  }

  private static func addresses(_ word: ArraySlice<UInt8>) -> Range<UInt>? {
    let ends = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map { UInt(String(decoding: $0, as: UTF8.self), radix: 16) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
    return start..<end
  }
}

/// The configuration of the C library's heap.
package enum ProgramHeap {
  /// The step in which the heap grows, in bytes; untouched pages use no memory.
  private static let step = 128 << 20
  /// The size, in bytes, from which a block is a mapping of its own.
  private static let largest = 32 << 20

  /// Makes the heap keep freed memory and grow in steps of 128 MiB, the first in transparent huge
  /// pages if the kernel supports them.
  ///
  /// The setting suits a short-lived process that fills and frees tables: of a hundred page faults
  /// one remains. A daemon's heap would never shrink with the setting.
  package static func keepWhatIsFreed() {
    _ = mallopt(M_MMAP_THRESHOLD, Int32(largest))
    _ = mallopt(M_TRIM_THRESHOLD, .max)
    _ = mallopt(M_TOP_PAD, Int32(step))
    // This allocation makes the heap grow by a whole step; the compiler would remove a plain
    // `malloc`.
    var start: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&start, 16, 1 << 20) == 0 else { return }
    unsafe free(start)
    guard let end = unsafe sbrk(0) else { return }
    unsafe madvise(end - step, step, MADV_HUGEPAGE)
  }
}
