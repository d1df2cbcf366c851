// SPDX-License-Identifier: Apache-2.0
import CWaylandClient

/// The contents of a `wl_interface`, copied so that they can be compared and printed.
struct InterfaceFacts: Equatable {
  struct Message: Equatable {
    var name: String
    var signature: String
    var types: [String?]
  }

  var name: String
  var version: Int
  var requests: [Message]
  var events: [Message]

  init(name: String, version: Int, requests: [Message], events: [Message]) {
    self.name = name
    self.version = version
    self.requests = requests
    self.events = events
  }

  init(_ interface: wl_interface) {
    name = String(cString: interface.name)
    version = Int(interface.version)
    requests = Self.messages(interface.methods, interface.method_count)
    events = Self.messages(interface.events, interface.event_count)
  }

  private static func messages(_ start: UnsafePointer<wl_message>?, _ count: Int32) -> [Message] {
    UnsafeBufferPointer(start: start, count: Int(count)).map { message in
      let signature = String(cString: message.signature)
      let letters = signature.filter { $0.isLetter }.count
      return Message(
        name: String(cString: message.name), signature: signature,
        types: (0..<letters).map { index in
          message.types[index].map { String(cString: $0.pointee.name) }
        })
    }
  }
}
