// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

import Formats

/// Reading any kind of file ends at once, with its bytes or with an error.
@Suite struct RegularFileTests {
  private let folder = ScratchFolder()

  @Test func onlyRegularFilesAreRead() throws {
    for (kind, path) in try folder.obstacles() {
      for path in [path, "\(path)-link"] {
        if path.hasSuffix("-link") { symlink(String(path.dropLast(5)), path) }
        let error = #expect(throws: FileError.self) {
          try RegularFile.read(path, atMost: 100)
        }
        #expect(error?.description == "\(path): this is a \(kind), not a file")
      }
    }
    let device = #expect(throws: FileError.self) { try RegularFile.read("/dev/null", atMost: 100) }
    #expect(device?.reason == "this is a device, not a file")
  }

  @Test func readingIsBoundedByTheSizeLimit() throws {
    let path = try folder.write(String(repeating: "x", count: 100_000), to: "file")
    #expect(try RegularFile.read(path, atMost: 100_000).count == 100_000)
    let error = #expect(throws: FileError.self) { try RegularFile.read(path, atMost: 99_999) }
    #expect(error?.reason == "the file is larger than 97 KiB")
    // The kernel does not say how large its own files are.
    #expect(try !RegularFile.read("/proc/self/stat", atMost: 4096).isEmpty)
    #expect(throws: FileError.self) { try RegularFile.read("/proc/self/stat", atMost: 10) }
  }

  @Test func anInheritedPipeIsReadToItsEnd() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let flags = fcntl(ends[0], F_GETFL)
    _ = fcntl(ends[0], F_SETFL, flags | O_NONBLOCK)
    let path = "/dev/fd/\(ends[0])"
    #expect(write(ends[1], "abc", 3) == 3)
    close(ends[1])
    #expect(try RegularFile.read(path, atMost: 100) == Array("abc".utf8))
    #expect(fcntl(ends[0], F_GETFD) >= 0)
  }
}
