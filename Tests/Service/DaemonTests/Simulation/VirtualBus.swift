// SPDX-License-Identifier: Apache-2.0
import CSystemd
import EventLoop
import Formats
import Glibc
import Orientation

@testable import Bus

/// A simulated message bus: the bus's own answers, and the services on it, on the same thread.
///
/// Programs connect to its address as to a real one, and speak the protocol of sd-bus with sd-bus's
/// own server. The bus can end and return, and hang.
final class VirtualBus {
  private enum Owner {
    case service(VirtualService)
    case peer(BusPeer)

    var unique: String {
      switch self {
      case .service(let service): service.unique
      case .peer(let peer): peer.unique
      }
    }
  }

  private static let own = "org.freedesktop.DBus"
  private static let ownPath = "/org/freedesktop/DBus"

  private let agenda: Agenda
  private let word: String
  private var loop: EventLoop?
  private var listener: Int32 = -1
  private var token: Token?
  private var peers: [BusPeer] = []
  private var lastUnique = 0
  private var owners: [String: Owner] = [:]
  private var hangsUntil = Instant.zero
  /// The names that another program owns.
  var takenNames: Set<String> = []
  /// The names that a program could not get, and does without.
  private var refusedNames: Set<String> = []
  /// Whether the bus was there when a daemon looked for it; a daemon that finds none does without.
  private(set) var isFound = true
  /// Called with each signal of a real program.
  var onSignal: (BusMessage) -> Void = { _ in }
  /// Called with each name that has a new owner.
  var onOwner: (String) -> Void = { _ in }
  var log: (@autoclosure () -> String) -> Void = { _ in }

  init(_ word: String, _ agenda: Agenda) {
    (self.word, self.agenda) = (word, agenda)
    start()
  }

  deinit { if listener >= 0 { close(listener) } }

  /// A name that no other process and no other world has.
  private var name: String {
    "swivel-\(word)-\(getpid())-\(UInt(bitPattern: ObjectIdentifier(self)))"
  }

  /// The address in D-Bus's syntax.
  var place: String { "unix:abstract=\(name)" }

  /// Returns a text in which the bus is named as in every other world.
  func plain(_ text: String) -> String { text.replacing(name, with: word) }

  // MARK: Start and end

  var isRunning: Bool { listener >= 0 }

  func start() {
    guard !isRunning else { return }
    let kind =
      Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      | Int32(bitPattern: SOCK_NONBLOCK.rawValue)
    listener = socket(AF_UNIX, kind, 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    withUnsafeMutableBytes(of: &place.sun_path) { path in
      for (index, byte) in bytes.enumerated() { path[index + 1] = byte }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + bytes.count)
    let isBound = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
    }
    guard isBound == 0, listen(listener, 64) == 0 else {
      close(listener)
      listener = -1
      return
    }
    watch()
  }

  /// Ends the bus and all connections.
  func stop() {
    guard isRunning else { return }
    cutOff()
    if let token { loop?.remove(token) }
    token = nil
    close(listener)
    listener = -1
  }

  /// Disconnects all real programs at once.
  func cutOff() {
    accept()
    for peer in peers { peer.close() }
    collect()
  }

  /// Serves the programs of a loop, and later those of the next one; `nil` for none.
  func serve(in loop: EventLoop?) {
    cutOff()
    refusedNames = []
    isLookedFor()
    if let token { self.loop?.remove(token) }
    (self.loop, token) = (loop, nil)
    watch()
  }

  /// Called when a daemon looks for the bus.
  func isLookedFor() { isFound = isRunning }

  /// Neither reads nor answers for a while.
  func hang(for time: Duration) {
    hangsUntil = max(hangsUntil, agenda.clock.now + time)
    if let token { loop?.remove(token) }
    token = nil
    for peer in peers { peer.pause(true) }
    agenda.after(time) { [weak self] in
      guard let self, agenda.clock.now >= hangsUntil else { return }
      for peer in peers { peer.pause(false) }
      watch()
    }
  }

  private func watch() {
    guard isRunning, token == nil, agenda.clock.now >= hangsUntil else { return }
    token = try? loop?.add(listener, for: .readable) { [weak self] _ in self?.accept() }
  }

  private func accept() {
    guard isRunning else { return }
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      guard let loop else {
        close(descriptor)
        continue
      }
      guard let peer = BusPeer(descriptor, as: newUnique(), in: loop) else { continue }
      peer.onMessage = { [weak self, unowned peer] in self?.take($0, from: peer) }
      peer.onEnd = { [weak self] in self?.collect() }
      peers.append(peer)
      // `sd_bus_start` may have read the first message already.
      peer.process()
    }
  }

  /// The number of connected programs, without those that have disconnected.
  var count: Int {
    accept()
    for peer in peers { peer.process() }
    collect()
    return peers.count
  }

  /// Removes the names and claims of programs that have disconnected.
  private func collect() {
    for peer in peers where !peer.isOpen {
      peers.removeAll { $0 === peer }
      for case .service(let service) in owners.values { service.lose(peer.unique) }
      for (name, owner) in owners.sorted(by: { $0.key < $1.key })
      where owner.unique == peer.unique { setOwner(nil, of: name) }
    }
  }

  /// Returns whether a name that a program could have has no owner.
  func isMissing(_ name: String) -> Bool {
    owners[name] == nil && isFound && !refusedNames.contains(name)
  }

  func newUnique() -> String {
    lastUnique += 1
    return ":1.\(lastUnique)"
  }

  // MARK: Names

  func own(_ name: String, by service: VirtualService?) {
    setOwner(service.map { .service($0) }, of: name)
  }

  private func setOwner(_ owner: Owner?, of name: String) {
    let old = owners[name]?.unique ?? ""
    owners[name] = owner
    let new = owner?.unique ?? ""
    guard old != new else { return }
    onOwner(name)
    log("\(name) has \(new.isEmpty ? "nobody" : new)")
    signal(
      from: (Self.own, Self.own), Self.ownPath, Self.own, "NameOwnerChanged",
      [.string(name), .string(old), .string(new)])
  }

  /// Sends a signal to each program with a matching rule.
  func signal(
    from sender: (name: String, unique: String), _ path: String, _ interface: String,
    _ member: String, _ values: [BusValue], onlyTo receivers: [String]? = nil
  ) {
    for peer in peers where receivers?.contains(peer.unique) != false {
      let fits = peer.rules.contains {
        $0.fits([sender.name, sender.unique], path, interface, member, values.first?.string)
      }
      if fits { peer.signal(from: sender.unique, path, interface, member, values) }
    }
  }

  /// Calls a real program by its name; returns false if the name has no owner.
  func call(_ call: BusCall, onReply: @escaping (BusConnection.Reply) -> Void) -> Bool {
    guard case .peer(let peer) = owners[call.destination], peer.isOpen else { return false }
    peer.call(call, from: ":1.caller", onReply: onReply)
    return true
  }

  // MARK: Messages of programs

  private func take(_ message: BusMessage, from peer: BusPeer) {
    guard message.isCall else {
      if message.isSignal { onSignal(message) }
      return
    }
    guard message.destination != Self.own else { return answer(message, from: peer) }
    log("\(peer.unique) calls \(message.member) \(message.values.compactMap(\.string).last ?? "")")
    guard case .service(let service) = owners[message.destination] else {
      return message.refuse(
        "org.freedesktop.DBus.Error.ServiceUnknown", "nobody has \(message.destination)")
    }
    service.take(message)
  }

  /// The bus's own methods (D-Bus Specification, Message Bus Messages).
  private func answer(_ message: BusMessage, from peer: BusPeer) {
    let text = message.values.first?.string ?? ""
    switch message.member {
    case "Hello": message.answer([.string(peer.unique)])
    case "AddMatch":
      peer.rules.append(MatchRule(text))
      message.answer([])
    case "RemoveMatch":
      if let index = peer.rules.firstIndex(of: MatchRule(text)) { peer.rules.remove(at: index) }
      message.answer([])
    case "GetNameOwner":
      if let owner = owners[text] { return message.answer([.string(owner.unique)]) }
      message.refuse("org.freedesktop.DBus.Error.NameHasNoOwner", "nobody has \(text)")
    case "RequestName":
      let isFree = owners[text] == nil && !takenNames.contains(text)
      log("\(peer.unique) \(isFree ? "gets" : "does not get") \(text)")
      message.answer([.uint32(isFree ? 1 : 3)])
      if isFree { setOwner(.peer(peer), of: text) } else { refusedNames.insert(text) }
    case "ReleaseName":
      message.answer([.uint32(1)])
      if owners[text]?.unique == peer.unique { setOwner(nil, of: text) }
    default: message.refuse("org.freedesktop.DBus.Error.UnknownMethod", message.member)
    }
  }
}

/// A rule of the signals that a program wants, as registered with the bus.
struct MatchRule: Equatable {
  private var parts: [String: String] = [:]

  init(_ text: String) {
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[String(pair[0])] = pair[1].filter { $0 != "'" } }
    }
  }

  func fits(
    _ senders: [String], _ path: String, _ interface: String, _ member: String, _ first: String?
  ) -> Bool {
    func agrees(_ key: String, _ value: String?) -> Bool {
      parts[key].map { $0 == value } ?? true
    }
    return senders.contains { agrees("sender", $0) } && agrees("path", path)
      && agrees("interface", interface) && agrees("member", member) && agrees("arg0", first)
  }
}
