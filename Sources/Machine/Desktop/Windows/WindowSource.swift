// SPDX-License-Identifier: Apache-2.0

/// What reports windows to a session: a protocol of Wayland, or a connection beside Wayland.
public protocol WindowSource: AnyObject {
  /// What it is called in messages, and how much it reports.
  var interface: WindowInterface { get }
  /// The windows of the last report; a number is not used again while the source lasts.
  var windows: [DesktopWindow] { get }
  /// Whether each window has to be asked for, which takes the compositor an answer more.
  var isAskedOneByOne: Bool { get }
}

extension WindowSource {
  /// Most compositors report windows without being asked for each.
  public var isAskedOneByOne: Bool { false }
}

/// A window source at a compositor's own socket.
protocol SocketWindowSource: WindowSource {
  /// The names of the outputs that the compositor has reported.
  var outputs: [String] { get }

  /// Requests the windows; `onEnd` is called once, with nil when they are known or with the reason why
  /// they are not.
  ///
  /// Afterwards `onReport` is called whenever they have changed, and `onLoss` once, with a reason, if
  /// no more reports will come.
  func start(
    onReport: @escaping () -> Void, onLoss: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void)
}

extension SocketWindowSource {
  /// Starts a source and proves that it is of the session's compositor.
  func begin(
    _ session: Session, _ place: SearchPlace, onEnd: @escaping CompositorBackend.WindowsAnswer
  ) {
    start(
      onReport: { [weak session] in session?.sourceChanged() }, onLoss: place.onLoss,
      onEnd: { [self, unowned session] reason in
        if let reason { return onEnd(.failed(reason)) }
        onEnd(session.hasOutputs(among: outputs) ? .found(self) : .absent(""))
      })
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
