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
    for range in clean(in: bytes) {
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
  static func clean(in smaps: [UInt8]) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var candidate: Range<UInt>?
    var rest = smaps[...]
    // Line by line: an array of them all would leave the heap larger than it was.
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      // A mapping's own line begins with a number, what is told of it with a name.
      let isTold = line.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? true
      let isAnonymous = isTold && line.starts(with: "Anonymous:".utf8)
      guard !isTold || isAnonymous else { continue }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      if isAnonymous {
        if words.count > 1, words[1].elementsEqual("0".utf8), let candidate {
          found.append(candidate)
        }
        candidate = nil
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
