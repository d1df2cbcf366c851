// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

extension ZwlrOutputConfigurationHeadV1Resource.Request {
  /// Which value is set; a mode and a custom mode are the same value.
  var number: UInt32 {
    switch self {
    case .setMode, .setCustomMode: 0
    case .setPosition: 1
    case .setTransform: 2
    case .setScale: 3
    case .setAdaptiveSync: 4
    }
  }
}

extension OutputChange {
  /// Takes a value over, or says what is wrong with it.
  mutating func take(
    _ request: ZwlrOutputConfigurationHeadV1Resource.Request, manager: OutputManager
  ) -> (code: ZwlrOutputConfigurationHeadV1.ErrorCode, message: String)? {
    let limits = OutputSpecification.limits
    switch request {
    case .setMode(let mode):
      // There is one mode, the current one.
      guard manager.knows(mode) else { return (.invalidMode, "the mode belongs to another output") }
    case .setCustomMode(let width, let height, let refresh):
      guard width > 0, height > 0, refresh >= 0 else {
        return (.invalidCustomMode, "\(width)x\(height) at \(refresh) is no mode")
      }
      if width > limits.side || height > limits.side { isBeyond = true }
      size = Size(width: width, height: height)
      if refresh > 0 { self.refresh = max(1000, min(refresh, 1_000_000)) }
    case .setPosition(let x, let y):
      let farthest: Int32 = 1 << 20
      position = Point(x: max(-farthest, min(farthest, x)), y: max(-farthest, min(farthest, y)))
    case .setTransform(let value):
      guard let transform = Transform(wire: value) else {
        return (.invalidTransform, "\(value.rawValue) is no transform: 0 to 7 are")
      }
      self.transform = transform
    case .setScale(let value):
      guard value.rawValue > 0 else { return (.invalidScale, "\(value.value) is no scale") }
      // Whole scales only; to others the answer is "failed", which is no offence.
      if value.rawValue % 256 != 0 || value.rawValue / 256 > limits.scale { isBeyond = true }
      scale = max(1, value.rawValue / 256)
    case .setAdaptiveSync(let state):
      guard state.rawValue <= 1 else {
        return (.invalidAdaptiveSyncState, "\(state.rawValue): 0 and 1 are valid")
      }
    }
    return nil
  }
}
