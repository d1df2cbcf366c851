// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Formats
import Glibc
import ModelChecker
import Orientation
import Recording
import Experiments
import Synchronization

/// The model check of the current stack of windows, repeated when the stack has changed.
///
/// A check begins once the session is idle, on a thread of the lowest priority, so that no rotation
/// is delayed. Results are cached by stack.
final class LiveProof {
  /// The limit of processor time for one check.
  static let most = Duration.seconds(1)
  /// The maximum number of cached results.
  private static let mostKnown = 16
  static let bounds = CheckBounds(states: 1_000_000, memory: 64)

  /// The result of a proof, and the processor time that it took.
  struct Outcome: Sendable {
    let proof: StackProof
    let took: Duration
  }

  private let loop: EventLoop
  /// The time without an event for the arbiter after which the session counts as idle.
  private let rest: Duration
  private let start: (@escaping @Sendable () -> Void) -> Bool
  private var isOn = false
  private var timer: Token?
  private var known: [(subject: Scene, outcome: Outcome)] = []
  private var work: (subject: Scene, token: Token, shared: Work)?
  private var current: Outcome?
  /// Returns the current arbiter; `nil` while no decisions are made.
  var arbiter: () -> Arbiter? = { nil }
  /// Called with each result; `warnings` are the possible splits and exceptions that the previous
  /// result did not have.
  var onResult: (_ warnings: [StackProof.Violation]) -> Void = { _ in }

  /// Creates a prover; `start` runs a closure on another thread, or returns false on failure.
  init(
    on loop: EventLoop, rest: Duration = .milliseconds(300),
    start: @escaping (@escaping @Sendable () -> Void) -> Bool
  ) {
    (self.loop, self.rest, self.start) = (loop, rest, start)
  }

  /// Enables or disables proving; disabling empties the cache.
  func use(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { changed() } else { stop() }
  }

  /// Restarts the wait for an idle session, if proving is enabled.
  func changed() {
    guard isOn else { return }
    if let timer { loop.remove(timer) }
    timer = loop.schedule(after: rest) { [weak self] in self?.look() }
  }

  func stop() {
    if let timer { loop.remove(timer) }
    if let work { end(work.shared, work.token) }
    (timer, work, current, known) = (nil, nil, nil, [])
  }

  /// The state of model checking for `swivel status`; JSON null while it is disabled.
  var json: JSONValue {
    guard isOn else { return .null }
    guard let current else { return ["result": "pending", "text": "not checked yet"] }
    let broken = current.proof.violations.map { violation -> JSONValue in
      ["property": .string(violation.code), "events": .int(Int64(violation.events))]
    }
    return [
      "result": .string(current.proof.result.rawValue), "text": .string(current.proof.text),
      "broken": .array(broken), "took": .int(current.took.nanoseconds),
    ]
  }

  private func look() {
    timer = nil
    guard let arbiter = self.arbiter() else { return }
    // While a decision waits for an answer, `changed` schedules another attempt.
    guard !arbiter.isWaiting else { return changed() }
    let subject = StackProof.subject(of: arbiter.scene)
    if let work {
      if work.subject == subject { return }
      end(work.shared, work.token)
      self.work = nil
    }
    if let place = known.firstIndex(where: { $0.subject == subject }) {
      let found = known.remove(at: place)
      return publish(found.outcome, of: subject)
    }
    begin(RecordingHeader(arbiter), subject)
  }

  private func begin(_ session: RecordingHeader, _ subject: Scene) {
    // A plug-in's code may run only on the loop's thread.
    if session.rules.id.hasPrefix(RuleSetCatalog.pluginPrefix) {
      let proof = StackProof(undecided: "a plug-in decides")
      return publish(Outcome(proof: proof, took: .zero), of: subject)
    }
    guard let work = Work(session, Self.bounds, atMost: Self.most) else { return }
    let token = try? loop.add(work.descriptor, for: .readable) { [weak self] _ in self?.collect() }
    guard let token else { return work.closeBoth() }
    guard start({ work.run() }) else {
      loop.remove(token)
      return work.closeBoth()
    }
    self.work = (subject, token, work)
  }

  private func collect() {
    guard let (subject, token, shared) = work, let outcome = shared.outcome else { return }
    end(shared, token)
    work = nil
    publish(outcome, of: subject)
  }

  private func end(_ work: Work, _ token: Token) {
    work.cancel()
    loop.remove(token)
    work.close()
  }

  private func publish(_ outcome: Outcome, of subject: Scene) {
    known.append((subject, outcome))
    if known.count > Self.mostKnown { known.removeFirst() }
    let before = current?.proof
    current = outcome
    onResult(outcome.proof.warnings(after: before))
  }
}

extension LiveProof {
  /// Runs a closure on a new thread of the lowest priority (nice 19); returns false if no thread
  /// can be started.
  static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start {
      // On Linux this sets the priority of the calling thread alone.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      run()
    }
  }

  /// The state that the loop shares with the thread; the thread closes its socket when it has a
  /// result.
  private final class Work: Sendable {
    let descriptor: Int32
    private let own: Int32
    private let session: RecordingHeader
    private let bounds: CheckBounds
    private let most: Duration
    private let found = Mutex<Outcome?>(nil)
    private let isCancelled = Atomic(false)

    init?(_ session: RecordingHeader, _ bounds: CheckBounds, atMost most: Duration) {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
      (descriptor, own) = (ends[0], ends[1])
      (self.session, self.bounds, self.most) = (session, bounds, most)
    }

    var outcome: Outcome? { found.withLock { $0 } }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Closes the loop's end of the socket pair.
    func close() { Glibc.close(descriptor) }

    /// Closes both ends; called if no thread was started, which would close its own end.
    func closeBoth() {
      close()
      Glibc.close(own)
    }

    func run() {
      let begin = Self.processorTime
      let proof = StackProof(session, bounds: bounds) {
        !isCancelled.load(ordering: .relaxed) && Self.processorTime - begin < most
      }
      let outcome = Outcome(proof: proof, took: Self.processorTime - begin)
      found.withLock { $0 = outcome }
      Glibc.close(own)
    }

    private static var processorTime: Duration {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
