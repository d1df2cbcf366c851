// SPDX-License-Identifier: Apache-2.0
import WaylandClient

extension Session {
  func bindOutput(_ global: Global) {
    guard let proxy = bind(global, as: WlOutputProxy.self) else { return }
    let tracker = OutputTracker(global: global.name, proxy: proxy) { [weak self] in
      self?.publish()
    }
    trackers.append(tracker)
    follow(tracker)
    // Later on there is no common answer to wait for.
    if isReady { afterAnswer { _ in tracker.commitUnfinished() } }
  }

  func removeOutput(_ global: UInt32) {
    guard let index = trackers.firstIndex(where: { $0.global == global }) else { return }
    trackers.remove(at: index).end()
    publish()
  }

  func bindManager(_ global: Global) {
    switch global.interface {
    case ZxdgOutputManagerV1Proxy.interfaceName where layout == nil:
      layout = bind(global, as: ZxdgOutputManagerV1Proxy.self)
      for tracker in trackers { follow(tracker) }
    case ZwlrOutputManagerV1Proxy.interfaceName where manager == nil:
      guard let proxy = bind(global, as: ZwlrOutputManagerV1Proxy.self) else { return }
      manager = OutputManager(proxy) { [weak self] in self?.publish() }
    case KdeOutputManagementV2Proxy.interfaceName where kdeApplier == nil:
      guard let proxy = bind(global, as: KdeOutputManagementV2Proxy.self) else { return }
      kdeApplier = KDEApplier(proxy, kdeOutputs)
    case KdeOutputDeviceV2Proxy.interfaceName:
      guard let proxy = bind(global, as: KdeOutputDeviceV2Proxy.self) else { return }
      kdeOutputs.add(proxy, global: global.name)
    case KdeOutputDeviceRegistryV2Proxy.interfaceName
    where global.version >= KDEOutputs.registryVersion:
      guard let proxy = bind(global, as: KdeOutputDeviceRegistryV2Proxy.self) else { return }
      kdeOutputs.follow(proxy)
    case OrgKdePlasmaWindowManagementProxy.interfaceName where plasmaWindows == nil:
      guard let proxy = bind(global, as: OrgKdePlasmaWindowManagementProxy.self) else { return }
      plasmaWindows = PlasmaWindows(proxy) { [weak self] in self?.areWindowsStale = true }
    case ZwlrForeignToplevelManagerV1Proxy.interfaceName where windowList == nil:
      guard let proxy = bind(global, as: ZwlrForeignToplevelManagerV1Proxy.self) else { return }
      windowList = WindowList(proxy) { [weak self] in self?.areWindowsStale = true }
    default: break
    }
  }

  private func follow(_ tracker: OutputTracker) {
    guarded { () throws(WaylandError) in
      if let layout { try tracker.follow(layout) }
    }
  }
}
