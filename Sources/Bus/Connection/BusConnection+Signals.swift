// SPDX-License-Identifier: Apache-2.0
import CSystemd

extension BusConnection {
  /// Calls `handler` with the arguments of every signal that fits, while the result is kept.
  public func subscribe(
    to match: SignalMatch, handler: @escaping ([BusValue]) -> Void
  ) throws(BusError) -> Subscription {
    guard let raw else {
      throw BusError.disconnected
    }
    let subscription = Subscription { handler(MessageReader(message: $0).readAll()) }
    try subscription.register("sd_bus_add_match_async") { slot, context in
      // Without a callback of ours a refusal ends the connection, which nobody overlooks.
      sd_bus_add_match_async(raw, slot, match.rule, Subscription.callback, nil, context)
    }
    arm()
    return subscription
  }

  /// Calls `handler` with the properties that change; those without a value have to be read.
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

  /// Calls `handler` with the owner of a name, first as it is now; nil means nobody owns it.
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
    // Asked after the subscription, so that no change falls between the two.
    let get = BusCall(bus, "/org/freedesktop/DBus", bus, "GetNameOwner", [.string(name)])
    call(get) { [weak subscription] reply in
      guard subscription != nil else { return }
      handler(try? reply.get().first?.string)
    }
    return subscription
  }
}
