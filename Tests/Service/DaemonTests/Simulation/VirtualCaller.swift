// SPDX-License-Identifier: Apache-2.0
@testable import Bus
@testable import Daemon

/// A program that calls the daemon over the session bus, and tracks the daemon's properties by
/// their changes.
final class VirtualCaller {
  enum Request: CaseIterable {
    case lock, unlock, toggle, rotate, rotateNowhere, explain, explainNothing, reload
    case readsAll, looksAround, asksNonsense, sendsNonsense, writes, quits
  }

  /// The expected answer to a call.
  private enum Expectation { case reply, result, failure }

  private static let properties = "org.freedesktop.DBus.Properties"
  private let bus: VirtualBus
  /// The number of unanswered calls to a daemon that is still there.
  private(set) var unanswered = 0
  /// The number of daemons' connections so far, so that calls to earlier ones do not count.
  private var generation = 0
  /// The properties, as read first and changed by reports since.
  private var known: [String: BusValue]?
  var complain: (String) -> Void = { _ in }

  init(on bus: VirtualBus) {
    self.bus = bus
    bus.onSignal = { [unowned self] in hear($0) }
    bus.onOwner = { [unowned self] name in if name == SessionBus.name { forget() } }
  }

  private func forget() {
    generation += 1
    (unanswered, known) = (0, nil)
  }

  func ask(_ request: Request) {
    switch request {
    case .lock: call("Lock", [.string("portrait")])
    case .unlock: call("Unlock")
    case .toggle: call("ToggleLock")
    case .rotate: call("Rotate", [.string("landscape-left")])
    case .rotateNowhere: call("Rotate", [.string("inside out")], .failure)
    case .explain: call("Explain", [.int64(-1)])
    case .explainNothing: call("Explain", [.int64(.max)], .failure)
    case .reload: call("Reload")
    case .readsAll: read(expecting: false)
    case .looksAround: call("Introspect", [], .result, of: "org.freedesktop.DBus.Introspectable")
    case .asksNonsense: call("Fly", [], .failure)
    case .sendsNonsense: call("Lock", [.uint32(1), .double(.nan)], .failure)
    case .writes:
      call(
        "Set", [.string(SessionBus.name), .string("Locked"), .variant(.boolean(true))], .failure,
        of: Self.properties)
    case .quits: call("Quit")
    }
  }

  /// Reads all properties at rest, and compares them with the reported ones.
  func audit() { read(expecting: true) }

  private func read(expecting isAudit: Bool) {
    call("GetAll", [.string(SessionBus.name)], .result, of: Self.properties) { [unowned self] in
      guard let now = $0.first?.dictionary else { return complain("GetAll gives \($0)") }
      if isAudit, let known {
        for (name, value) in now.sorted(by: { $0.key < $1.key }) where known[name] != value {
          complain("\(name) is \(value), told was \(String(describing: known[name]))")
        }
      }
      known = now
    }
  }

  private func call(
    _ member: String, _ arguments: [BusValue] = [], _ expected: Expectation = .reply,
    of interface: String = SessionBus.name, then: @escaping ([BusValue]) -> Void = { _ in }
  ) {
    let asked = generation
    let call = BusCall(SessionBus.name, SessionBus.path, interface, member, arguments)
    unanswered += 1
    let isSent = bus.call(call) { [weak self] reply in
      guard let self, generation == asked else { return }
      unanswered -= 1
      switch (expected, reply) {
      case (.reply, .failure), (.failure, .failure): break
      case (.reply, .success(let values)), (.result, .success(let values)): then(values)
      default: complain("\(member) is answered with \(reply)")
      }
    }
    if !isSent { unanswered -= 1 }
  }

  private func hear(_ signal: BusMessage) {
    guard signal.interface == Self.properties, signal.values.first?.string == SessionBus.name,
      signal.values.count == 3, let changed = signal.values[1].dictionary
    else { return }
    known?.merge(changed) { $1 }
    if signal.values[2].elements?.isEmpty == false { complain("a change is told without a value") }
  }
}
