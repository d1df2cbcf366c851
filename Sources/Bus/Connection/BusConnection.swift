// SPDX-License-Identifier: Apache-2.0
import CSystemd
public import EventLoop
import Glibc

/// A connection to a message bus, served by an event loop; nothing in it blocks or polls.
///
/// Handlers are called from the loop, never from the call that registers them. What is asked before
/// the bus has let us in waits until it has.
public final class BusConnection {
  let loop: EventLoop
  /// Calls whose answers are still to come.
  var pending: [ObjectIdentifier: Subscription] = [:]
  /// Is called once if the bus goes away by itself; pending calls have had their errors by then.
  public var onDisconnect: (() -> Void)?

  private(set) var raw: OpaquePointer?
  private var source: Token?
  private var interest = Readiness.readable
  private var timer: (token: Token, deadline: UInt64)?
  private var isProcessing = false

  /// Begins to connect; throws if there is no such bus or nobody listens there.
  public init(_ address: BusAddress, on loop: EventLoop) throws(BusError) {
    self.loop = loop
    var bus: OpaquePointer?
    switch address {
    case .system:
      let code = sd_bus_open_system(&bus)
      guard code >= 0 else { throw BusError(opening: "system", code) }
    case .session:
      let code = sd_bus_open_user(&bus)
      guard code >= 0 else { throw BusError(opening: "session", code) }
    case .address(let text):
      try Self.check("sd_bus_new", sd_bus_new(&bus))
      raw = bus
      try Self.check("sd_bus_set_address", sd_bus_set_address(bus, text))
      try Self.check("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
      try Self.check("sd_bus_start", sd_bus_start(bus))
    }
    raw = bus
    do throws(SystemError) {
      source = try loop.add(sd_bus_get_fd(bus), for: interest) { [weak self] _ in self?.process() }
    } catch {
      throw BusError(call: error.call, error.code)
    }
    arm()
  }

  deinit { close() }

  /// The name that the bus gave us, such as `:1.7`; nil until it has.
  public var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    // The library would wait for the answer, which has to come through the loop.
    guard let raw, sd_bus_is_ready(raw) > 0, sd_bus_get_unique_name(raw, &name) >= 0 else {
      return nil
    }
    return name.map { String(cString: $0) }
  }

  /// Leaves the bus without waiting for anything; handlers are not called any more.
  public func close() {
    guard let raw else { return }
    self.raw = nil
    detach()
    pending = [:]
    sd_bus_close_unref(raw)
  }

  /// Follows the library's wishes after a call from outside; inside a handler that comes later.
  func arm() {
    guard let raw, !isProcessing else { return }
    let events = sd_bus_get_events(raw)
    guard events >= 0 else { return disconnect() }
    var wanted: Readiness = []
    if events & Int32(POLLIN) != 0 { wanted.insert(.readable) }
    if events & Int32(POLLOUT) != 0 { wanted.insert(.writable) }
    if wanted != interest, let source {
      interest = wanted
      try? loop.modify(source, for: wanted)
    }
    armTimer(raw)
  }

  private func armTimer(_ raw: OpaquePointer) {
    var deadline = UInt64.max
    guard sd_bus_get_timeout(raw, &deadline) >= 0 else { return }
    guard deadline != timer?.deadline ?? .max else { return }
    if let timer { loop.remove(timer.token) }
    timer = nil
    guard deadline != .max else { return }
    let (nanoseconds, overflow) = Int64(clamping: deadline).multipliedReportingOverflow(by: 1000)
    let token = loop.schedule(at: overflow ? .max : nanoseconds) { [weak self] in
      self?.timer = nil
      self?.process()
    }
    timer = (token, deadline)
  }

  /// Takes everything that has arrived or has timed out.
  private func process() {
    guard !isProcessing else { return }
    isProcessing = true
    var code: Int32 = 1
    while code > 0, let raw { code = sd_bus_process(raw, nil) }
    isProcessing = false
    if code < 0 { disconnect() } else { arm() }
  }

  private func disconnect() {
    guard raw != nil else { return }
    close()
    let notify = onDisconnect
    onDisconnect = nil
    notify?()
  }

  private func detach() {
    if let source { loop.remove(source) }
    if let timer { loop.remove(timer.token) }
    source = nil
    timer = nil
  }

  private static func check(_ call: String, _ code: Int32) throws(BusError) {
    guard code >= 0 else { throw BusError(call: call, code) }
  }
}
