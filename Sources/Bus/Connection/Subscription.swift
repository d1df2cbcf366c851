// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// Something that the bus will call back for; dropping it ends that.
public final class Subscription {
  /// Takes a message and says what to do with it.
  typealias Handler = (OpaquePointer) -> Void

  private let handler: Handler
  private var slot: OpaquePointer?

  init(handler: @escaping Handler) { self.handler = handler }

  deinit { cancel() }

  /// Ends it now; also possible while it is being called.
  public func cancel() {
    guard let slot else { return }
    self.slot = nil
    sd_bus_slot_unref(slot)
  }

  /// Lets `register` hand our pointer to the library and keeps the slot that it gets.
  func register(
    _ call: String,
    with register: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(BusError) {
    let code = register(&slot, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else { throw BusError(call: call, code) }
  }

  /// What the library calls: it never outlives us, since our end takes the slot with it.
  static let callback: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    let subscription = Unmanaged<Subscription>.fromOpaque(context).takeUnretainedValue()
    subscription.handler(message)
    return 0
  }
}
