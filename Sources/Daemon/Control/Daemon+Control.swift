// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Diagnosis
import EventLoop
import Glibc
import Orientation
import Scenarios

extension Daemon {
  /// Begins to serve the control socket, unless another daemon already does.
  func startControl() throws(CommandFailure) {
    let address: ControlAddress
    do throws(ControlAddress.Problem) {
      address = try ControlAddress.ofSession()
    } catch {
      return reporter.note(error.description)
    }
    do throws(ControlLock.Refusal) {
      let lock = try ControlLock(address)
      serve(address, lock)
    } catch {
      switch error {
      case .impossible(let reason): reporter.note("no control socket: \(reason)")
      case .obstructed(let reason):
        throw CommandFailure(
          .failed, "no lock that keeps a second swivel out of this session: \(reason)")
      case .held(let pid):
        let who = pid.map { "process \($0)" } ?? "its process is not known"
        throw CommandFailure(
          .failed,
          "another swivel already runs in this session (\(who)); `swivel status` asks it"
            + (pid.map { ", `kill \($0)` ends it" } ?? ""))
      }
    }
  }

  private func serve(_ address: ControlAddress, _ lock: ControlLock) {
    do throws(SystemError) {
      control = try ControlServer(
        address, lock, on: loop, state: { [weak self] in .object(self?.state ?? []) },
        answer: { [weak self] request in
          self?.answer(request) ?? .failure(ControlFailure(.notFound, "the daemon ends"))
        })
    } catch {
      reporter.note("no control socket: \(error)")
    }
  }

  /// Answers one request, whoever brought it.
  func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .ping: .result(.object([.init("program", .string(ProgramVersion.text))]))
    case .status: .result(status)
    case .history(let since, let count): .result(history(since: since, count: count))
    case .scene: scene
    case .explain(let number, let detail, let style): explain(number, detail, style)
    case .dump(let count): dump(count)
    case .overlay(let command): passOn(command)
    case .lock(let lock): self.lock(to: lock)
    case .unlock: self.lock(to: nil)
    case .toggleLock: toggleLock()
    case .rotate(let wish): rotate(wish)
    case .reload: reload()
    case .quit: quit()
    case .watch:
      .result(
        .object([
          .init("program", .string(ProgramVersion.text)), .init("next", .int(Int64(log.ring.next))),
          .init("state", .object(state)),
        ]))
    case .whatIf(let number, let edits, let style): whatIf(number, edits, style)
    case .record(let path): record(path)
    }
  }

  private var scene: ControlReply {
    guard let arbiter else {
      return .failure(ControlFailure(.notFound, "the compositor has not yet said what there is"))
    }
    return .result(RecordingHeader(arbiter).json)
  }

  private func dump(_ count: Int) -> ControlReply {
    let dump = log.ring.recording(ofLast: min(count, ControlProtocol.mostEntries)) {
      RecordingHeader($0)
    }
    guard let dump else {
      return .failure(ControlFailure(.notFound, "nothing has been decided yet"))
    }
    return .result(
      .object([.init("first", .int(Int64(dump.first))), .init("recording", .string(dump.text))]))
  }

  private func passOn(_ command: OverlayCommand) -> ControlReply {
    control?.publish { .overlay(command) }
    return .result(.object([]))
  }

  private func quit() -> ControlReply {
    // The answer goes out first.
    loop.schedule(after: 0) { [weak self] in self?.end() }
    return .result(.object([.init("process", .int(Int64(getpid())))]))
  }

  private func history(since: Int?, count: Int) -> JSONValue {
    let count = min(count, ControlProtocol.mostEntries)
    let ring = log.ring
    var entries: [JSONValue] = []
    let from = since ?? max(ring.first, ring.next - count)
    if count > 0 {
      ring.replay(from: from) { verdict, names in
        entries.append(HistoryEntry(verdict, rulesID: plan.rules.id, names: names).json)
        return entries.count < count
      }
    }
    return .object([
      .init("first", .int(Int64(ring.first))), .init("next", .int(Int64(ring.next))),
      .init("entries", .array(entries)),
    ])
  }

  private func explain(
    _ number: Int?, _ detail: ControlRequest.Detail, _ style: TextStyle
  ) -> ControlReply {
    let ring = log.ring
    let wanted = number ?? ring.next - 1
    var result: JSONValue?
    if wanted >= ring.first {
      ring.replay(from: wanted) { verdict, names in
        guard verdict.step == wanted else { return false }
        let explanation = Explanation(
          verdict, rules: plan.rules, style: style, subject: "\(wanted)", names: names)
        result = .object([
          .init("text", .string(explanation.text(Explanation.Detail(detail)))),
          .init("explanation", explanation.json),
        ])
        return false
      }
    }
    if let result { return .result(result) }
    return .failure(missing(wanted))
  }

  /// Says that a decision is not there, not any more or not yet.
  func missing(_ wanted: Int) -> ControlFailure {
    let ring = log.ring
    guard ring.next > 0 else { return ControlFailure(.notFound, "nothing has been decided yet") }
    return ControlFailure(
      .notFound, "decision \(wanted) is not there; there are \(ring.first) to \(ring.next - 1)")
  }
}

extension Explanation.Detail {
  fileprivate init(_ detail: ControlRequest.Detail) {
    switch detail {
    case .short: self = .short
    case .standard: self = .standard
    case .full: self = .full
    }
  }
}
