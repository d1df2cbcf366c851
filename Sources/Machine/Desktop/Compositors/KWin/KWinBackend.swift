// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text
import WaylandClient

extension WindowInterface {
  /// KWin's protocols for windows and virtual desktops, available to programs that KWin trusts.
  public static let plasma = WindowInterface(name: "org_kde_plasma_window_management", knows: .all)
}

final class KWinBackend: CompositorBackend {
  static let way: ApplierChoice? = .kde
  static let desktops = [
    DesktopKnowledge(
      "KDE Plasma", process: "kwin_wayland", by: .plasma, .played("kwin"),
      remedy: "KWin tells only programs whose desktop file is installed: "
        + "io.github.swivel.Swivel.desktop in share/applications")
  ]

  static let frames = [
    FrameKnowledge(
      "KDE Plasma", processes: ["kwin_wayland"],
      habit: "begins with it; before 6.6.1 its own rotation adds it once more",
      source: "kwin, src/outputconfigurationstore.cpp")
  ]

  private unowned let session: Session
  private let outputs = KDEOutputs()
  private var kde: KDEApplier?
  var applier: (any TransformApplier)? { kde }
  private var plasma: PlasmaWindows?

  init(_ session: Session) {
    self.session = session
    outputs.onCommit = { [weak session] in session?.refresh() }
  }

  func bind(_ global: RegistryGlobal) {
    if kde == nil, let proxy = session.bind(global, as: KdeOutputManagementV2Proxy.self) {
      kde = KDEApplier(proxy, outputs)
    }
    if let proxy = session.bind(global, as: KdeOutputDeviceV2Proxy.self) {
      outputs.add(proxy, global: global.name)
    }
    if global.version >= KDEOutputs.registryVersion,
      let proxy = session.bind(global, as: KdeOutputDeviceRegistryV2Proxy.self)
    {
      outputs.follow(proxy)
    }
    guard session.announced[OrgKdePlasmaWindowManagementProxy.interfaceName] != nil else { return }
    // The protocols for windows and for virtual desktops may be announced in either order.
    let plasma = plasma ?? PlasmaWindows(session)
    if !plasma.isOffered,
      let proxy = session.bind(global, as: OrgKdePlasmaWindowManagementProxy.self)
    {
      plasma.follow(proxy)
    }
    if let proxy = session.bind(global, as: OrgKdePlasmaVirtualDesktopManagementProxy.self) {
      plasma.follow(proxy)
    }
    self.plasma = plasma
  }

  func remove(global: UInt32) { outputs.remove(global: global) }

  var windows: (any WindowSource)? { plasma?.isOffered == true ? plasma : nil }

  func complete(_ output: inout DesktopOutput, from facts: OutputFacts) {
    output.scale = outputs.device(named: output.name)?.facts?.scale ?? output.scale
  }

  var autoRotation: [String: AutoRotation] {
    outputs.devices.compactMap(\.facts).reduce(into: [:]) { $0[$1.name] = $1.autoRotation }
  }

  var canSetAutoRotation: Bool { kde?.canSetAutoRotation ?? false }

  func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void
  ) {
    kde?.setAutoRotation(policies, onEnd: onEnd)
  }
}

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

  /// Requests a change with transforms and positions only; leaves out outputs that KWin has not
  /// announced.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    send(onEnd) { (configuration) throws(WaylandError) in
      for place in change.layout {
        guard let device = outputs.device(named: place.output)?.proxy else { continue }
        try configuration.transform(output: device, transform: place.transform.wire)
        try configuration.position(output: device, x: place.position.x, y: place.position.y)
      }
    }
  }

  var canSetAutoRotation: Bool { proxy.version >= AutoRotation.settableSince }

  func setAutoRotation(
    _ policies: [String: AutoRotation], onEnd: @escaping (ChangeResult) -> Void
  ) {
    send(onEnd) { (configuration) throws(WaylandError) in
      for (name, policy) in policies.sorted(by: { $0.key < $1.key }) {
        guard let device = outputs.device(named: name)?.proxy else { continue }
        try configuration.setAutoRotatePolicy(output: device, policy: policy.wire)
      }
    }
  }

  private func send(
    _ onEnd: @escaping (ChangeResult) -> Void,
    _ fill: (KdeOutputConfigurationV2Proxy) throws(WaylandError) -> Void
  ) {
    do throws(WaylandError) {
      try sendFilled(onEnd, fill)
    } catch {
      onEnd(.unsupported(reason: "\(error)"))
    }
  }

  /// Fills and applies a configuration; KWin keeps every property that the configuration leaves
  /// out.
  private func sendFilled(
    _ onEnd: @escaping (ChangeResult) -> Void,
    _ fill: (KdeOutputConfigurationV2Proxy) throws(WaylandError) -> Void
  ) throws(WaylandError) {
    let configuration = try proxy.createConfiguration()
    do throws(WaylandError) {
      try fill(configuration)
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
        reason = UntrustedText(text.string).message
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

extension AutoRotation {
  fileprivate var wire: KdeOutputConfigurationV2.AutoRotatePolicy {
    switch self {
    case .never: .never
    case .inTabletMode: .inTabletMode
    case .always: .always
    }
  }
}
