// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Orientation

/// Reads iio-sensor-proxy's properties, and claims its sensor for a moment.
enum ProxyExamination {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  /// The time limits of the reply to a claim, and then of the first orientation.
  private static let claimLimit = Duration.seconds(5)
  private static let wordLimit = Duration.seconds(2)

  static func facts(_ address: BusAddress) -> ProxyFacts {
    do throws(BusError) {
      let dialogue = try BusDialogue(address)
      defer { dialogue.close() }
      guard try dialogue.isOwned(service) else {
        return ProxyFacts(isActivatable: dialogue.isActivatable(service))
      }
      let properties = dialogue.properties(of: service, at: path, in: service)
      // An implementation may lack GetAll and have single properties only.
      let has =
        properties["HasAccelerometer"] ?? property("HasAccelerometer", dialogue)
      var facts = ProxyFacts(
        isRunning: true, hasAccelerometer: has?.boolean,
        knowsTilt: properties["AccelerometerTilt"] != nil)
      if facts.hasAccelerometer == true { facts.claim = claim(dialogue) }
      return facts
    } catch {
      return ProxyFacts(busFailure: "\(error)")
    }
  }

  private static func claim(_ dialogue: BusDialogue) -> ProxyFacts.Claim {
    let call = BusCall(service, path, service, "ClaimAccelerometer")
    if case .failure(let error) = dialogue.ask(call, within: claimLimit) {
      if error.isAccessDenied { return .denied("\(error)") }
      return error.isTimeout ? .unanswered(claimLimit) : .failed("\(error)")
    }
    defer { _ = dialogue.ask(BusCall(service, path, service, "ReleaseAccelerometer")) }
    let end = EventLoop.now + wordLimit
    repeat {
      if let word = property("AccelerometerOrientation", dialogue)?.string, word != "undefined" {
        return .heard(word)
      }
      dialogue.turn()
    } while EventLoop.now < end
    return .silent(wordLimit)
  }

  private static func property(_ name: String, _ dialogue: BusDialogue) -> BusValue? {
    dialogue.property(name, of: service, at: path, in: service)
  }
}

/// A bus connection with blocking calls.
final class BusDialogue {
  typealias Reply = Result<[BusValue], BusError>

  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"
  private static let limit = Duration.seconds(2)

  private let loop: EventLoop
  private let connection: BusConnection

  /// Begins to connect; throws an error in words for the user.
  init(_ address: BusAddress) throws(BusError) {
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw BusError(name: "org.freedesktop.DBus.Error.Failed", message: "\(error)")
    }
    connection = try BusConnection(address, on: loop)
  }

  /// Closes the connection, which releases every claim.
  func close() { connection.close() }

  func ask(_ call: BusCall, within limit: Duration = limit) -> Reply {
    var reply: Reply?
    connection.call(call, limit: limit) { reply = $0 }
    // After the loss of the bus no reply arrives at all.
    let end = EventLoop.now + limit + .milliseconds(100)
    while reply == nil, EventLoop.now < end { turn() }
    let silence = BusError(name: "org.freedesktop.DBus.Error.NoReply", message: "no answer in time")
    return reply ?? .failure(silence)
  }

  /// Processes bus messages for up to a tenth of a second.
  func turn() { _ = try? loop.turn(waitingAtMost: .milliseconds(100)) }

  func isOwned(_ name: String) throws(BusError) -> Bool {
    let call = BusCall(Self.bus, Self.busPath, Self.bus, "NameHasOwner", [.string(name)])
    return try ask(call).get().first?.boolean == true
  }

  /// Returns whether the bus can start a service; nil if the bus does not reply.
  func isActivatable(_ name: String) -> Bool? {
    let call = BusCall(Self.bus, Self.busPath, Self.bus, "ListActivatableNames")
    guard let names = try? ask(call).get().first?.elements else { return nil }
    return names.contains { $0.string == name }
  }

  /// Returns all properties of an interface; empty on error.
  func properties(of interface: String, at path: String, in service: String) -> [String: BusValue] {
    let call = BusCall(
      service, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)])
    return (try? ask(call).get().first?.dictionary) ?? [:]
  }

  func property(
    _ name: String, of interface: String, at path: String, in service: String
  ) -> BusValue? {
    let call = BusCall(
      service, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    return try? ask(call).get().first
  }
}
