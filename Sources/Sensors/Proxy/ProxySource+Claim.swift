// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Orientation

extension ProxySource {
  /// What the service may take to answer a claim, in milliseconds: from 3.6 on it waits for the
  /// sensor's first reading.
  private static let claimLimit: Int64 = 20_000
  /// When to ask again after a refusal, in nanoseconds: the session may have become the active one.
  private static let askAgainAfter: Int64 = 30_000_000_000

  /// Claims if there is somebody to ask and it has not been done.
  func askForClaim() {
    guard owner != nil, claimState == .none, let connection else { return }
    claimState = .asked
    generation += 1
    let asked = generation
    connection.call(method("ClaimAccelerometer"), limit: Self.claimLimit) { [weak self] reply in
      guard let self, generation == asked else { return }
      switch reply {
      case .success:
        claimState = .granted
        told.isRight("claim")
        askForOrientation()
      case .failure(let error): refused(error)
      }
    }
  }

  private func refused(_ error: BusError) {
    // The owner has just gone; NameOwnerChanged says the rest.
    guard !error.isUnknownService else { return }
    claimState = .refused
    let words =
      if error.isAccessDenied {
        "iio-sensor-proxy refuses its accelerometer: \(error). It is given to the active local "
          + "session only: start swivel inside the graphical session, not over ssh or from a "
          + "lingering unit, or allow net.hadess.SensorProxy.claim-sensor in a polkit rule"
      } else if error.isTimeout {
        "iio-sensor-proxy did not answer the claim: its sensor may be silent; restart "
          + "iio-sensor-proxy.service, or use --sensor iio"
      } else {
        "iio-sensor-proxy cannot be claimed: \(error)"
      }
    let refusal = generation
    host?.loop.schedule(after: Self.askAgainAfter) { [weak self] in
      guard let self, generation == refusal, claimState == .refused else { return }
      claimState = .none
      askForClaim()
    }
    if let event = told.once("claim", .problem(words)) { host?.report(event) }
  }

  func askForAccelerometer() {
    read("HasAccelerometer") { $0.accelerometer($1.boolean) }
  }

  func askForOrientation() {
    read("AccelerometerOrientation") { $0.orientation($1) }
  }

  private func read(_ property: String, take: @escaping (ProxySource, BusValue) -> Void) {
    let asked = owner
    connection?.property(property, of: Self.service, at: Self.path, in: Self.service) {
      [weak self] reply in
      // What the owner of that moment said holds only for it.
      guard let self, owner == asked, case .success(let value) = reply else { return }
      take(self, value)
    }
  }

  func changed(_ properties: [String: BusValue], _ invalidated: [String]) {
    if let value = properties["HasAccelerometer"] {
      accelerometer(value.boolean)
    } else if invalidated.contains("HasAccelerometer") {
      askForAccelerometer()
    }
    if let value = properties["AccelerometerOrientation"] {
      orientation(value)
    } else if invalidated.contains("AccelerometerOrientation") {
      askForOrientation()
    }
  }

  private func accelerometer(_ value: Bool?) {
    guard let value else { return counts.count(.wrongType) }
    guard value != hasAccelerometer else { return }
    hasAccelerometer = value
    host?.report(
      value
        ? .available("proxy: iio-sensor-proxy on \(address)")
        : .lost("iio-sensor-proxy runs but has no accelerometer"))
  }

  /// Before the claim the value may be anybody's and any age, so it does not count.
  private func orientation(_ value: BusValue) {
    guard isWanted, claimState == .granted, let host else { return }
    guard let word = value.string else { return counts.count(.wrongType) }
    guard word != "undefined" else { return }
    guard let edge = PanelEdge(proxyName: word) else {
      counts.count(.unknownWord)
      let shown = String(word.prefix(40).filter { $0.isLetter || $0 == "-" })
      let words = "iio-sensor-proxy says an unknown orientation, '\(shown)': left out"
      if let event = told.once("word", .problem(words)) { host.report(event) }
      return
    }
    told.isRight("word")
    counts.countGood()
    host.report(.edgeUp(edge))
  }
}
