// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The mappings of program files in this process.
///
/// Their pages are clean, so nothing is lost: the next use maps them again from the page cache.
package enum ProgramPages {
  /// What a process at rest may have resident, in bytes.
  ///
  /// A turn needs less of the program than that, so that only the first one from rest maps it again.
  package static let allowance = 8 << 20

  /// Takes the pages of all clean ones out of this process, and those of its heap that are free, if
  /// it has more resident than allowed, in bytes.
  ///
  /// What cannot be read is left alone. Returns whether it was done.
  @discardableResult
  package static func release(above allowance: Int = allowance) -> Bool {
    guard let resident, resident > allowance,
      let bytes = try? RegularFile.read("/proc/self/smaps", atMost: 8 << 20)
    else { return false }
    for range in clean(in: String(decoding: bytes, as: UTF8.self)) {
      unsafe madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), MADV_DONTNEED)
    }
    // What start-up, decisions and that account have left free.
    _ = malloc_trim(0)
    return true
  }

  /// How many bytes of this process are in memory, shared ones included.
  private static var resident: Int? {
    guard let bytes = try? RegularFile.read("/proc/self/statm", atMost: 256) else { return nil }
    let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(getpagesize())
  }

  /// The private mappings of files, in the words of `smaps`, that nobody can write to and in which no
  /// page is of the process alone: relocated data and a debugger's breakpoints stay.
  static func clean(in smaps: String) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var candidate: Range<UInt>?
    var rest = smaps[...]
    // Line by line: an array of them all would leave the heap larger than it was.
    while !rest.isEmpty {
      let line = rest[..<(rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex)]
      rest = rest[line.endIndex...].dropFirst()
      // A mapping's own line begins with a number, what is told of it with a name.
      guard line.first?.isUppercase != true || line.hasPrefix("Anonymous:") else { continue }
      let words = line.split(separator: " ")
      if words.count >= 5, let range = addresses(words[0]) {
        let isProgram = words[1] == "r-xp" || words[1] == "r--p"
        candidate = isProgram && words[4] != "0" ? range : nil
      } else if words.first == "Anonymous:", words.count > 1 {
        if words[1] == "0", let candidate { found.append(candidate) }
        candidate = nil
      }
    }
    return found
  }

  private static func addresses(_ word: Substring) -> Range<UInt>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = UInt(ends[0], radix: 16), let end = UInt(ends[1], radix: 16),
      start < end
    else { return nil }
    return start..<end
  }
}
