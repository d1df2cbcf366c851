// SPDX-License-Identifier: Apache-2.0
import CSystemd
import EventLoop

extension BusConnection {
  /// What came back from a call.
  public typealias Reply = Result<[BusValue], BusError>

  /// Calls a method; `onReply` is called once with what comes back, within 25 s unless told otherwise.
  ///
  /// It is not called if the connection is closed before. Limits are in milliseconds.
  public func call(
    _ call: BusCall, limit milliseconds: Int64 = 25_000, onReply: @escaping (Reply) -> Void
  ) {
    do throws(BusError) {
      try send(call, limit: milliseconds, onReply: onReply)
    } catch {
      // Handlers are called from the loop only, whatever the reason.
      loop.schedule(after: 0) { onReply(.failure(error)) }
    }
  }

  /// Reads a property; `onReply` gets its value without the variant around it.
  public func property(
    _ name: String, of interface: String, at path: String, in destination: String,
    onReply: @escaping (Result<BusValue, BusError>) -> Void
  ) {
    let get = BusCall(
      destination, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(interface), .string(name)])
    call(get) { reply in
      onReply(
        reply.flatMap { values in
          guard case .variant(let value) = values.first else {
            return .failure(
              BusError(
                name: "org.freedesktop.DBus.Error.InvalidSignature",
                message: "\(interface).\(name) did not come as a variant"))
          }
          return .success(value)
        })
    }
  }

  private func send(
    _ call: BusCall, limit milliseconds: Int64, onReply: @escaping (Reply) -> Void
  ) throws(BusError) {
    guard let raw else {
      throw BusError.disconnected
    }
    var message: OpaquePointer?
    let made = sd_bus_message_new_method_call(
      raw, &message, call.destination, call.path, call.interface, call.member)
    guard made >= 0, let message else {
      throw BusError(call: "sd_bus_message_new_method_call", made)
    }
    defer { sd_bus_message_unref(message) }
    if !call.startsService { sd_bus_message_set_auto_start(message, 0) }
    try MessageWriter(message: message).append(call.arguments)

    var identity: ObjectIdentifier?
    let subscription = Subscription { [weak self] message in
      if let identity { self?.pending[identity] = nil }
      if let error = BusError(reply: message) {
        onReply(.failure(error))
      } else {
        onReply(.success(MessageReader(message: message).readAll()))
      }
    }
    identity = ObjectIdentifier(subscription)
    let limit = UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1000)
    try subscription.register("sd_bus_call_async") { slot, context in
      sd_bus_call_async(
        raw, slot, message, Subscription.callback, context,
        limit.overflow ? .max : limit.partialValue)
    }
    pending[ObjectIdentifier(subscription)] = subscription
    arm()
  }
}
