// SPDX-License-Identifier: Apache-2.0
import CSystemd
import EventLoop
import Glibc
import Text

@testable import Bus

/// The bus's end of one program's connection: sd-bus as a server, without a thread of its own.
final class BusPeer {
  /// The unique name that the bus has assigned.
  let unique: String
  var rules: [MatchRule] = []
  var onMessage: (BusMessage) -> Void = { _ in }
  /// Called when the connection is closed.
  var onEnd: () -> Void = {}
  private var raw: OpaquePointer?
  private var filter: OpaquePointer?
  private let loop: EventLoop
  private var token: Token?
  private var replies: [UInt64: (BusConnection.Reply) -> Void] = [:]
  private var isProcessing = false

  init?(_ descriptor: Int32, as unique: String, in loop: EventLoop) {
    (self.unique, self.loop) = (unique, loop)
    guard sd_bus_new(&raw) >= 0, sd_bus_set_fd(raw, descriptor, descriptor) >= 0 else {
      Glibc.close(descriptor)
      return nil
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard sd_bus_set_server(raw, 1, sd_id128_t()) >= 0, sd_bus_set_anonymous(raw, 1) >= 0,
      sd_bus_set_method_call_timeout(raw, .max) >= 0,
      sd_bus_add_filter(raw, &filter, Self.onArrival, context) >= 0, sd_bus_start(raw) >= 0
    else { return nil }
    pause(false)
  }

  deinit { close() }

  var isOpen: Bool { raw != nil }

  func close() {
    guard let raw else { return }
    self.raw = nil
    pause(true)
    replies = [:]
    sd_bus_slot_unref(filter)
    sd_bus_close_unref(raw)
  }

  /// Stops or resumes reading what the program sends.
  func pause(_ isPaused: Bool) {
    if isPaused {
      if let token { loop.remove(token) }
      token = nil
    } else if let raw, token == nil {
      token = try? loop.add(sd_bus_get_fd(raw), for: .readable) { [weak self] _ in
        self?.process()
      }
    }
  }

  /// Handles the messages that have arrived.
  func process() {
    guard !isProcessing else { return }
    isProcessing = true
    var code: Int32 = 1
    while code > 0, let raw { code = sd_bus_process(raw, nil) }
    isProcessing = false
    guard code < 0, isOpen else { return }
    close()
    onEnd()
  }

  private static let onArrival: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    Unmanaged<BusPeer>.fromOpaque(context).takeUnretainedValue().take(message)
    return 1
  }

  private func take(_ raw: OpaquePointer) {
    let message = BusMessage(raw, from: unique)
    guard let cookie = message.repliesTo else { return onMessage(message) }
    replies.removeValue(forKey: cookie)?(message.reply)
  }

  func signal(
    from sender: String, _ path: String, _ interface: String, _ member: String,
    _ values: [BusValue]
  ) {
    var message: OpaquePointer?
    guard let raw, sd_bus_message_new_signal(raw, &message, path, interface, member) >= 0,
      let message
    else { return }
    defer { sd_bus_message_unref(message) }
    guard sd_bus_message_set_sender(message, sender) >= 0,
      (try? MessageWriter(message: message).append(values)) != nil
    else { return }
    sd_bus_send(raw, message, nil)
  }

  func call(
    _ call: BusCall, from sender: String, onReply: @escaping (BusConnection.Reply) -> Void
  ) {
    var message: OpaquePointer?
    guard let raw,
      sd_bus_message_new_method_call(
        raw, &message, call.destination, call.path, call.interface, call.member) >= 0,
      let message
    else { return }
    defer { sd_bus_message_unref(message) }
    var cookie: UInt64 = 0
    guard sd_bus_message_set_sender(message, sender) >= 0,
      (try? MessageWriter(message: message).append(call.arguments)) != nil,
      sd_bus_send(raw, message, &cookie) >= 0
    else { return }
    replies[cookie] = onReply
  }
}

/// A message from a program, which may be answered later.
final class BusMessage {
  /// The unique name of the program.
  let sender: String
  let values: [BusValue]
  private let raw: OpaquePointer

  init(_ raw: OpaquePointer, from sender: String) {
    (self.raw, self.sender) = (sd_bus_message_ref(raw), sender)
    values = MessageReader(message: raw).readAll()
  }

  deinit { sd_bus_message_unref(raw) }

  var isCall: Bool { sd_bus_message_is_method_call(raw, nil, nil) > 0 }
  var isSignal: Bool { sd_bus_message_is_signal(raw, nil, nil) > 0 }
  var destination: String { text(sd_bus_message_get_destination(raw)) }
  var interface: String { text(sd_bus_message_get_interface(raw)) }
  var member: String { text(sd_bus_message_get_member(raw)) }
  var path: String { text(sd_bus_message_get_path(raw)) }

  /// The number of the call that this message answers; `nil` if it answers none.
  var repliesTo: UInt64? {
    var cookie: UInt64 = 0
    return sd_bus_message_get_reply_cookie(raw, &cookie) >= 0 ? cookie : nil
  }

  var reply: BusConnection.Reply {
    BusError(reply: raw).map { .failure($0) } ?? .success(values)
  }

  func answer(_ values: [BusValue]) {
    var reply: OpaquePointer?
    guard sd_bus_message_new_method_return(raw, &reply) >= 0, let reply else { return }
    defer { sd_bus_message_unref(reply) }
    guard (try? MessageWriter(message: reply).append(values)) != nil else { return }
    sd_bus_send(nil, reply, nil)
  }

  func refuse(_ name: String, _ words: String) {
    var error = sd_bus_error()
    sd_bus_error_set(&error, name, words)
    defer { sd_bus_error_free(&error) }
    var reply: OpaquePointer?
    guard sd_bus_message_new_method_error(raw, &reply, &error) >= 0, let reply else { return }
    defer { sd_bus_message_unref(reply) }
    sd_bus_send(nil, reply, nil)
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
