// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// What tells a session of windows: a source beside Wayland, or one of the protocols for that.
///
/// The one that knows most counts, as `WindowInterface.all` has them. What others have chosen stays
/// within bounds: the length of names, and how many windows there are.
final class WindowReports {
  private lazy var list = WindowList { [weak self] in self?.isStale = true }
  private lazy var plasma = PlasmaWindows { [weak self] in self?.isStale = true }
  private lazy var toplevels = ToplevelList { [weak self] in self?.isStale = true }
  private var source: (any WindowFeed)?
  private var offered: Set<String> = []
  private var bounds = WindowBounds()
  /// What is added to the numbers of whoever tells now, so that no number is used again.
  private var (base, highest): (UInt32, UInt32) = (0, 0)
  /// Whether a window has said something that has not been looked at.
  private(set) var isStale = false

  /// What tells of windows; nil if nothing does.
  var interface: WindowInterface? {
    if let source { return source.interface }
    if plasma.isOffered { return .plasma }
    if toplevels.isDetailed { return .cosmic }
    if list.isOffered { return .wlr }
    return toplevels.isOffered ? .toplevelList : nil
  }

  /// The socket of the sway that tells of windows; nil if something else does.
  var swaySocket: String? { source?.swaySocket }

  /// Whether windows have to be asked for one by one, which takes an answer more.
  var areAskedOneByOne: Bool { plasma.isOffered || toplevels.isOffered }

  /// Takes windows from a source beside Wayland, nil for no longer; those known before count as gone.
  func follow(_ source: (any WindowFeed)?) {
    self.source = source
    base = highest
    isStale = true
  }

  /// The source has something new to tell.
  func sourceChanged() { isStale = true }

  /// What is wrong with windows and has not been said yet, for people.
  func takeProblems() -> [String] { bounds.takeProblems() }

  /// The compositor offers an interface; to be called for all that are known before one is bound.
  func note(_ interface: String) { offered.insert(interface) }

  /// Binds a protocol for windows if it tells something that the other ones do not.
  func bind(_ global: RegistryGlobal, in registry: WlRegistryProxy) throws(WaylandError) {
    func bind<Bound: InterfaceProxy>(_ type: Bound.Type) throws(WaylandError) -> Bound {
      try registry.bind(name: global.name, as: type, version: global.version)
    }
    let hasPlasma = offered.contains(OrgKdePlasmaWindowManagementProxy.interfaceName)
    let hasCosmic = offered.contains(ZcosmicToplevelInfoV1Proxy.interfaceName)
    let hasList = offered.contains(ZwlrForeignToplevelManagerV1Proxy.interfaceName)
    switch global.interface {
    case OrgKdePlasmaWindowManagementProxy.interfaceName where !plasma.isOffered:
      plasma.follow(try bind(OrgKdePlasmaWindowManagementProxy.self))
    case OrgKdePlasmaVirtualDesktopManagementProxy.interfaceName where hasPlasma:
      plasma.follow(try bind(OrgKdePlasmaVirtualDesktopManagementProxy.self))
    case ZwlrForeignToplevelManagerV1Proxy.interfaceName where !list.isOffered:
      list.follow(try bind(ZwlrForeignToplevelManagerV1Proxy.self))
    case ExtForeignToplevelListV1Proxy.interfaceName where !toplevels.isOffered:
      guard hasCosmic || !(hasPlasma || hasList) else { return }
      toplevels.follow(try bind(ExtForeignToplevelListV1Proxy.self))
    case ZcosmicToplevelInfoV1Proxy.interfaceName
    where global.version >= ToplevelList.cosmicVersion && !toplevels.isDetailed:
      toplevels.follow(try bind(ZcosmicToplevelInfoV1Proxy.self))
    case ExtWorkspaceManagerV1Proxy.interfaceName where hasCosmic:
      toplevels.follow(try bind(ExtWorkspaceManagerV1Proxy.self))
    default: break
    }
  }

  /// The windows as the one tells them that knows most; `name` is what an output is called.
  func current(
    among outputs: [DesktopOutput], name: (WlOutputProxy) -> String?
  ) -> [DesktopWindow] {
    isStale = false
    var windows: [DesktopWindow]
    if let source {
      windows = source.windows
      if !source.interface.knows.contains(.fullscreen), list.isOffered {
        Self.addFullscreen(to: &windows, from: list.current(named: name))
      }
    } else if plasma.isOffered {
      windows = plasma.current(among: outputs)
    } else if toplevels.isDetailed || !list.isOffered {
      windows = toplevels.current(named: name)
    } else {
      windows = list.current(named: name)
    }
    bounds.apply(to: &windows, by: interface)
    for index in windows.indices {
      windows[index].id &+= base
      highest = max(highest, windows[index].id)
    }
    return windows
  }

  /// Adds full screen as a list tells it; windows are known by their names there.
  ///
  /// Of windows with the same names those count that have the focus, or else whose title differs.
  static func addFullscreen(to windows: inout [DesktopWindow], from listed: [DesktopWindow]) {
    let groups = Dictionary(grouping: listed, by: \.appID)
    for index in windows.indices {
      let window = windows[index]
      guard var same = groups[window.appID] else { continue }
      let titled = same.filter { $0.title == window.title }
      // A new title may be told by the one before the other.
      if !titled.isEmpty { same = titled }
      let focused = same.filter { $0.activated == window.activated }
      if !focused.isEmpty { same = focused }
      // Of those that cannot be told apart none counts unless all do.
      windows[index].fullscreen = same.allSatisfy(\.fullscreen)
    }
  }
}

/// Keeps what programs say of their windows within bounds, and says once what was left out.
struct WindowBounds {
  /// The longest identifier that counts as one, in bytes.
  static let longestAppID = 1024
  /// What is kept of a title, in bytes.
  static let longestTitle = 4096
  /// How many windows are looked at.
  static let mostWindows = 2048

  private enum Excess { case name, number }

  private var problems: [String] = []
  private var said: Set<Excess> = []

  /// Cuts titles, leaves out identifiers that are too long, and of too many windows the last.
  ///
  /// What has the focus always stays.
  mutating func apply(to windows: inout [DesktopWindow], by interface: WindowInterface?) {
    if windows.count > Self.mostWindows {
      say(
        .number,
        "\(interface?.name ?? "the compositor") tells of \(windows.count) windows; "
          + "only the first \(Self.mostWindows) have a say, and what has the focus")
      var count = 0
      windows.removeAll { window in
        count += 1
        return count > Self.mostWindows && !window.activated
      }
    }
    for index in windows.indices {
      if windows[index].appID.utf8.count > Self.longestAppID {
        say(
          .name,
          "a window has an app id of \(windows[index].appID.utf8.count) bytes, and is taken for "
            + "one without: more than \(Self.longestAppID) are none")
        windows[index].appID = ""
      }
      if windows[index].title.utf8.count > Self.longestTitle {
        let kept = windows[index].title.utf8.prefix(Self.longestTitle)
        windows[index].title = String(decoding: kept, as: UTF8.self)
      }
    }
  }

  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private mutating func say(_ excess: Excess, _ text: String) {
    if said.insert(excess).inserted { problems.append(text) }
  }
}
