// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// Turns outputs through kde_output_management_v2.
final class KDEApplier: TransformApplier {
  let name = "kde"
  private let proxy: KdeOutputManagementV2Proxy
  private let outputs: KDEOutputs
  private var configurations: [ObjectIdentifier: KdeOutputConfigurationV2Proxy] = [:]

  init(_ proxy: KdeOutputManagementV2Proxy, _ outputs: KDEOutputs) {
    self.proxy = proxy
    self.outputs = outputs
  }

  func obstacle(to output: String) -> String? {
    outputs.device(named: output) == nil ? "KWin has no output device called \(output)" : nil
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    do throws(WaylandError) {
      try send(change, onEnd: onEnd)
    } catch {
      onEnd(.unsupported(reason: "\(error)"))
    }
  }

  /// Outputs that are left out stay as they are, so only places and transforms are sent.
  private func send(
    _ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void
  ) throws(WaylandError) {
    let configuration = try proxy.createConfiguration()
    do throws(WaylandError) {
      for place in change.layout {
        guard let device = outputs.device(named: place.output)?.proxy else { continue }
        try configuration.transform(output: device, transform: place.transform.wire)
        try configuration.position(output: device, x: place.position.x, y: place.position.y)
      }
      try configuration.apply()
    } catch {
      configuration.destroy()
      throw error
    }
    let key = ObjectIdentifier(configuration)
    configurations[key] = configuration
    var reason: String?
    configuration.onEvent = { [weak self] event in
      if case .failureReason(let text) = event {
        reason = text.string
        return
      }
      self?.configurations.removeValue(forKey: key)?.destroy()
      if case .applied = event {
        onEnd(.succeeded)
      } else {
        onEnd(reason.map { .refused(reason: $0) } ?? .failed)
      }
    }
  }
}
