// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing
import Sensors

/// Follows the device's own sensor: judges raw readings, obeys the fold switches, and claims the
/// sensor only while somebody wants it.
final class SensorFeed {
  private let source: any OrientationSource
  private let switches: PostureSource
  private let touches: TouchSource
  private let policy: TabletPolicy
  private let loop: EventLoop
  private let clock: Clock
  private let demand: SensorDemand
  /// Makes the judge; a new way to do so begins with a new judge.
  var makeJudge: () -> any OrientationJudge {
    didSet {
      judge = makeJudge()
      armSettling()
    }
  }
  private var judge: any OrientationJudge
  private var settling: Token?
  private var fold: FoldTracker
  private(set) var posture = DevicePosture.unknown
  private var reportedMode: Bool?
  private var isLocked = false
  private var isInFront = true
  private var isClaimed = false
  /// Whether readings are judged; otherwise they are for the hinge alone.
  private var isJudging = false
  private var follows: Bool
  /// Whether anything could turn; set by whoever knows the outputs and the locks.
  var isWanted = false {
    didSet { updateClaim() }
  }
  private let onReport: (SensorController.Report) -> Void

  init(
    _ source: any OrientationSource, switches: PostureSource,
    touches: TouchSource = TouchSource(), policy: TabletPolicy,
    hinge: HingeParameters = HingeParameters(), on loop: EventLoop, clock: Clock,
    judge makeJudge: @escaping () -> any OrientationJudge = { Classifier() },
    onReport: @escaping (SensorController.Report) -> Void
  ) {
    self.source = source
    self.switches = switches
    fold = FoldTracker(hinge)
    self.touches = touches
    self.policy = policy
    self.loop = loop
    self.clock = clock
    self.makeJudge = makeJudge
    self.judge = makeJudge()
    self.onReport = onReport
    demand = SensorDemand(source)
    follows = policy.follows(tabletMode: nil, lidClosed: nil)
  }

  deinit { stop() }

  func start() {
    source.start(in: host)
    switches.start(in: host)
  }

  private var host: SensorHost {
    SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] in self?.receive($0) }
  }

  var isReading: Bool { isClaimed }

  /// Whether the device is folded to a tablet; nil when nothing tells it.
  var tabletMode: Bool? { fold.tabletMode }

  /// What the sensor has given, and what of it was left out.
  var counts: ReadingCounts { source.counts }

  func stop() {
    source.stop()
    switches.stop()
    touches.stop()
    if let settling { loop.remove(settling) }
    settling = nil
  }

  /// Takes in what a source says, or what logind says of the session.
  func receive(_ event: SensorEvent) {
    switch event {
    case .reading(let acceleration, let instant):
      guard isJudging else { return }
      // A late timer must not let a reading overtake what had settled before it.
      settle(until: instant)
      onReport(.reading(acceleration, instant))
      let change = judge.judge(acceleration, at: instant)
      if let change { onReport(.turned(change)) }
      armSettling()
    case .touch(let isDown):
      judge.touch(isDown: isDown, at: clock.now)
      armSettling()
    case .edgeUp(let edge): onReport(.turned(DeviceOrientation(edgeUp: edge)))
    case .tabletMode(let isOn):
      fold.tell(tabletMode: isOn)
      foldChanged()
    case .lidClosed(let isClosed):
      fold.tell(lidClosed: isClosed)
      foldChanged()
    case .hinge(let news):
      let outcome = fold.receive(news)
      for note in outcome.notes { onReport(.note(note)) }
      if outcome.isChanged { foldChanged() } else { updateClaim() }
    case .sessionLocked(let isLocked):
      updateSession(\.isLocked, isLocked ?? false, words: isLocked == true ? "is locked" : nil)
    case .sessionActive(let isActive):
      updateSession(
        \.isInFront, isActive ?? true, words: isActive == false ? "is not in front" : nil)
    case .awoke: claimAnew()
    case .available(let text): onReport(.note("sensor \(text)"))
    case .lost(let text): onReport(.note("no sensor: \(text); the last orientation stays"))
    case .problem(let text), .note(let text): onReport(.note(text))
    }
  }

  /// Somebody may have turned the device in its sleep, and nobody announces that.
  private func claimAnew() {
    guard isClaimed else { return }
    demand.end()
    judge = makeJudge()
    fold.resume()
    demand.begin()
  }

  private func foldChanged() {
    if tabletMode != reportedMode {
      reportedMode = tabletMode
      onReport(.tabletMode(tabletMode))
    }
    updateFollowing()
    let now = DevicePosture(tabletMode: tabletMode, lidClosed: fold.lidClosed)
    guard now != posture else { return }
    posture = now
    onReport(.posture(now))
  }

  private func updateFollowing() {
    let now = policy.follows(tabletMode: tabletMode, lidClosed: fold.lidClosed)
    guard now != follows else { return }
    follows = now
    updateClaim()
    if !now { onReport(.stoppedFollowing) }
  }

  private func updateSession(
    _ fact: ReferenceWritableKeyPath<SensorFeed, Bool>, _ value: Bool, words: String?
  ) {
    guard self[keyPath: fact] != value else { return }
    self[keyPath: fact] = value
    if let words { onReport(.note("the session \(words): the sensor rests")) }
    updateClaim()
  }

  private func updateClaim() {
    let isOfUse = isWanted && !isLocked && isInFront
    judgeReadings(isOfUse && follows)
    // The hinge's angle is known by reading only, also while nothing is followed.
    let claims = isJudging || isOfUse && fold.needsHinge && policy != .always
    guard claims != isClaimed else { return }
    isClaimed = claims
    if claims {
      fold.resume()
      demand.begin()
    } else {
      demand.end()
    }
  }

  private func judgeReadings(_ isOn: Bool) {
    guard isOn != isJudging else { return }
    isJudging = isOn
    if isOn {
      // What was true before the pause may not be so any more: the first reading counts at once.
      judge = makeJudge()
      touches.start(in: host)
    } else {
      touches.stop()
      armSettling()
    }
  }

  private func settle(until instant: Instant) {
    guard let deadline = judge.deadline, deadline <= instant else { return }
    if let change = judge.settle(at: instant) { onReport(.turned(change)) }
  }

  private func armSettling() {
    if let settling { loop.remove(settling) }
    settling = nil
    guard isJudging, let deadline = judge.deadline else { return }
    settling = loop.schedule(at: clock.onLoop(deadline)) { [weak self] in
      guard let self else { return }
      settling = nil
      settle(until: clock.now)
      armSettling()
    }
  }
}
