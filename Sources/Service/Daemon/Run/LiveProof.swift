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

/// Proves the stack as it stands, or finds how it breaks, each time that its windows have changed.
///
/// It begins once the session rests, on a thread that gives way to everything else, so that no turn
/// waits for it. A stack that was looked at before is not looked at again. Off there is no thread.
final class LiveProof {
  /// How much of a processor's time one proof may take.
  static let most = Duration.seconds(1)
  /// How many results are kept.
  private static let mostKnown = 16
  static let bounds = CheckBounds(states: 1_000_000, memory: 64)

  /// A result, and the processor's time that it took.
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
  /// Tells how things stand; nil while nothing is decided.
  var arbiter: () -> Arbiter? = { nil }
  /// Takes what a person should know since the last result, if anything, once there is one.
  var onResult: (_ warnings: [StackProof.Violation]) -> Void = { _ in }

  /// Runs proofs by `start`, which begins something beside the loop and says whether it could.
  init(
    on loop: EventLoop, rest: Duration = .milliseconds(300),
    start: @escaping (@escaping @Sendable () -> Void) -> Bool
  ) {
    (self.loop, self.rest, self.start) = (loop, rest, start)
  }

  /// Whether to prove anything; off, what is known is forgotten.
  func use(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { changed() } else { stop() }
  }

  /// Something was decided; whether that changed the stack is looked up once nothing more happens.
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

  /// What `swivel status` tells; null while it is off.
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
    // A decision that waits for an answer ends with an event, after which this is called again.
    guard !arbiter.isWaiting else { return changed() }
    let subject = StackProof.subject(of: arbiter.scene)
    if let work {
      if work.subject == subject { return }
      end(work.shared, work.token)
      self.work = nil
    }
    if let place = known.firstIndex(where: { $0.subject == subject }) {
      let found = known.remove(at: place)
      return tell(found.outcome, of: subject)
    }
    begin(RecordingHeader(arbiter), subject)
  }

  private func begin(_ session: RecordingHeader, _ subject: Scene) {
    // A plug-in's code belongs to the loop's thread.
    if session.rules.id.hasPrefix(RuleSetCatalog.pluginPrefix) {
      let proof = StackProof(undecided: "a plug-in decides")
      return tell(Outcome(proof: proof, took: .zero), of: subject)
    }
    guard let work = Work(session, Self.bounds, atMost: Self.most) else { return }
    let token = try? loop.add(work.descriptor, for: .readable) { [weak self] _ in self?.take() }
    guard let token else { return work.close() }
    guard start({ work.run() }) else { return end(work, token) }
    self.work = (subject, token, work)
  }

  private func take() {
    guard let (subject, token, shared) = work, let outcome = shared.outcome else { return }
    end(shared, token)
    work = nil
    tell(outcome, of: subject)
  }

  private func end(_ work: Work, _ token: Token) {
    work.cancel()
    loop.remove(token)
    work.close()
  }

  private func tell(_ outcome: Outcome, of subject: Scene) {
    known.append((subject, outcome))
    if known.count > Self.mostKnown { known.removeFirst() }
    let before = current?.proof
    current = outcome
    onResult(outcome.proof.warnings(after: before))
  }
}

extension LiveProof {
  /// Begins something on a thread that gets the processor when nobody else wants it.
  static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start {
      // On Linux this is for the calling thread alone.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      run()
    }
  }

  /// What the loop and the thread have in common; the thread closes its end once there is an outcome.
  private final class Work: Sendable {
    let descriptor: Int32
    private let own: Int32
    private let session: RecordingHeader
    private let bounds: CheckBounds
    private let most: Duration
    private let found = Mutex<Outcome?>(nil)
    private let isCancelled = Atomic(false)

    /// Nil where there is no descriptor left.
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
