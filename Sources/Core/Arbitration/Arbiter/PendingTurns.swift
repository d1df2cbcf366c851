// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The requested rotations of all outputs: one at a time for each output, with bounded retries.
///
/// A stalled display server executes requests late, in the order in which they were sent. So a
/// request stays open until it is refused, or until a report shows that it or a later request was
/// executed. While an open request names another transform, an output that shows the desired
/// transform is not yet confirmed.
struct PendingTurns: Sendable, Hashable {
  private var outputs: [OutputTurns] = []
  private var lastID = ChangeID(0)

  /// Returns whether the last requested rotation of an output is neither confirmed nor abandoned;
  /// true also while a refused request waits for its next attempt.
  func isBusy(_ output: OutputID) -> Bool { turns(of: output)?.current != nil }

  /// Returns whether an output shows, or will soon show, a transform that the arbiter requested.
  func hasTurned(_ output: OutputID) -> Bool {
    turns(of: output).map { $0.current != nil || $0.isOurs } ?? false
  }

  /// Records that a reappearing output has a transform that the arbiter had set before its removal.
  mutating func claim(_ output: OutputID) { outputs[index(of: output)].isOurs = true }

  /// Returns whether an output reappeared with the arbiter's transform and has had no request
  /// since.
  func isOnlyClaimed(_ output: OutputID) -> Bool {
    turns(of: output).map { $0.rotation == nil && $0.isOurs } ?? false
  }

  /// Records that another program has rotated an output.
  mutating func disclaim(_ output: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return }
    outputs[index].isOurs = false
  }

  /// Requests a transform, unless it is already requested or the output shows it and will keep it.
  mutating func request(_ transform: Transform, on output: Output, at now: Instant) -> [Effect] {
    defer { _checkInvariants() }
    return outputs[index(of: output.id)]
      .request(transform, shown: output.transform, at: now, &lastID)
  }

  mutating func remove(_ output: OutputID) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return [] }
    return outputs.remove(at: index).current.map { [.disarmDeadline(.change($0))] } ?? []
  }

  /// Handles a reported transform; returns `nil` if no request explains it.
  mutating func report(_ transform: Transform, on output: OutputID, at now: Instant) -> [Effect]? {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return nil }
    defer { _checkInvariants() }
    return outputs[index].report(transform, at: now, &lastID)
  }

  /// Processes the display server's answer to a request; only a reported transform confirms it.
  mutating func answer(_ id: ChangeID, _ result: ApplyResult, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.contains(id) }) else { return [] }
    defer { _checkInvariants() }
    return outputs[index].answer(id, result, at: now, &lastID)
  }

  /// Returns the output of a request whose deadline is running; `nil` for any other request.
  func output(of id: ChangeID) -> OutputID? { outputs.first { $0.current == id }?.output }

  /// Called when a request's deadline has passed: confirms, repeats or abandons the rotation.
  ///
  /// `shown` is the transform that the output shows now. A display server that rotates an output
  /// and back at once reports no change, although it has executed the request.
  mutating func expire(_ id: ChangeID, shown: Transform?, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.current == id }) else { return [] }
    defer { _checkInvariants() }
    return outputs[index].expire(shown: shown, at: now, &lastID)
  }

  /// Traps in debug builds unless each output is listed once and its requests are consistent.
  func _checkInvariants() {
    assert(Set(outputs.map { $0.output }).count == outputs.count)
    for output in outputs { output._checkInvariants(lastID) }
  }

  private func turns(of output: OutputID) -> OutputTurns? { outputs.first { $0.output == output } }

  private mutating func index(of output: OutputID) -> Int {
    if let index = outputs.firstIndex(where: { $0.output == output }) { return index }
    outputs.append(OutputTurns(output: output))
    return outputs.count - 1
  }
}

/// The last requested rotation of one output.
private struct OutputTurns: Sendable, Hashable {
  /// The maximum number of requests for one rotation.
  private static let maximumAttempts = 4
  /// The time limit of the display server's confirmation.
  private static let confirmationTime = Duration.seconds(1)
  /// The pause before a refused or cancelled request is repeated.
  private static let retryDelay = Duration.milliseconds(150)
  /// The maximum number of open requests; a further request drops the oldest one, which the display
  /// server is assumed never to execute.
  private static let maximumOpen = 32

  let output: OutputID
  /// Whether the output shows a transform that the arbiter requested.
  var isOurs = false
  /// The last requested rotation; `nil` before the first request.
  private(set) var rotation: PendingRotation?

  init(output: OutputID) { self.output = output }

  /// The request whose deadline is running; `nil` if no deadline is running.
  var current: ChangeID? { rotation.flatMap { $0.isUnderWay ? $0.id : nil } }

  /// Returns whether an answer to this request would still have an effect.
  func contains(_ id: ChangeID) -> Bool {
    current == id || rotation?.open.contains { $0.id == id } ?? false
  }

  mutating func request(
    _ transform: Transform, shown: Transform, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    guard let rotation else {
      return shown == transform ? [] : send(transform, at: now, &lastID)
    }
    if rotation.isUnderWay {
      guard rotation.transform != transform else { return [] }
      return [.disarmDeadline(.change(rotation.id))] + send(transform, at: now, &lastID)
    }
    guard shown == transform, rotation.allows(only: transform) else {
      return send(transform, at: now, &lastID)
    }
    self.rotation?.transform = transform
    self.rotation?.phase = .confirmed
    return []
  }

  mutating func report(
    _ transform: Transform, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect]? {
    guard var rotation else { return nil }
    let isExplained = rotation.open.contains { $0.transform == transform }
    guard rotation.isUnderWay || isExplained else { return nil }
    if rotation.closeRequests(explaining: transform) {
      return self.rotation?.phase == .confirmed && isOurs ? [] : confirm(rotation)
    }
    self.rotation = rotation
    guard !rotation.isUnderWay else {
      // The pending rotation will reverse the other program's transform.
      isOurs = isExplained
      return []
    }
    // The display server responds again, so the last request is repeated.
    isOurs = true
    self.rotation?.phase = .abandoned
    return send(rotation.transform, at: now, &lastID)
  }

  mutating func answer(
    _ id: ChangeID, _ result: ApplyResult, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    rotation?.record(result, of: id)
    if let rotation, rotation.isAnsweredLate(by: result, to: id) {
      return send(rotation.transform, at: now, &lastID)
    }
    guard let rotation, rotation.isUnderWay, rotation.id == id else { return [] }
    self.rotation?.lastResult = result
    switch result {
    case .succeeded: return []
    case .unsupported: return abandon()
    case .failed, .cancelled:
      guard rotation.attempts < Self.maximumAttempts else { return abandon() }
      return [
        .disarmDeadline(.change(id)), .armDeadline(.change(id), at: now + Self.retryDelay),
      ]
    }
  }

  mutating func expire(
    shown: Transform?, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    guard var rotation, rotation.isUnderWay else { return [] }
    if rotation.transform == shown, rotation.allows(only: rotation.transform) {
      // Reports about executed requests have arrived by now, so these requests explain no further
      // report.
      rotation.open.removeAll { $0.isDone }
      return confirm(rotation)
    }
    guard rotation.attempts < Self.maximumAttempts else { return abandon() }
    return [report(.retried, of: rotation)]
      + send(rotation.transform, attempt: rotation.attempts + 1, at: now, &lastID)
  }

  func _checkInvariants(_ lastID: ChangeID) {
    guard let rotation else { return }
    assert((1...Self.maximumAttempts).contains(rotation.attempts))
    assert(rotation.open.count <= Self.maximumOpen)
    rotation._checkInvariants(lastID)
  }

  private mutating func confirm(_ rotation: PendingRotation) -> [Effect] {
    isOurs = true
    self.rotation = rotation
    self.rotation?.phase = .confirmed
    return [.disarmDeadline(.change(rotation.id)), report(.confirmed, of: rotation)]
  }

  private mutating func abandon() -> [Effect] {
    guard let rotation else { return [] }
    self.rotation?.phase = .abandoned
    let result: OutputReport.Result =
      switch rotation.lastResult {
      case .failed: .refused
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      case .succeeded, nil: .unanswered
      }
    return [.disarmDeadline(.change(rotation.id)), report(result, of: rotation)]
  }

  private func report(_ result: OutputReport.Result, of rotation: PendingRotation) -> Effect {
    .outputReport(
      OutputReport(
        output: output, transform: rotation.transform, result: result,
        attempts: rotation.attempts))
  }

  private mutating func send(
    _ transform: Transform, attempt: Int = 1, at now: Instant, _ lastID: inout ChangeID
  ) -> [Effect] {
    lastID.rawValue &+= 1
    let request = PendingRotation.Request(id: lastID, transform: transform)
    let earlier = (rotation?.open ?? []).suffix(Self.maximumOpen - 1)
    rotation = PendingRotation(
      id: lastID, transform: transform, attempts: attempt, open: earlier + [request])
    return [
      .rotateOutput(output, transform, lastID),
      .armDeadline(.change(lastID), at: now + Self.confirmationTime),
    ]
  }
}

/// A requested transform of an output, with the progress of its requests.
private struct PendingRotation: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    /// A request was sent. The deadline ends the wait for the display server's report; if the
    /// display server has refused the request, the deadline is the time of the next attempt.
    case underWay
    /// The output shows the transform.
    ///
    /// An earlier request for another transform may still be open, if another program has set the
    /// transform of a later, refused request. When the open request is executed, its report makes
    /// the arbiter repeat the rotation.
    case confirmed
    /// The rotation was abandoned and reported; an open request may still be executed.
    case abandoned
  }

  /// A request that the display server may still execute or report.
  struct Request: Sendable, Hashable {
    var id: ChangeID
    var transform: Transform
    /// Whether the display server has executed the request; the output's report may still follow.
    var isDone = false
  }

  /// The number of the newest request for the transform.
  var id: ChangeID
  var transform: Transform
  /// The number of requests for the transform.
  var attempts: Int
  var phase = Phase.underWay
  /// The answer to the newest request; `nil` before an answer.
  var lastResult: ApplyResult?
  /// The open requests, oldest first.
  var open: [Request]

  func _checkInvariants(_ lastID: ChangeID) {
    // The open requests are in sending order, and none is newer than the last request.
    assert(zip(open, open.dropFirst()).allSatisfy { $0.id.rawValue < $1.id.rawValue })
    assert(id.rawValue <= lastID.rawValue && open.allSatisfy { $0.id.rawValue <= id.rawValue })
  }

  /// Whether a deadline is running.
  var isUnderWay: Bool { phase == .underWay }

  /// Returns whether an answer shows that a display server, which had been silent until the
  /// rotation was abandoned, responds again without having executed the request.
  ///
  /// An answer to the newest request does not count: withdrawing an unsent request also answers
  /// `cancelled`. Earlier unsent requests were replaced before the rotation was abandoned.
  func isAnsweredLate(by result: ApplyResult, to id: ChangeID) -> Bool {
    guard phase == .abandoned, lastResult == nil, id != self.id else { return false }
    return result == .failed || result == .cancelled
  }

  /// Returns whether all open requests, from the last executed one on, name this transform.
  func allows(only transform: Transform) -> Bool {
    open[(open.lastIndex { $0.isDone } ?? 0)...].allSatisfy { $0.transform == transform }
  }

  /// Closes the first open request for a transform, and all earlier ones.
  ///
  /// Returns whether the rotation is complete. Later requests for the same transform stay open,
  /// since they may still be reported.
  mutating func closeRequests(explaining reported: Transform) -> Bool {
    if let first = open.firstIndex(where: { $0.transform == reported }) {
      open.removeFirst(first + 1)
      guard open.allSatisfy({ $0.transform == reported }) else { return false }
    }
    return reported == transform
  }

  /// Records an answer: success marks the request and all earlier ones as executed, any other
  /// answer closes the request.
  mutating func record(_ result: ApplyResult, of id: ChangeID) {
    if let index = open.firstIndex(where: { $0.id == id }) {
      if result == .succeeded {
        for earlier in 0...index { open[earlier].isDone = true }
      } else {
        open.remove(at: index)
      }
    }
    // The output already shows the transform; a report of another transform may still follow.
    if phase == .confirmed { open.removeAll { $0.isDone && $0.transform == transform } }
  }
}

/// The number of a request to rotate an output.
public struct ChangeID: Sendable, Hashable {
  /// The request's number.
  public var rawValue: UInt32

  /// Creates an identifier with a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// A display server's answer to a request; only a report of the output confirms a rotation.
public enum ApplyResult: String, Sendable, Hashable, CaseIterable {
  /// The display server reports success, which is only a hint: it may come before the rotation or
  /// without one.
  case succeeded
  case failed
  /// The outputs had changed before the request was handled; another attempt may succeed.
  case cancelled
  /// The display server does not support the request.
  case unsupported
}
