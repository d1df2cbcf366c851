// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Explanation
public import Formats

/// The daemon's events in an event loop, with replies to requests.
public final class DaemonFeed {
  /// A message of the daemon, or the end of the connection.
  public enum News {
    case event(ControlEvent, state: JSONValue?)
    /// A decision's number, its text, and its explanation as a document.
    case explained(Int, text: String, JSONValue)
    /// The daemon refused a request.
    case refused(ControlFailure)
    /// The connection is lost; nothing follows.
    case lost(ControlProblem)
  }

  /// The reply to the watch request: `program`, `next` and `state`.
  public let beginning: JSONValue
  private let connection: ControlConnection
  private let loop: EventLoop
  private let onNews: (News) -> Void
  private var token: Token?
  /// The decisions whose explanations are pending; nil for other requests.
  private var asked: [Int?] = []

  /// Connects and begins to watch; throws if no daemon runs.
  public convenience init(
    _ address: ControlAddress, all: Bool = false, on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    try self.init(ControlConnection(address), .watch(all: all), on: loop, onNews: onNews)
  }

  /// Begins to watch over a connection, with a request that is followed by events.
  public init(
    _ connection: ControlConnection, _ request: ControlRequest = .watch(all: false),
    on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    self.loop = loop
    self.onNews = onNews
    self.connection = connection
    beginning = try connection.ask(request)
  }

  /// Adds the connection to the loop.
  public func start() throws(SystemError) {
    token = try loop.add(connection.descriptor, for: .readable) { [weak self] _ in self?.read() }
  }

  /// Requests the explanation of a decision, which arrives as `explained`.
  public func explain(_ number: Int, _ detail: ControlRequest.Detail, _ style: TextStyle) {
    send(.explain(number, detail, style), about: number)
  }

  /// Sends a request that changes something; only a refusal is reported.
  public func send(_ request: ControlRequest) { send(request, about: nil) }

  private func send(_ request: ControlRequest, about number: Int?) {
    do throws(ControlProblem) {
      try connection.send(request)
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
    switch (asked.removeFirst(), reply) {
    case (let number?, .result(let result)):
      guard let explanation = result["explanation"] else { return }
      onNews(.explained(number, text: result["text"]?.string ?? "", explanation))
    // The decision may have left the history meanwhile.
    case (_?, .failure), (nil, .result): break
    case (nil, .failure(let failure)): onNews(.refused(failure))
    }
  }

  private func disconnected(_ problem: ControlProblem) {
    guard let token else { return }
    loop.remove(token)
    self.token = nil
    onNews(.lost(problem))
  }
}
