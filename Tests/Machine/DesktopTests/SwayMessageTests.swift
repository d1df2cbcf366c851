// SPDX-License-Identifier: Apache-2.0
import Desktop
import Testing

@Suite struct SwayMessageTests {
  @Test func messagesAreReadFromAStreamInPieces() throws {
    let messages = [
      SwayMessage(.getTree), SwayMessage(.runCommand, Array("[]".utf8)),
      SwayMessage(SwayMessage.Kind(rawValue: 0x8000_0003), Array("{}".utf8)),
    ]
    var stream: [UInt8] = []
    var seen: [SwayMessage] = []
    for byte in messages.flatMap(\.bytes) {
      stream.append(byte)
      while let message = try SwayMessage.take(from: &stream) { seen.append(message) }
    }
    #expect(seen == messages)
    #expect(stream.isEmpty)
    #expect(seen.map(\.kind.isEvent) == [false, false, true])
  }

  /// sway-ipc(7) has these numbers.
  @Test func requestsHaveSwaysNumbers() {
    let kinds: [SwayMessage.Kind] = [
      .runCommand, .subscribe, .getTree, .getConfiguration, .getInputs,
    ]
    #expect(kinds.map(\.rawValue) == [0, 2, 4, 9, 100])
  }

  @Test func aMessageOfTheLimitIsReadAndOneByteMoreIsRefused() throws {
    func stream(_ count: Int) -> [UInt8] {
      SwayMessage(.getTree, [UInt8](repeating: 0x20, count: count)).bytes
    }
    var longest = stream(SwayMessage.longest)
    let read = try SwayMessage.take(from: &longest)
    #expect(read?.payload.count == SwayMessage.longest && longest.isEmpty)
    var longer = stream(SwayMessage.longest + 1)
    #expect(throws: SocketError.malformed) { try SwayMessage.take(from: &longer) }
  }

  @Test func malformedMessagesAreRefused() {
    var wrongMagic = Array("i3-ipx".utf8) + [UInt8](repeating: 0, count: 8)
    #expect(throws: SocketError.malformed) { try SwayMessage.take(from: &wrongMagic) }
    var tooLong = Array("i3-ipc".utf8) + [255, 255, 255, 255, 0, 0, 0, 0]
    #expect(throws: SocketError.malformed) { try SwayMessage.take(from: &tooLong) }
  }
}
