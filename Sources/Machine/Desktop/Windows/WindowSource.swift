// SPDX-License-Identifier: Apache-2.0

/// A source of a session's windows: a Wayland protocol or a connection beside Wayland.
public protocol WindowSource: AnyObject {
  /// The interface's name in messages, and the facts that it reports.
  var interface: WindowInterface { get }
  /// The windows of the last report; an identifier is not reused while the source lasts.
  var windows: [DesktopWindow] { get }
  /// Whether each window has to be requested, which takes one more round trip.
  var isAskedOneByOne: Bool { get }
}

extension WindowSource {
  /// `false`: most compositors report windows without a request for each.
  public var isAskedOneByOne: Bool { false }
}

/// A window source at a compositor's own socket.
protocol SocketWindowSource: WindowSource {
  /// The names of the outputs that the compositor has reported.
  var outputs: [String] { get }

  /// Requests the windows; `onReport` is called with `nil` after each report of the windows, and
  /// once with a reason if the reports end, or none comes.
  func start(onReport: @escaping (_ failure: String?) -> Void)
}

extension SocketWindowSource {
  /// Starts the source and checks that it belongs to the session's compositor; `onEnd` is called
  /// once, with the first report.
  func begin(
    _ session: Session, _ place: SearchPlace, onEnd: @escaping CompositorBackend.WindowsAnswer
  ) {
    // The source is kept until its first report.
    var search: (source: Self, onEnd: CompositorBackend.WindowsAnswer)? = (self, onEnd)
    start { [weak session] failure in
      if let (source, onEnd) = search {
        search = nil
        if let failure { return onEnd(.failed(failure)) }
        let isOwn = session?.hasOutputs(among: source.outputs) == true
        onEnd(isOwn ? .found(source) : .absent(""))
      } else if let failure {
        place.onLoss(failure)
      } else {
        session?.sourceChanged()
      }
    }
  }
}

/// The numbers of windows that the compositor names in another way; no number is reused.
struct WindowNumbers<Name: Hashable> {
  private var numbers: [Name: UInt32] = [:]
  private var last: UInt32 = 0

  /// The number of a window; `nil` if the window is unknown.
  subscript(name: Name) -> UInt32? { numbers[name] }

  /// Returns the number of a window, allocating a new one if it has none.
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

  /// Returns the windows in the order of their numbers, without repetitions of a name.
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
