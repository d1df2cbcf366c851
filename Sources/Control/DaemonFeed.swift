// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Explanation
public import Formats

/// The daemon's events in a loop, and answers to questions about its decisions.
public final class DaemonFeed {
  /// What the daemon says.
  public enum News {
    case event(ControlEvent, state: JSONValue?)
    /// A decision's number, its text, and its explanation as a document.
    case explained(Int, text: String, JSONValue)
    /// The connection is over; nothing more comes.
    case lost(ControlProblem)
  }

  /// What the daemon answered first: `program`, `next` and `state`.
  public let beginning: JSONValue
  private let connection: ControlConnection
  private let loop: EventLoop
  private let onNews: (News) -> Void
  private var token: Token?
  private var asked: [Int] = []

  /// Connects and begins to watch; throws when no daemon runs.
  public convenience init(
    _ address: ControlAddress, all: Bool = false, on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    try self.init(ControlConnection(address), all: all, on: loop, onNews: onNews)
  }

  /// Begins to watch over a connection.
  public init(
    _ connection: ControlConnection, all: Bool = false, on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    self.loop = loop
    self.onNews = onNews
    self.connection = connection
    beginning = try connection.ask(.watch(all: all))
  }

  /// Goes on in the loop.
  public func start() throws(SystemError) {
    token = try loop.add(connection.descriptor, for: .readable) { [weak self] _ in self?.read() }
  }

  /// Asks for the explanation of a decision; it comes as news.
  public func explain(_ number: Int, _ detail: ControlRequest.Detail, _ style: TextStyle) {
    do throws(ControlProblem) {
      try connection.send(.explain(number, detail, style))
      asked.append(number)
    } catch {
      disconnected(error)
    }
  }

  private func read() {
    do throws(ControlProblem) {
      for message in try connection.receiveAvailable() { receive(message) }
    } catch {
      disconnected(error)
    }
  }

  private func receive(_ message: JSONValue) {
    if let event = ControlEvent(message) {
      return onNews(.event(event, state: message["state"]))
    }
    guard let reply = ControlReply(message), !asked.isEmpty else { return }
    let number = asked.removeFirst()
    guard case .result(let result) = reply, let explanation = result["explanation"] else { return }
    onNews(.explained(number, text: result["text"]?.string ?? "", explanation))
  }

  private func disconnected(_ problem: ControlProblem) {
    guard let token else { return }
    loop.remove(token)
    self.token = nil
    onNews(.lost(problem))
  }
}
