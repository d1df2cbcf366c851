// SPDX-License-Identifier: Apache-2.0

/// What a session follows for its windows beside Wayland.
public protocol WindowFeed: AnyObject {
  /// What it is called in messages, and how much it tells.
  var interface: WindowInterface { get }
  /// The windows of its last report; a number is not used again while the feed lasts.
  var windows: [DesktopWindow] { get }
  /// The path of the socket at which the session's own sway answers; nil elsewhere.
  var swaySocket: String? { get }
}

extension WindowFeed {
  /// No sway, unless the feed is one.
  public var swaySocket: String? { nil }
}

/// A compositor's own socket that tells more of windows than the protocols that compositors share.
///
/// `WindowSearch` of the daemon starts one, has the session follow it, and looks again when it is lost.
public protocol WindowSource: WindowFeed {
  /// The names of the outputs that it knows.
  var outputs: [String] { get }

  /// Asks for the windows; `onEnd` is called once, with nil when they are known or with the reason why
  /// they are not.
  ///
  /// Afterwards `onReport` is called whenever they have changed, and `onLoss` once, with a reason, if
  /// no more reports will come.
  func start(
    onReport: @escaping () -> Void, onLoss: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void)
}

extension WindowSource {
  /// Whether it tells of this session's windows, and not of those of a compositor around or inside it.
  public func isOf(_ session: Session) -> Bool {
    let names = session.outputs.filter(\.enabled).map(\.name)
    return !names.isEmpty && names.allSatisfy(outputs.contains)
  }
}

/// Our own numbers for windows that somebody else names; a number is given once.
struct WindowNumbers<Name: Hashable> {
  private var numbers: [Name: UInt32] = [:]
  private var last: UInt32 = 0

  /// The number of a window that is known.
  subscript(name: Name) -> UInt32? { numbers[name] }

  /// The number of a window, a new one if it has none.
  mutating func number(of name: Name) -> UInt32 {
    if let number = numbers[name] { return number }
    last += 1
    numbers[name] = last
    return last
  }

  /// Forgets all windows but these.
  mutating func keep(only names: some Sequence<Name>) {
    let names = Set(names)
    numbers = numbers.filter { names.contains($0.key) }
  }

  /// Puts named windows into the order of their numbers; what has the name of another one is left out.
  mutating func numbered(_ windows: [(name: Name, window: DesktopWindow)]) -> [DesktopWindow] {
    keep(only: windows.lazy.map(\.name))
    var seen: Set<Name> = []
    return windows.compactMap { entry in
      guard seen.insert(entry.name).inserted else { return nil }
      var window = entry.window
      window.id = number(of: entry.name)
      return window
    }.sorted { $0.id < $1.id }
  }
}
