// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Foundation
import Orientation
import Testing

@testable import Daemon

/// What a run that is ended by force leaves to the next one, and what of that is believed.
@Suite struct CrashJournalTests {
  private let directory: RuntimeDirectory
  private let file: String

  init() throws {
    directory = try RuntimeDirectory()
    file = "\(directory.path)/swivel/wayland-7.json"
  }

  private static let turned = OutputMemory(
    identity: OutputMemory.Identity(name: "eDP-1", make: "M", model: "L", serial: "1"),
    found: .flipped, asked: [.rotated90, .rotated180])

  private func journal(
    display: String = "wayland-7", note: @escaping (String) -> Void = { Issue.record("\($0)") }
  ) -> CrashJournal {
    let environment = ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": display]
    let journal = CrashJournal(environment: { environment[$0] }, note: note)
    journal.load()
    return journal
  }

  private func output(_ transform: Transform, serial: String = "1") -> DesktopOutput {
    var output = DesktopOutput(name: "eDP-1")
    (output.make, output.model, output.serial) = ("M", "L", serial)
    output.transform = transform
    output.enabled = true
    return output
  }

  @Test func entriesAreReadBackAndAnEmptyJournalIsRemovedAtExit() {
    let first = journal()
    #expect(first.content.isEmpty)
    first.keep(outputs: [Self.turned])
    first.keep(inputs: LentInputs(disabled: ["1:1:Keys"], mapped: ["7:7:Finger"]))
    let second = journal()
    #expect(second.content == first.content)
    #expect(second.content.outputs == [Self.turned])
    #expect(journal(display: "wayland-8").content.isEmpty)
    second.keep(outputs: [])
    second.end()
    #expect(access(file, F_OK) == 0)
    second.keep(inputs: LentInputs())
    #expect(journal().content.isEmpty)
    // Each of the settings alone keeps the file.
    for restored in [false, true] {
      second.keep(inhibited: restored ? [] : ["input3"])
      #expect(journal().content.inhibited == (restored ? [] : ["input3"]))
    }
    second.keep(autoRotation: ["eDP-1": .always, "DSI-1": .inTabletMode])
    #expect(journal().content.autoRotation == ["eDP-1": .always, "DSI-1": .inTabletMode])
    second.end()
    #expect(access(file, F_OK) == 0)
    second.keep(autoRotation: [:])
    #expect(journal().content.isEmpty)
    second.end()
    #expect(access(file, F_OK) != 0)
    // A display may be named by its path.
    let other = journal(display: "/run/x/wayland-9")
    other.keep(outputs: [Self.turned])
    #expect(journal(display: "/run/x/wayland-9").content.outputs == [Self.turned])
  }

  @Test func theJournalIsRewrittenInPlaceAndSurvivesTampering() throws {
    func number() throws -> UInt64? {
      try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? UInt64
    }
    let journal = journal()
    func keep(_ serials: Range<Int>) {
      journal.keep(
        outputs: serials.map { number in
          var memory = Self.turned
          memory.identity.name = "DP-\(number)"
          return memory
        })
    }
    keep(0..<2)
    let first = try number()
    for serials in [3..<4, 5..<9, 0..<0, 0..<1] {
      keep(serials)
      #expect(self.journal().content == journal.content)
      #expect(try number() == first)
    }
    // More than a page, and less again.
    for serials in [0..<100, 0..<1] {
      keep(serials)
      #expect(self.journal().content == journal.content)
    }
    // Somebody has tidied up, or written to it.
    let accidents: [(String) -> Int32] = [
      { unlink($0) }, { truncate($0, 7) }, { rename($0, $0 + ".old") },
    ]
    for spoil in accidents {
      #expect(spoil(file) == 0)
      keep(1..<2)
      #expect(self.journal().content == journal.content)
      keep(2..<4)
      #expect(self.journal().content == journal.content)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func anOriginalTransformCountsOnlyForARequestedRotation() {
    #expect(Self.turned.original(of: output(.rotated90)) == .flipped)
    #expect(Self.turned.original(of: output(.rotated180)) == .flipped)
    #expect(Self.turned.original(of: output(.rotated270)) == nil)
    #expect(Self.turned.original(of: output(.flipped)) == nil)
    #expect(Self.turned.original(of: output(.rotated90, serial: "2")) == nil)
  }

  @Test(arguments: [
    "", "[]", "{}", "\u{0}", "{\"swivel\":1,\"display\":\"wayland-7\"}",
    #"{"swivel":2,"display":"wayland-7","outputs":[],"disabled":[],"mapped":[]}"#,
    #"{"swivel":1,"display":"wayland-8","outputs":[],"disabled":[],"mapped":[]}"#,
    #"{"swivel":1,"display":"wayland-7","outputs":[],"disabled":[1],"mapped":[]}"#,
    #"{"swivel":1,"display":"wayland-7","outputs":[{"name":"eDP-1"}],"disabled":[],"mapped":[]}"#,
    #"{"swivel":1,"display":"wayland-7","outputs":[{"name":"eDP-1","make":"","model":"","#
      + #""serial":"","found":"sideways","asked":["90"]}],"disabled":[],"mapped":[]}"#,
    #"{"swivel":1,"display":"wayland-7","outputs":[{"name":"eDP-1","make":"","model":"","#
      + #""serial":"","found":"normal","asked":[]}],"disabled":[],"mapped":[]}"#,
  ])
  func aDamagedJournalIsReportedAndIgnored(text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/swivel", withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    var notes: [String] = []
    let journal = journal { notes.append($0) }
    #expect(journal.content.isEmpty)
    #expect(notes.count == 1 && notes[0].hasPrefix("\(file): ") || notes[0].hasPrefix("\(file):1:"))
    #expect(notes.allSatisfy { $0.contains("not restored") })
    // The next turn writes over it.
    journal.keep(outputs: [Self.turned])
    #expect(self.journal().content.outputs == [Self.turned])
  }

  @Test func aJournalThatIsNoRegularFileIsIgnoredAtOnce() throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/swivel", withIntermediateDirectories: true)
    #expect(mkfifo(file, 0o600) == 0)
    var notes: [String] = []
    #expect(journal { notes.append($0) }.content.isEmpty)
    #expect(notes.count == 1)
    unlink(file)
    #expect(symlink("/dev/zero", file) == 0)
    #expect(journal { notes.append($0) }.content.isEmpty)
    #expect(notes.count == 2)
  }

  @Test func anUnwritableJournalIsReportedOnce() throws {
    _ = try directory.write("", to: "swivel")
    var notes: [String] = []
    let journal = journal { notes.append($0) }
    journal.keep(outputs: [Self.turned])
    journal.keep(inputs: LentInputs(mapped: ["7:7:Finger"]))
    #expect(notes.count == 1 && notes[0].contains("after an end by force"))
    // Without a runtime directory there is nothing that would go with the login.
    let homeless = CrashJournal(environment: { _ in nil }, note: { Issue.record("\($0)") })
    homeless.keep(outputs: [Self.turned])
    #expect(homeless.path == nil)
  }

  @Test func theTrackerListsTheOutputsToRestore() {
    var tracker = SceneTracker(configuration: Configuration())
    _ = tracker.synchronize(with: [output(.normal)], [])
    let id = tracker.outputs[0].id
    func report(
      _ result: Arbitration.OutputReport.Result, _ transform: Transform
    ) -> Arbitration.OutputReport {
      Arbitration.OutputReport(
        output: id, transform: transform, result: result, attempts: 1)
    }
    #expect(tracker.turned.isEmpty)
    tracker.noteRequest(.rotated90, on: id)
    #expect(tracker.turned.map(\.asked) == [[.rotated90]])
    tracker.note(report(.unanswered, .rotated90))
    tracker.noteRequest(.rotated180, on: id)
    #expect(tracker.turned.map(\.asked) == [[.rotated90, .rotated180]])
    tracker.note(report(.confirmed, .rotated180))
    #expect(tracker.turned.map(\.asked) == [[.rotated180]])
    // On its way back it still stands as it was turned.
    tracker.noteRequest(.normal, on: id)
    #expect(tracker.turned.map(\.asked) == [[.rotated180]])
    tracker.note(report(.confirmed, .normal))
    #expect(tracker.turned.isEmpty)
    tracker.noteRequest(.rotated90, on: id)
    tracker.note(report(.byOther, .rotated270))
    #expect(tracker.turned.isEmpty)
    tracker.noteRequest(.rotated90, on: id)
    tracker.note(report(.unsupported, .rotated90))
    #expect(tracker.turned.isEmpty, "what has never gone out cannot come")
  }

  @Test func theTrackerAdoptsOutputsRotatedByAnEarlierRun() {
    var tracker = SceneTracker(configuration: Configuration())
    tracker.recall([Self.turned])
    // Until it is seen it may come.
    #expect(tracker.turned == [Self.turned])
    let events = tracker.synchronize(with: [output(.rotated90)], [])
    guard case .output(.add(let added)) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(added.initial == .flipped && added.transform == .rotated90)
    #expect(tracker.turned.map(\.asked) == [[.rotated90]])
  }
}
