// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Foundation
import Testing
import Text

@testable import Desktop

/// What comes from the name of our extension on a real bus, by a peer that says anything.
@Suite(.serialized) struct GNOMEWindowsTests {
  private static let kind = "(usssiu)"

  private static func window(
    _ number: UInt32, _ appID: String, title: String = "", workspace: Int32 = 0, state: UInt32 = 0
  ) -> BusValue {
    .structure([
      .uint32(number), .string(appID), .string(title), .string("eDP-1"), .int32(workspace),
      .uint32(state),
    ])
  }

  private static func message(
    focus: UInt32, untold: UInt32 = 0, _ windows: [BusValue], gone: [UInt32]? = nil
  ) -> [BusValue] {
    let list: [BusValue] = [
      .uint32(focus), .uint32(untold), .array(windows, element: kind),
    ]
    return list + (gone.map { [.array($0.map { .uint32($0) }, element: "u")] } ?? [])
  }

  /// Somebody who owns the extension's name, and what follows it.
  private final class Scene {
    let bus: MessageBus
    let loop: EventLoop
    let source: GNOMEWindows
    var notes: [String] = []
    var reports = 0
    var ending: String??
    private let connection: BusConnection
    private var object: BusObject?
    private var claim: Subscription?

    init() throws {
      bus = try MessageBus()
      loop = try EventLoop()
      connection = try BusConnection(bus.address, on: loop)
      source = GNOMEWindows(try BusConnection(bus.address, on: loop))
    }

    func serve(_ answer: [BusValue], version: UInt32 = 1) throws {
      let gives = [
        BusParameter("focus", "u"), BusParameter("untold", "u"),
        BusParameter("windows", "a" + kind),
      ]
      object = try BusObject(
        [
          .method("Watch", takes: [BusParameter("titles", "b")], gives: gives) { _ in
            .success(answer)
          },
          .constant("Version", "u") { .uint32(version) }, .signal("Changed", []),
        ], interface: GNOMEWindows.service, at: "/io/github/swivel/Windows1", on: connection)
      var isOurs = false
      claim = try connection.claim(GNOMEWindows.service) { isOurs = $0 == nil }
      try wait("the name") { isOurs }
    }

    func emit(_ values: [BusValue]) { object?.emit("Changed", values) }

    /// Gives the name away, as a shell that ends.
    func leave() throws {
      (object, claim) = (nil, nil)
      connection.call(
        BusCall(
          "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName",
          [.string(GNOMEWindows.service)])
      ) { _ in }
      try wait("the loss") { !source.isReporting }
    }

    func start() throws {
      source.start(
        onReport: { [unowned self] in reports += 1 },
        onNote: { [unowned self] in notes.append($0) },
        onEnd: { [unowned self] in ending = .some($0) })
      try wait("an answer") { ending != nil }
    }

    func wait(_ what: String, _ isSo: () -> Bool) throws {
      try Deadline.waitUntil(10, "\(what): \(source.windows.count) \(notes)") {
        try loop.turn(waitingAtMost: .milliseconds(20))
        return isSo()
      }
    }
  }

  @Test func windowsAreAddedChangedAndRemoved() throws {
    let scene = try Scene()
    try scene.serve(
      Self.message(
        focus: 7, [Self.window(7, "film", title: "t", state: 1), Self.window(3, "mail", state: 4)]))
    try scene.start()
    #expect(scene.ending == .some(nil))
    #expect(scene.source.windows.map(\.appID) == ["film", "mail"])
    #expect(scene.source.windows.map(\.activated) == [true, false])
    #expect(scene.source.windows.map(\.fullscreen) == [true, false])
    #expect(scene.source.windows.map(\.minimized) == [false, true])
    #expect(scene.source.windows.map(\.outputs) == [["eDP-1"], ["eDP-1"]])
    #expect(scene.source.windows.map(\.workspace) == ["1", "1"])
    scene.emit(
      Self.message(focus: 3, [Self.window(3, "mail", workspace: -1, state: 16)], gone: [7]))
    try scene.wait("the change") { scene.source.windows.count == 1 }
    #expect(scene.source.windows[0].sticky && scene.source.windows[0].activated)
    #expect(scene.source.windows[0].workspace.isEmpty && scene.notes.isEmpty)
  }

  /// A shell that begins anew counts its windows from 1 again; ours are never mixed up.
  @Test func aNewOwnerOfTheNameGetsNewWindowIDs() throws {
    let scene = try Scene()
    try scene.serve(Self.message(focus: 1, [Self.window(1, "film")]))
    try scene.start()
    let first = try #require(scene.source.windows.first?.id)
    try scene.leave()
    // They stand until the next ones are known.
    #expect(scene.source.windows.count == 1)
    try scene.serve(Self.message(focus: 0, [Self.window(1, "mail")]))
    try scene.wait("the other") { scene.source.isReporting }
    #expect(scene.source.windows.map(\.appID) == ["mail"])
    #expect(scene.source.windows.first?.id != first)
    #expect(scene.source.windows.first?.activated == false)
  }

  @Test func windowsAreFollowedOverANewConnectionAfterALoss() throws {
    let scene = try Scene()
    try scene.serve(Self.message(focus: 1, [Self.window(1, "film")]))
    try scene.start()
    scene.source.suspend()
    #expect(!scene.source.isReporting && scene.source.windows.count == 1)
    scene.source.resume(on: try BusConnection(scene.bus.address, on: scene.loop))
    try scene.wait("the windows") { scene.source.isReporting }
    #expect(scene.source.windows.map(\.appID) == ["film"] && scene.notes.isEmpty)
  }

  @Test func anotherInterfaceVersionIsReportedWithItsRemedy() throws {
    let scene = try Scene()
    try scene.serve(Self.message(focus: 0, []), version: 2)
    try scene.start()
    let text = try #require(scene.ending ?? nil)
    #expect(text.contains("speaks version 2") && text.contains("version 1: install the one"))
    #expect(!scene.source.isReporting)
    // The right one may come later.
    try scene.leave()
    try scene.serve(Self.message(focus: 1, [Self.window(1, "film")]))
    try scene.wait("the right one") { scene.source.isReporting }
  }

  @Test func aMissingExtensionIsReportedWithItsRemedy() throws {
    let scene = try Scene()
    try scene.start()
    let text = try #require(scene.ending ?? nil)
    #expect(text.contains("not installed") && text.contains("gnome-extensions enable"))
  }

  @Test func tooManyWindowsAndLongNamesAreBoundedAndReportedOnce() throws {
    let scene = try Scene()
    try scene.serve(
      Self.message(focus: 1, [Self.window(1, String(repeating: "x", count: 1 << 20))]))
    try scene.start()
    #expect(scene.source.windows.map(\.appID) == [""])
    let flood = (2..<10_002).map { Self.window(UInt32($0), "w\($0)", title: "t") }
    for _ in 0..<2 {
      let before = scene.reports
      scene.emit(Self.message(focus: 9_999, untold: 5, flood, gone: []))
      try scene.wait("the flood") { scene.reports > before }
    }
    // What has the focus is among them, however late it comes.
    #expect(scene.source.windows.count <= GNOMEWindowList.most + 1)
    #expect(scene.source.windows.filter(\.activated).map(\.appID) == ["w9999"])
    #expect(scene.notes.count == 3, "\(scene.notes)")
    #expect(Set(scene.notes).count == 3)
  }

  @Test func malformedSignalsAreReportedOnceAndIgnored() throws {
    let scene = try Scene()
    try scene.serve(Self.message(focus: 1, [Self.window(1, "film")]))
    try scene.start()
    scene.emit([.string("nonsense")])
    scene.emit([])
    scene.emit([.uint32(1), .uint32(0), .array([.string("x")], element: "s"), .uint32(1)])
    scene.emit([.uint32(1), .uint32(0), .array([], element: Self.kind), .string("gone")])
    try scene.wait("a message") { !scene.notes.isEmpty }
    scene.emit(
      Self.message(focus: 2, [Self.window(0, "none"), Self.window(2, "mail")], gone: [99]))
    try scene.wait("the next") { scene.source.windows.count == 2 }
    #expect(scene.source.windows.map(\.appID) == ["film", "mail"])
    #expect(scene.notes.count == 1 && scene.notes[0].contains("cannot be read"))
  }

  @Test(arguments: [
    (["state": BusValue.variant(.double(2))], "is off: run"),
    (["state": .variant(.double(4))], "another version of the shell"),
    (["state": .variant(.double(3)), "error": .variant(.string("bang"))], "has failed (bang)"),
    (["state": .variant(.double(1))], "not on the session bus"),
    (["state": .string("x")], "is off: run"), ([:], "is not installed"),
  ])
  func eachStateOfTheExtensionHasItsRemedy(facts: [String: BusValue], words: String) {
    let problem = GNOMEExtension("windows@swivel.github.io", facts).problem
    #expect(problem.contains(words), "\(problem)")
  }

  @Test func theExtensionIDDependsOnTheShellVersion() {
    #expect(GNOMEExtension.id(shell: "43.9") == "windows-43@swivel.github.io")
    #expect(GNOMEExtension.id(shell: "44.10") == "windows-43@swivel.github.io")
    for other in ["45.0", "51.alpha", "", "x"] {
      #expect(GNOMEExtension.id(shell: other) == "windows@swivel.github.io")
    }
  }
}
