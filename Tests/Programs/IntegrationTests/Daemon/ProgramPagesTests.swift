// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Formats

/// Tests of the pages that `ProgramPages` releases.
@Suite struct ProgramPagesTests {
  private static func mapping(
    _ range: String, _ access: String, inode: Int = 7, resident: Int = 64, anonymous: Int = 0
  ) -> String {
    """
    \(range) \(access) 00001000 fe:00 \(inode)      /usr/bin/swivel
    Size:                 64 kB
    Rss:                  \(resident) kB
    Anonymous:             \(anonymous) kB
    VmFlags: rd ex mr mw me

    """
  }

  @Test func onlyCleanReadOnlyFileMappingsAreListed() {
    let text = [
      Self.mapping("1000-3000", "r--p"), Self.mapping("3000-8000", "r-xp"),
      Self.mapping("8000-9000", "r--p", anonymous: 4), Self.mapping("9000-a000", "rw-p"),
      Self.mapping("a000-b000", "r--s"), Self.mapping("b000-c000", "r-xp", inode: 0),
      Self.mapping("c000-d000", "r--p", resident: 0),
    ].joined()
    #expect(ProgramPages.clean(in: Array(text.utf8)) == [0x1000..<0x3000, 0x3000..<0x8000])
  }

  @Test(arguments: ["", "x", "1000-3000 r-xp", "3000-1000 r-xp 0 0 7 /a\nAnonymous: 0 kB", "-\n"])
  func malformedMapsListNoMapping(_ text: String) {
    #expect(ProgramPages.clean(in: Array(text.utf8)).isEmpty)
  }

  @Test func aProcessBelowItsAllowanceKeepsItsPages() {
    #expect(!ProgramPages.release(above: 1 << 40))
  }

  @Test func theProcessRunsOnAfterReleasingItsPages() {
    let before = MemoryUse(of: getpid()).ofFiles
    #expect(ProgramPages.release(above: 0))
    #expect([3, 1, 2].sorted() == [1, 2, 3])
    #expect(MemoryUse(of: getpid()).ofFiles < before)
  }
}
