// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// Asks iio-sensor-proxy what it has, and claims its sensor for a moment.
enum ProxyExamination {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  /// How long a claim may take, and then a first word, in milliseconds.
  private static let claimLimit: Int64 = 5000
  private static let wordLimit: Int64 = 2000

  static func facts(_ address: BusAddress) -> ProxyFacts {
    do throws(BusError) {
      let dialogue = try BusDialogue(address)
      defer { dialogue.close() }
      guard try dialogue.isOwned(service) else {
        return ProxyFacts(isActivatable: dialogue.isActivatable(service))
      }
      let properties = dialogue.properties(of: service, at: path, in: service)
      // Somebody may implement single properties only.
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
    let end = EventLoop.now + wordLimit * 1_000_000
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
