// SPDX-License-Identifier: Apache-2.0
import CSystemd
public import EventLoop
import Glibc
import Orientation
import Text

// D-Bus over sd-bus, on the event loop.
//
// - Calls, signals and served objects never block; errors are values of `BusError`, timeouts
//   included.
// - Values are `BusValue`, an enumeration of the types that Swivel needs. A message of another
//   shape is an error, not a crash: `MessageReader` checks each type that a peer sends.
// - Releasing a `Subscription` ends it.
// - The loss of a connection is reported once, after all pending calls have failed.
// - Timeouts use the loop's clock: the library keeps no deadline of its own, so that a virtual
//   clock works here too.
//
// Begin here. `BusLink` reconnects after a loss. `BusObject` and `BusVtable` serve an object.

/// A connection to a message bus, served by an event loop; it never blocks or polls.
///
/// Handlers are called from the loop, never within the call that registers them. Requests are
/// queued until the bus has accepted the connection.
@safe
public final class BusConnection {
  private struct PendingCall {
    let subscription: Subscription
    let limit: Duration
    let onReply: (Reply) -> Void
    /// The timer of the call's time limit, armed once the bus has accepted the connection.
    var timer: Token?
  }

  /// The time limit for the bus to accept the connection; sd-bus has the same value, for booting
  /// machines.
  private static let entranceLimit = Duration.seconds(90)

  let loop: EventLoop
  private var pending: [Int: PendingCall] = [:]
  private var lastCall = 0
  /// Called once if the connection is lost; pending calls have failed by then.
  public var onDisconnect: (() -> Void)?

  // SAFETY: `raw` is owned until it is closed and `nil` from then on; every use checks it first.
  private(set) var raw: OpaquePointer?
  private var source: Token?
  private var interest = Readiness.readable
  /// The timer that limits the wait for acceptance; `nil` once the connection is accepted.
  private var entrance: Registration?
  /// The scheduled processing of messages that have already been received.
  private var rest: Registration?
  private var isProcessing = false

  /// Begins to connect to a bus; throws if no server listens at the address, or if a call of the
  /// system fails.
  public init(_ address: BusAddress, on loop: EventLoop) throws(BusError) {
    self.loop = loop
    var bus: OpaquePointer?
    switch address {
    case .system:
      let code = unsafe sd_bus_open_system(&bus)
      guard code >= 0 else { throw BusError(opening: "system", code) }
    case .session:
      let code = unsafe sd_bus_open_user(&bus)
      guard code >= 0 else { throw BusError(opening: "session", code) }
    case .address(let text):
      try unsafe Self.check("sd_bus_new", sd_bus_new(&bus))
      unsafe raw = bus
      try unsafe Self.check("sd_bus_set_address", sd_bus_set_address(bus, text))
      try unsafe Self.check("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
      // sd-bus sends Hello as soon as the connection starts.
      unsafe sd_bus_set_method_call_timeout(bus, .max)
      try unsafe Self.check("sd_bus_start", sd_bus_start(bus))
    }
    unsafe raw = bus
    // Internal calls to the bus have no time limit; the loop limits all other calls.
    unsafe sd_bus_set_method_call_timeout(bus, .max)
    do throws(SystemError) {
      source = try unsafe loop.add(sd_bus_get_fd(bus), for: interest) { [weak self] _ in
        self?.process()
      }
    } catch {
      throw BusError(call: error.call, error.code)
    }
    entrance = loop.timer(after: Self.entranceLimit) { [weak self] in
      self?.entrance = nil
      self?.disconnect()
    }
    arm()
  }

  deinit { close() }

  /// Closes the connection at once; no handler is called any more.
  public func close() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    if let source { loop.remove(source) }
    source = nil
    entrance = nil
    rest = nil
    for call in pending.values { if let timer = call.timer { loop.remove(timer) } }
    pending = [:]
    unsafe sd_bus_close_unref(raw)
  }

  /// Updates the loop's registrations to sd-bus's state; ends the connection if sd-bus is not
  /// connected any more.
  ///
  /// Called after each use of sd-bus; has no effect within a handler, after which `process` calls
  /// it.
  func arm() {
    guard let raw = unsafe raw, !isProcessing else { return }
    let events = unsafe sd_bus_get_events(raw)
    guard events >= 0 else { return disconnect() }
    var wanted: Readiness = []
    if events & Int32(POLLIN) != 0 { wanted.insert(.readable) }
    if events & Int32(POLLOUT) != 0 { wanted.insert(.writable) }
    if wanted != interest, let source {
      interest = wanted
      try? loop.modify(source, for: wanted)
    }
    // sd-bus sets the deadline to 0 if received messages wait. Its other deadlines refer to a clock
    // that may differ from the loop's.
    var deadline = UInt64.max
    guard unsafe sd_bus_get_timeout(raw, &deadline) >= 0, deadline == 0, rest == nil else { return }
    rest = loop.timer(after: .zero) { [weak self] in
      self?.rest = nil
      self?.process()
    }
  }

  private func process() {
    guard !isProcessing else { return }
    isProcessing = true
    var code: Int32 = 1
    while code > 0, let raw = unsafe raw { code = unsafe sd_bus_process(raw, nil) }
    isProcessing = false
    guard code >= 0 else { return disconnect() }
    enter()
    arm()
  }

  /// Starts the time limits of pending calls once the bus has accepted the connection.
  private func enter() {
    guard entrance != nil, let raw = unsafe raw, unsafe sd_bus_is_ready(raw) > 0 else { return }
    entrance = nil
    for number in pending.keys.sorted() { limit(number) }
  }

  private func limit(_ number: Int) {
    guard entrance == nil, let call = pending[number] else { return }
    pending[number]?.timer = loop.schedule(after: call.limit) { [weak self] in
      self?.take(number)?.onReply(.failure(.unanswered))
    }
  }

  private func take(_ number: Int) -> PendingCall? {
    guard let call = pending.removeValue(forKey: number) else { return nil }
    if let timer = call.timer { loop.remove(timer) }
    return call
  }

  private func disconnect() {
    guard unsafe raw != nil else { return }
    let unanswered = pending.sorted { $0.key < $1.key }
    close()
    for (_, call) in unanswered { call.onReply(.failure(.disconnected)) }
    let notify = onDisconnect
    onDisconnect = nil
    notify?()
  }

  private static func check(_ call: String, _ code: Int32) throws(BusError) {
    guard code >= 0 else { throw BusError(call: call, code) }
  }

  /// The result of a call.
  public typealias Reply = Result<[BusValue], BusError>

  /// Calls a method; `onReply` is called once, from the loop, with the returned values or an error.
  ///
  /// The call fails if no reply arrives within `limit`, counted from the moment that the bus
  /// accepts the connection, and if the connection is lost. `close()` discards pending calls
  /// without calling `onReply`.
  public func call(
    _ call: BusCall, limit: Duration = .seconds(25), onReply: @escaping (Reply) -> Void
  ) {
    do throws(BusError) {
      try send(call, limit: limit, onReply: onReply)
    } catch {
      // Handlers are called from the loop only, even with errors.
      loop.schedule(after: .zero) { onReply(.failure(error)) }
    }
  }

  /// Reads a property; `onReply` is called once with its value, taken out of the variant, or with
  /// an error.
  ///
  /// `limit` and `close()` have the same effects as for `call`.
  public func property(
    _ name: String, of interface: String, at path: String, in destination: String,
    limit: Duration = .seconds(25),
    onReply: @escaping (Result<BusValue, BusError>) -> Void
  ) {
    let get = BusCall(
      destination, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(interface), .string(name)])
    call(get, limit: limit) { reply in
      onReply(
        reply.flatMap { values in
          guard case .variant(let value) = values.first else {
            return .failure(
              BusError(malformed: "\(interface).\(name) did not come as a variant"))
          }
          return .success(value)
        })
    }
  }

  private func send(
    _ call: BusCall, limit: Duration, onReply: @escaping (Reply) -> Void
  ) throws(BusError) {
    guard let raw = unsafe raw else {
      throw BusError.disconnected
    }
    var message: OpaquePointer?
    let made = unsafe sd_bus_message_new_method_call(
      raw, &message, call.destination, call.path, call.interface, call.member)
    guard made >= 0, let message = unsafe message else {
      throw BusError(call: "sd_bus_message_new_method_call", made)
    }
    defer { unsafe sd_bus_message_unref(message) }
    if !call.startsService { unsafe sd_bus_message_set_auto_start(message, 0) }
    try unsafe MessageWriter(message: message).append(call.arguments)

    lastCall += 1
    let number = lastCall
    let subscription = unsafe Subscription { [weak self] message in
      guard let call = self?.take(number) else { return }
      if let error = unsafe BusError(reply: message) {
        call.onReply(.failure(error))
      } else {
        unsafe call.onReply(.success(MessageReader(message: message).readAll()))
      }
    }
    try unsafe subscription.register("sd_bus_call_async") { slot, context in
      unsafe sd_bus_call_async(raw, slot, message, Subscription.callback, context, .max)
    }
    pending[number] = PendingCall(subscription: subscription, limit: limit, onReply: onReply)
    self.limit(number)
    arm()
  }

  /// Subscribes to signals: `handler` is called with the arguments of every matching signal while
  /// the result is retained.
  ///
  /// If the bus refuses the rule, the connection is lost.
  public func subscribe(
    to match: SignalMatch, handler: @escaping ([BusValue]) -> Void
  ) throws(BusError) -> Subscription {
    guard let raw = unsafe raw else {
      throw BusError.disconnected
    }
    let subscription = unsafe Subscription { unsafe handler(MessageReader(message: $0).readAll()) }
    try unsafe subscription.register("sd_bus_add_match_async") { slot, context in
      // Without a callback for the installation (`nil`), sd-bus ends the connection if the bus refuses
      // the match, so a refusal is noticed.
      unsafe sd_bus_add_match_async(raw, slot, match.rule, Subscription.callback, nil, context)
    }
    arm()
    return subscription
  }

  /// Subscribes to changes of an object's properties: `handler` is called with the new values in
  /// `changed`, and in `invalidated` with the names of properties whose new values were not sent.
  ///
  /// The subscription lasts while the result is retained. It does not read the present values.
  public func subscribe(
    toPropertiesOf interface: String, at path: String, in sender: String,
    handler: @escaping (_ changed: [String: BusValue], _ invalidated: [String]) -> Void
  ) throws(BusError) -> Subscription {
    let match = SignalMatch(
      sender: sender, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged", firstArgument: interface)
    return try subscribe(to: match) { values in
      guard values.count == 3, let changed = values[1].dictionary, let names = values[2].elements
      else { return }
      handler(changed, names.compactMap(\.string))
    }
  }

  /// Subscribes to the owner of a name: `handler` is called with the present owner, once the bus
  /// has reported it, and after each change.
  ///
  /// The owner is a unique bus name; `nil` means that the name has no owner or that the request
  /// failed. The subscription lasts while the result is retained.
  public func subscribe(
    toOwnerOf name: String, handler: @escaping (String?) -> Void
  ) throws(BusError) -> Subscription {
    let bus = "org.freedesktop.DBus"
    let match = SignalMatch(
      sender: bus, path: "/org/freedesktop/DBus", interface: bus, member: "NameOwnerChanged",
      firstArgument: name)
    let subscription = try subscribe(to: match) { values in
      guard values.count == 3, let owner = values[2].string else { return }
      handler(owner.isEmpty ? nil : owner)
    }
    // The owner is requested after the subscription, so that no change is lost in between.
    let get = BusCall(bus, "/org/freedesktop/DBus", bus, "GetNameOwner", [.string(name)])
    call(get) { [weak subscription] reply in
      guard subscription != nil else { return }
      handler(try? reply.get().first?.string)
    }
    return subscription
  }

  /// Requests a well-known name; `onAnswer` is called with `nil` once this program owns it,
  /// otherwise with the error.
  ///
  /// The name is owned until the connection ends. Releasing the result early only prevents the call
  /// of `onAnswer`.
  public func claim(
    _ name: String, onAnswer: @escaping (BusError?) -> Void
  ) throws(BusError) -> Subscription {
    guard let raw = unsafe raw else { throw BusError.disconnected }
    let subscription = unsafe Subscription { message in
      if let error = unsafe BusError(reply: message) { return onAnswer(error) }
      // The reply 1 means that the name is now owned, 4 that it was owned before; other replies
      // mean that another client owns it (D-Bus specification).
      let answer = unsafe MessageReader(message: message).readAll().first
      let isOurs = answer == .uint32(1) || answer == .uint32(4)
      onAnswer(
        isOurs
          ? nil
          : BusError(
            name: "org.freedesktop.DBus.Error.AddressInUse",
            message: "another program has the name \(name)"))
    }
    try unsafe subscription.register("sd_bus_request_name_async") { slot, context in
      unsafe sd_bus_request_name_async(raw, slot, name, 0, Subscription.callback, context)
    }
    arm()
    return subscription
  }
}

/// A registration of a callback on the bus, which ends when the object is released.
@safe
public final class Subscription {
  typealias Handler = (OpaquePointer) -> Void

  private let handler: Handler
  // SAFETY: the slot ends with this object, so sd-bus never calls back after `deinit`.
  private var slot: OpaquePointer?

  init(handler: @escaping Handler) { unsafe self.handler = handler }

  deinit { cancel() }

  /// Ends the registration; also allowed within its own handler.
  public func cancel() {
    guard let slot = unsafe slot else { return }
    unsafe self.slot = nil
    unsafe sd_bus_slot_unref(slot)
  }

  /// Passes this object's pointer to sd-bus through `register`, and keeps the resulting slot.
  func register(
    _ call: String,
    with register: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(BusError) {
    let code = unsafe register(&slot, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else { throw BusError(call: call, code) }
  }

  /// The callback for sd-bus; the object is alive during a call, since `deinit` ends the slot.
  static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let subscription = unsafe Unmanaged<Subscription>.fromOpaque(context).takeUnretainedValue()
    unsafe subscription.handler(message)
    return 0
  }
}
