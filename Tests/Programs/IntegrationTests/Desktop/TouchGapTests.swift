// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// Whether what is touched turns at once with its output, by `Programs/touch-gap.py`: sway has no touch
/// screen here, but treats a pointer that tells positions the same way.
@Suite(.serialized) struct TouchGapTests {
  @Test func aMappedPointerRotatesWithItsOutput() throws {
    let compositor = try Compositor(.sway)
    let witness = try ChildProcess(
      "/usr/bin/python3",
      ["\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/touch-gap.py", "--mapped"],
      environment: compositor.clientEnvironment)
    defer { witness.stop() }
    _ = try witness.waitForLine(within: 30) { $0 == "ready" }
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    let line = try witness.waitForLine(within: 30) { $0.hasPrefix("{") }
    // Sway tells once more where the pointer was, as its window is another one for it.
    let wrong = try JSONValue.parse(line, file: "gap")["wrong"]?.int
    #expect(wrong.map { $0 <= 1 } == true, "\(line)\n\(witness.errors)")
  }
}
