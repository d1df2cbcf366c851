// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop

/// Keeps iio-sensor-proxy's accelerometer claimed and asks what it says.
public final class PoseWitness {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  /// It looks at the sensor every 700 ms, so that after this time its word is of this pose.
  private static let patience: Int64 = 1_600_000_000

  private let dialogue: BusDialogue

  /// Claims the accelerometer; nil if there is none to claim.
  public init?(bus address: BusAddress = .system) {
    guard let dialogue = try? BusDialogue(address), (try? dialogue.isOwned(Self.service)) == true,
      case .success = dialogue.ask(
        BusCall(Self.service, Self.path, Self.service, "ClaimAccelerometer"), within: 5000)
    else { return nil }
    self.dialogue = dialogue
    guard
      dialogue.property(
        "HasAccelerometer", of: Self.service, at: Self.path, in: Self.service)?.boolean == true
    else {
      dialogue.close()
      return nil
    }
  }

  deinit { dialogue.close() }

  /// What it says after it has had time to look; nil if it says nothing at all.
  public func word() -> String? {
    let end = EventLoop.now + Self.patience
    while EventLoop.now < end { dialogue.turn() }
    return dialogue.property(
      "AccelerometerOrientation", of: Self.service, at: Self.path, in: Self.service)?.string
  }
}
