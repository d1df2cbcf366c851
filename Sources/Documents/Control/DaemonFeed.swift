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
    /// What was sent could not be done.
    case refused(ControlFailure)
    /// The connection is over; nothing more comes.
    case lost(ControlProblem)
  }

  /// What the daemon answered first: `program`, `next` and `state`.
  public let beginning: JSONValue
  private let connection: ControlConnection
  private let loop: EventLoop
  private let onNews: (News) -> Void
  private var token: Token?
  /// The decisions whose explanations are still to come; nil for what else was sent.
  private var asked: [Int?] = []

  /// Connects and begins to watch; throws when no daemon runs.
  public convenience init(
    _ address: ControlAddress, all: Bool = false, on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    try self.init(ControlConnection(address), .watch(all: all), on: loop, onNews: onNews)
  }

  /// Begins to watch over a connection, by a request that events follow.
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

  /// Goes on in the loop.
  public func start() throws(SystemError) {
    token = try loop.add(connection.descriptor, for: .readable) { [weak self] _ in self?.read() }
  }

  /// Asks for the explanation of a decision; it comes as news.
  public func explain(_ number: Int, _ detail: ControlRequest.Detail, _ style: TextStyle) {
    send(.explain(number, detail, style), about: number)
  }

  /// Sends a request that changes something; only its refusal comes as news.
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
    // A decision may have been forgotten meanwhile.
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
