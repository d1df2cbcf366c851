// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Orientation
import Testing

@testable import Desktop

/// A session bus that ends and comes back: Mutter itself would end with it, so a script plays Mutter.
@Suite(.serialized) struct BusLossTests {
  /// One monitor, called as the output of our own compositor is.
  private final class Mutter {
    private(set) var isOwner = false
    private(set) var changes = 0
    /// Whether it turns the panel by itself.
    var isManaging = false { didSet { object?.changed(["PanelOrientationManaged"]) } }
    private let connection: BusConnection
    private var object: BusObject?
    private var claim: Subscription?

    init(_ bus: MessageBus, on loop: EventLoop) throws {
      connection = try BusConnection(bus.address, on: loop)
      object = try BusObject(
        [
          .method(
            "GetCurrentState", takes: [],
            gives: [
              BusParameter("serial", "u"),
              BusParameter("monitors", "a((ssss)a(siiddada{sv})a{sv})"),
              BusParameter("logical", "a(iiduba(ssss)a{sv})"), BusParameter("more", "a{sv}"),
            ]
          ) { _ in .success(Self.state) },
          .method(
            "ApplyMonitorsConfig",
            takes: [
              BusParameter("serial", "u"), BusParameter("method", "u"),
              BusParameter("logical", "a(iiduba(ssa{sv}))"), BusParameter("more", "a{sv}"),
            ], gives: []
          ) { [unowned self] _ in
            changes += 1
            return .success([])
          },
          .property("PanelOrientationManaged", "b") { [unowned self] in .boolean(isManaging) },
          .signal("MonitorsChanged", []),
        ], interface: MutterApplier.service, at: "/org/gnome/Mutter/DisplayConfig", on: connection)
      claim = try connection.claim(MutterApplier.service) { [unowned self] in isOwner = $0 == nil }
    }

    private static var state: [BusValue] {
      let name: BusValue = .structure([
        .string("HEADLESS-1"), .string(""), .string(""), .string(""),
      ])
      let none: BusValue = .array([], element: "{sv}")
      let mode: BusValue = .structure([
        .string("mode"), .int32(1280), .int32(800), .double(60), .double(1),
        .array([.double(1)], element: "d"),
        .array([.entry(.string("is-current"), .variant(.boolean(true)))], element: "{sv}"),
      ])
      let monitor: BusValue = .structure([name, .array([mode], element: "(siiddada{sv})"), none])
      let logical: BusValue = .structure([
        .int32(0), .int32(0), .double(1), .uint32(0), .boolean(true),
        .array([name], element: "(ssss)"), none,
      ])
      return [
        .uint32(1), .array([monitor], element: "((ssss)a(siiddada{sv})a{sv})"),
        .array([logical], element: "(iiduba(ssss)a{sv})"), none,
      ]
    }
  }

  /// Folded to a tablet, GNOME begins to turn the panel by itself.
  @Test func aMutterThatBeginsToTurnThePanelIsReported() throws {
    let bus = try MessageBus()
    let desk = try LiveDesk(Compositor(.swivel))
    let mutter = try Mutter(bus, on: desk.loop)
    try desk.wait("the name") { mutter.isOwner }
    let environment = bus.sessionEnvironment
    let search = CompositorSearch(in: desk.session, on: desk.loop, environment: { environment[$0] })
    var notes: [String] = []
    search.onNote = { notes.append($0) }
    var found: FoundApplier?
    search.findApplier(.mutter) { found = try? $0.get() }
    try desk.wait("the applier") { found != nil }
    #expect(found?.warnings.contains { $0.contains("by itself") } == false)
    for round in 1...2 {
      mutter.isManaging = true
      try desk.wait("the note") { notes.count == round }
      mutter.isManaging = false
      // Both changes are read in order.
      try desk.wait("the end of it") {
        (found?.applier as? MutterApplier)?.managesOrientation == false
      }
    }
    #expect(notes.allSatisfy { $0.hasPrefix("GNOME turns the panel by itself") })
  }

  @Test func mutterApplierRotatesAgainOnceTheBusIsBack() throws {
    let bus = try MessageBus()
    let desk = try LiveDesk(Compositor(.swivel))
    var mutter = try Mutter(bus, on: desk.loop)
    try desk.wait("the name") { mutter.isOwner }
    let environment = bus.sessionEnvironment
    let search = CompositorSearch(in: desk.session, on: desk.loop, environment: { environment[$0] })
    var found: (any TransformApplier)?
    search.findApplier(.mutter) { found = (try? $0.get())?.applier }
    try desk.wait("the applier") { found != nil }
    let applier = try #require(found)
    let turn = OutputChange.Turn(output: "HEADLESS-1", transform: .rotated90)
    let change = OutputChange([turn], among: desk.session.outputs)
    func result() throws -> ChangeResult {
      var result: ChangeResult?
      applier.apply(change) { result = $0 }
      try desk.wait("the answer") { result != nil }
      return try #require(result)
    }
    #expect(try result() == .succeeded)
    #expect(mutter.changes == 1)
    try bus.restart()
    #expect(try result() != .succeeded)
    mutter = try Mutter(bus, on: desk.loop)
    try desk.wait("the bus", within: 30) { try result() == .succeeded }
    #expect(mutter.changes == 1)
  }
}
