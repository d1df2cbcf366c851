// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Testing

import Recording

/// Recordings of earlier programs decide the same for ever.
///
/// The files are stories under every rule set, random runs with live policies, and sessions of the
/// daemon with a recorded sensor.
@Suite struct OldRecordingTests {
  static let files: [String] = {
    let folder = ExampleFiles.root.appending(path: "Tests/Recordings").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test func recordingsOfEveryRuleSetArePresent() throws {
    #expect(Self.files.count >= 56)
    let rules = Set(try Self.files.map { try RecordingReader(path: $0).header.rules.id })
    #expect(rules.isSuperset(of: RuleSetCatalog.names))
  }

  @Test(arguments: files)
  func everyOldRecordingReplaysBitForBit(path: String) throws {
    let replay = try Replay(path: path)
    #expect(replay.divergence == nil, "\(path)")
    #expect(replay.decisions > 0 && !replay.isTruncated)
  }
}
