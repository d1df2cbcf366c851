// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Formats

/// Lines come out whole, whatever pieces they arrive in, and none grows beyond its limit.
@Suite struct LineBufferTests {
  @Test(arguments: 1...9)
  func linesComeOutWhole(piece: Int) {
    let bytes = Array("one\n\nthree\nfo".utf8)
    var buffer = LineBuffer(limit: 5)
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      buffer.append(bytes[start..<min(start + piece, bytes.count)])
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "three"])
    #expect(!buffer.isOverfull)
  }

  @Test(arguments: ["123456", "123456\n", "ok\n123456789\nok\n"])
  func aLineBeyondTheLimitEndsTheBuffer(text: String) {
    var buffer = LineBuffer(limit: 5)
    buffer.append(text.utf8)
    while buffer.next() != nil {}
    #expect(buffer.isOverfull)
    #expect(buffer.next() == nil)
  }

  @Test func aLineOfTheLimitIsTaken() {
    var buffer = LineBuffer(limit: 5)
    buffer.append("12345".utf8)
    #expect(buffer.next() == nil && !buffer.isOverfull)
    buffer.append("\n".utf8)
    #expect(buffer.next() == Array("12345".utf8))
  }

  /// A line beyond the limit can be taken in parts, after which the next lines follow.
  @Test func aLineBeyondTheLimitIsCut() {
    var buffer = LineBuffer(limit: 5)
    buffer.append("ok\n1234567890123\nok\n".utf8)
    var lines: [String] = []
    while let line = buffer.next() ?? buffer.nextPart() {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    #expect(lines == ["ok", "12345", "67890", "123", "ok"])
    #expect(!buffer.isOverfull && buffer.nextPart() == nil)
  }
}
