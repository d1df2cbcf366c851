// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// What tells a session of windows: a source of the compositor's own, KWin's protocol or wlroots'.
final class WindowReports {
  private var list: WindowList?
  private var plasma: PlasmaWindows?
  private var source: (any WindowSource)?
  /// Whether a window has said something that has not been looked at.
  private(set) var isStale = false

  /// What tells of windows; nil if nothing does.
  var interface: WindowInterface? {
    if let source { return source.interface }
    if plasma != nil { return .plasma }
    return list == nil ? nil : .wlr
  }

  /// The socket of the sway that tells of windows; nil if something else does.
  var swaySocket: String? { source?.swaySocket }

  /// Whether KWin tells of the windows, which have to be asked for one by one.
  var areAskedOneByOne: Bool { plasma != nil }
  var lacksPlasma: Bool { plasma == nil }
  var lacksList: Bool { list == nil }

  func follow(_ source: (any WindowSource)?) { self.source = source }

  func follow(_ proxy: OrgKdePlasmaWindowManagementProxy) {
    plasma = PlasmaWindows(proxy) { [weak self] in self?.isStale = true }
  }

  func follow(_ proxy: ZwlrForeignToplevelManagerV1Proxy) {
    list = WindowList(proxy) { [weak self] in self?.isStale = true }
  }

  /// The windows as the one tells them that knows most; `name` is what an output is called.
  func current(
    among outputs: [DesktopOutput], name: (WlOutputProxy) -> String?
  ) -> [DesktopWindow] {
    isStale = false
    if let source { return source.windows }
    if let plasma { return plasma.windows.filter(\.isKnown).map { $0.window(among: outputs) } }
    return (list?.windows ?? []).filter(\.isKnown).map { $0.window(named: name) }
  }
}
