// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Daemon

/// A recording goes into a new file, and what was there before stays there.
@Suite struct RecordingFileTests {
  private let directory: RuntimeDirectory

  init() throws { directory = try RuntimeDirectory() }

  private static let story =
    "\(Swivel.packageRoot)/examples/scenarios/hidden-menu-window.yaml"

  @Test func anExistingFileIsRefusedAndKept() throws {
    let file = try directory.write("precious\n", to: "kept.jsonl")
    for arguments in [
      ["record", file, "--scenario", Self.story], ["shrink", Self.story, "-o", file],
      Swivel.replay + ["--record", file],
    ] {
      let result = try Swivel.run(arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(
        result.errors
          == "swivel: \(file): the file exists already; a recording needs a new one\n"
      )
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious\n", "\(arguments)")
    }
  }

  @Test func pipesAndLinksAreRefusedAndKept() throws {
    let queue = "\(directory.path)/queue"
    #expect(mkfifo(queue, 0o600) == 0)
    #expect(throws: CommandFailure.self) { try RecordingFile(path: queue) }
    #expect(access(queue, F_OK) == 0)
    let link = "\(directory.path)/link"
    #expect(symlink("nowhere", link) == 0)
    #expect(throws: CommandFailure.self) { try RecordingFile(path: link) }
    var status = stat()
    #expect(lstat(link, &status) == 0)
  }

  @Test func anEmptyRecordingIsRemovedUnlessReplaced() throws {
    let path = "\(directory.path)/empty.jsonl"
    _ = try RecordingFile(path: path)
    #expect(access(path, F_OK) != 0)

    let replaced = "\(directory.path)/replaced.jsonl"
    do {
      let file = try RecordingFile(path: replaced)
      let other = try directory.write("mine\n", to: "other")
      #expect(rename(other, replaced) == 0)
      withExtendedLifetime(file) {}
    }
    #expect(try String(contentsOfFile: replaced, encoding: .utf8) == "mine\n")
  }
}
