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
  /// The names of the outputs that it knows.
  public private(set) var outputs: [String] = []
  private let connection: SwayConnection
  private var numbers = WindowNumbers<Int64>()
  /// Whether a question is under way, and whether something has happened since it was asked.
  private var (isAsking, isStale) = (false, false)
  private var onReport: () -> Void = {}

  /// Uses a connection to sway of its own.
  public init(_ connection: SwayConnection) { self.connection = connection }

  /// Subscribes to what happens to windows, and asks for the tree.
  public func start(
    onReport: @escaping () -> Void, onLoss: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void
  ) {
    self.onReport = onReport
    connection.onEnd = { onLoss("\($0)") }
    connection.onEvent = { [weak self] _, event in self?.handle(event) }
    connection.ask(.subscribe, #"["window", "workspace"]"#) { [weak self] reply in
      switch reply {
      case .failure(let error): onEnd("\(error)")
      case .success(let value):
        guard value["success"]?.bool == true else { return onEnd("\(SocketError.malformed)") }
        self?.ask { onEnd($0.map { "\($0)" }) }
      }
    }
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
  private func ask(onEnd: @escaping (SocketError?) -> Void) {
    (isAsking, isStale) = (true, false)
    connection.ask(.getTree) { [weak self] reply in
      guard let self else { return }
      isAsking = false
      switch reply {
      case .failure(let error): onEnd(error)
      case .success(let tree):
        outputs = SwayTree.outputs(in: tree)
        windows = numbers.numbered(SwayTree.views(in: tree).map { ($0.id, $0.window) })
        onEnd(nil)
        if isStale { ask { [weak self] in if $0 == nil { self?.onReport() } } }
      }
    }
  }
}
