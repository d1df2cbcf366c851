// SPDX-License-Identifier: Apache-2.0

/// A source of a session's windows: a Wayland protocol or another connection to the compositor.
public protocol WindowSource: AnyObject {
  /// The interface's name in messages, and the facts that it reports.
  var interface: WindowInterface { get }
  /// The windows of the last report; identifiers are not reused while the source exists.
  var windows: [DesktopWindow] { get }
  /// Whether the protocol needs a request for each window, which costs one more round trip.
  var isAskedOneByOne: Bool { get }
}

extension WindowSource {
  /// `false`: most protocols report windows without a request for each.
  public var isAskedOneByOne: Bool { false }
}

protocol SocketWindowSource: WindowSource {
  /// The names of the outputs that the compositor has reported.
  var outputs: [String] { get }

  /// Requests the windows.
  ///
  /// `onReport` is called with `nil` after each report of the windows, and once with a reason if
  /// the reports end or none arrives.
  func start(onReport: @escaping (_ failure: String?) -> Void)
}

extension SocketWindowSource {
  /// Starts the source and checks that its peer is the session's compositor; `onEnd` is called
  /// once, after the first report or a failure before it.
  ///
  /// Later reports are passed to the session, a later failure to `place.onLoss`.
  func begin(
    _ session: Session, _ place: SearchPlace, onEnd: @escaping CompositorBackend.WindowsAnswer
  ) {
    // The closure retains the source until its first report.
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

/// The numbers of windows that the compositor identifies by its own values; no number is reused.
struct WindowNumbers<Name: Hashable> {
  private var numbers: [Name: UInt32] = [:]
  private var last: UInt32 = 0

  subscript(name: Name) -> UInt32? { numbers[name] }

  mutating func number(of name: Name) -> UInt32 {
    if let number = numbers[name] { return number }
    last += 1
    numbers[name] = last
    return last
  }

  mutating func keep(only names: some Sequence<Name>) {
    let names = Set(names)
    numbers = numbers.filter { names.contains($0.key) }
  }

  /// Returns the windows with their numbers, sorted by them; if a name occurs repeatedly, only its
  /// first window is kept.
  ///
  /// The numbers of windows that are missing are forgotten.
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
