// SPDX-License-Identifier: Apache-2.0
import Formats

/// Follows sway's windows over its socket, which tells which of them are out of sight.
public final class SwayWindows: WindowSource {
  /// What it is called in messages, and how much it tells.
  public var interface: WindowInterface { .sway }
  /// The socket that it asks, which other questions can go to as well.
  public var swaySocket: String? { connection.path }
  /// The windows of its last report.
  public private(set) var windows: [DesktopWindow] = []
  private let connection: SwayConnection
  private var outputs: [String] = []
  private var numbers: [Int64: UInt32] = [:]
  private var lastNumber: UInt32 = 0
  /// Whether a question is under way, and whether something has happened since it was asked.
  private var (isAsking, isStale) = (false, false)
  private var onReport: () -> Void = {}

  /// Uses a connection to sway of its own.
  public init(_ connection: SwayConnection) { self.connection = connection }

  /// Asks for the windows; `onEnd` gets nil once they are known, or why they are not.
  ///
  /// Afterwards `onReport` is called whenever they have changed, and `onLoss` once if sway goes away.
  public func start(
    onReport: @escaping () -> Void, onLoss: @escaping (SwayError) -> Void,
    onEnd: @escaping (SwayError?) -> Void
  ) {
    self.onReport = onReport
    connection.onEnd = onLoss
    connection.onEvent = { [weak self] _, event in self?.handle(event) }
    connection.ask(.subscribe, #"["window", "workspace"]"#) { [weak self] reply in
      switch reply {
      case .failure(let error): onEnd(error)
      case .success(let value):
        guard value["success"]?.bool == true else { return onEnd(.malformed) }
        self?.ask { onEnd($0) }
      }
    }
  }

  /// Whether this sway is the compositor of a session, and not one around or inside it.
  public func isOf(_ session: Session) -> Bool {
    let names = session.outputs.filter(\.enabled).map(\.name)
    return !names.isEmpty && names.allSatisfy { outputs.contains($0) }
  }

  private func handle(_ event: JSONValue) {
    // A terminal may change its title many times a second; the event has it already.
    if event["change"]?.string == "title", let id = event["container"]?["id"]?.int,
      let number = numbers[id], let index = windows.firstIndex(where: { $0.id == number }),
      let title = event["container"]?["name"]?.string
    {
      guard windows[index].title != title else { return }
      windows[index].title = title
      return onReport()
    }
    isStale = true
    guard !isAsking else { return }
    ask { [weak self] error in
      if error == nil { self?.onReport() }
    }
  }

  /// Asks until nothing has happened between the question and its answer.
  private func ask(onEnd: @escaping (SwayError?) -> Void) {
    (isAsking, isStale) = (true, false)
    connection.ask(.getTree) { [weak self] reply in
      guard let self else { return }
      isAsking = false
      switch reply {
      case .failure(let error): onEnd(error)
      case .success(let tree):
        outputs = SwayTree.outputs(in: tree)
        take(SwayTree.views(in: tree))
        onEnd(nil)
        if isStale { ask { [weak self] in if $0 == nil { self?.onReport() } } }
      }
    }
  }

  private func take(_ views: [SwayTree.View]) {
    numbers = numbers.filter { known in views.contains { $0.id == known.key } }
    windows = views.map { view in
      var window = view.window
      window.id = number(of: view.id)
      return window
    }.sorted { $0.id < $1.id }
  }

  private func number(of id: Int64) -> UInt32 {
    if let number = numbers[id] { return number }
    lastNumber += 1
    numbers[id] = lastNumber
    return lastNumber
  }
}
