// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension BusConnection {
  /// Asks the bus for a well-known name; `onAnswer` gets nil once it is ours, else what is in the way.
  ///
  /// The name is ours as long as the result is kept and the connection lasts.
  public func claim(
    _ name: String, onAnswer: @escaping (BusError?) -> Void
  ) throws(BusError) -> Subscription {
    guard let raw else { throw BusError.disconnected }
    let subscription = Subscription { message in
      if let error = BusError(reply: message) { return onAnswer(error) }
      // 1 is ours and 4 was ours before; with the others somebody else has it (D-Bus specification).
      let answer = MessageReader(message: message).readAll().first
      let isOurs = answer == .uint32(1) || answer == .uint32(4)
      onAnswer(
        isOurs
          ? nil
          : BusError(
            name: "org.freedesktop.DBus.Error.AddressInUse",
            message: "somebody else has the name \(name)"))
    }
    try subscription.register("sd_bus_request_name_async") { slot, context in
      sd_bus_request_name_async(raw, slot, name, 0, Subscription.callback, context)
    }
    arm()
    return subscription
  }
}
