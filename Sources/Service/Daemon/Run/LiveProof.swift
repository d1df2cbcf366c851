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

/// Model-checks the current stack of windows after each of its changes.
///
/// A proof begins once the session is idle, on a thread of the lowest priority, so that it delays
/// no rotation. Results are cached by stack. Switched off, there is no thread.
final class LiveProof {
  /// The processor time that one proof may take.
  static let most = Duration.seconds(1)
  /// The maximum of cached results.
  private static let mostKnown = 16
  static let bounds = CheckBounds(states: 1_000_000, memory: 64)

  /// A result, and the processor time that it took.
  struct Outcome: Sendable {
    let proof: StackProof
    let took: Duration
  }

  private let loop: EventLoop
  /// The time without a decision after which the session rests.
  private let rest: Duration
  private let start: (@escaping @Sendable () -> Void) -> Bool
  private var isOn = false
  private var timer: Token?
  private var known: [(subject: Scene, outcome: Outcome)] = []
  private var work: (subject: Scene, token: Token, shared: Work)?
  private var current: Outcome?
  /// Returns the current arbiter; `nil` while nothing is decided.
  var arbiter: () -> Arbiter? = { nil }
  /// Called with each result: the violations to warn of that the result before did not have.
  var onResult: (_ warnings: [StackProof.Violation]) -> Void = { _ in }

  /// Creates a prover; `start` runs a closure beside the loop, or returns false if it cannot.
  init(
    on loop: EventLoop, rest: Duration = .milliseconds(300),
    start: @escaping (@escaping @Sendable () -> Void) -> Bool
  ) {
    (self.loop, self.rest, self.start) = (loop, rest, start)
  }

  /// Switches proving on or off; off, the cache is emptied.
  func use(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { changed() } else { stop() }
  }

  /// Called after a decision; looks for a changed stack once the session is idle.
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

  /// The current result for `swivel status`; null while proving is off.
  var json: JSONValue {
    guard isOn else { return .null }
    guard let current else { return ["result": "pending", "text": "not looked at yet"] }
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
    // While a decision waits for an answer, the look is repeated after `rest`.
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
    // A plug-in's code may run on the loop's thread only.
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
  /// Runs a closure on a thread of the lowest priority (nice 19); returns false if it cannot.
  static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start {
      // On Linux this sets the priority of the calling thread alone.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      run()
    }
  }

  /// The state that loop and thread share; the thread closes its socket once there is an outcome.
  private final class Work: Sendable {
    let descriptor: Int32
    private let own: Int32
    private let session: RecordingHeader
    private let bounds: CheckBounds
    private let most: Duration
    private let found = Mutex<Outcome?>(nil)
    private let isCancelled = Atomic(false)

    /// Creates the shared state; `nil` if no descriptor is left.
    init?(_ session: RecordingHeader, _ bounds: CheckBounds, atMost most: Duration) {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
      (descriptor, own) = (ends[0], ends[1])
      (self.session, self.bounds, self.most) = (session, bounds, most)
    }

    var outcome: Outcome? { found.withLock { $0 } }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Closes the loop's end.
    func close() { Glibc.close(descriptor) }

    /// Closes both ends, as no thread has begun that would close its own.
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
