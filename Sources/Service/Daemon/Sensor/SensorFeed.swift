// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing
import Sensors

/// The feed of the device's own sensor: judges readings, follows the fold switches, and claims the
/// sensor only while readings are needed.
final class SensorFeed {
  private let source: any OrientationSource
  private let switches: PostureSource
  private let touches: TouchSource
  private let policy: TabletPolicy
  private let loop: EventLoop
  private let clock: Clock
  /// Creates the judge; a new value replaces the current judge.
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
  private var gate: SensorGate
  /// The demand that was applied last.
  private var demand = SensorGate.Demand.rest
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
    gate = SensorGate(follows: policy.follows(tabletMode: nil, lidClosed: nil))
  }

  deinit { stop() }

  func start() {
    source.start(in: host)
    switches.start(in: host)
  }

  private var host: SensorHost {
    SensorHost(loop: loop, now: { [clock] in clock.now }) { [weak self] in self?.receive($0) }
  }

  var isReading: Bool { demand != .rest }

  /// Whether an output could rotate; set from the scene and the user's lock.
  var isWanted: Bool {
    get { gate.isWanted }
    set { update(\.isWanted, to: newValue) }
  }

  /// Whether the device is folded to a tablet; `nil` if no source reports it.
  var tabletMode: Bool? { fold.tabletMode }

  /// The counts of the sensor's readings, used and left out.
  var counts: ReadingCounts { source.counts }

  func stop() {
    source.stop()
    switches.stop()
    touches.stop()
    if let settling { loop.remove(settling) }
    settling = nil
  }

  /// Called with an event of a source, or of logind.
  func receive(_ event: SensorEvent) {
    switch event {
    case .reading(let acceleration, let instant):
      guard demand == .judge else { return }
      // If the timer is late, the judge's deadline still comes before a later reading.
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
      if outcome.isChanged { foldChanged() } else { updateDemand() }
    case .sessionLocked(let isLocked):
      update(\.isSessionLocked, to: isLocked ?? false, words: isLocked == true ? "is locked" : nil)
    case .sessionActive(let isActive):
      update(
        \.isSessionActive, to: isActive ?? true,
        words: isActive == false ? "is not in front" : nil)
    case .awoke: claimAnew()
    case .available(let text): onReport(.note("sensor \(text)"))
    case .lost(let text): onReport(.note("no sensor: \(text); the last orientation stays"))
    case .problem(let text), .note(let text): onReport(.note(text))
    }
  }

  /// Claims the sensor anew after sleep, in which the device may have been turned unnoticed.
  private func claimAnew() {
    guard demand != .rest else { return }
    source.release()
    judge = makeJudge()
    fold.resume()
    source.claim()
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
    guard now != gate.follows else { return }
    update(\.follows, to: now)
    if !now { onReport(.stoppedFollowing) }
  }

  private func update(
    _ fact: WritableKeyPath<SensorGate, Bool>, to value: Bool, words: String? = nil
  ) {
    guard gate[keyPath: fact] != value else { return }
    gate[keyPath: fact] = value
    if let words { onReport(.note("the session \(words): the sensor rests")) }
    updateDemand()
  }

  /// Claims or releases the sensor if the demand that the facts lead to has changed.
  private func updateDemand() {
    gate.needsHinge = fold.needsHinge && policy != .always
    let before = demand
    demand = gate.demand
    guard demand != before else { return }
    if demand == .judge {
      // The device may have been turned during the pause: the first reading counts at once.
      judge = makeJudge()
      touches.start(in: host)
    } else if before == .judge {
      touches.stop()
      armSettling()
    }
    if before == .rest {
      fold.resume()
      source.claim()
    } else if demand == .rest {
      source.release()
    }
  }

  private func settle(until instant: Instant) {
    guard let deadline = judge.deadline, deadline <= instant else { return }
    if let change = judge.settle(at: instant) { onReport(.turned(change)) }
  }

  private func armSettling() {
    if let settling { loop.remove(settling) }
    settling = nil
    guard demand == .judge, let deadline = judge.deadline else { return }
    settling = loop.schedule(at: clock.onLoop(deadline)) { [weak self] in
      guard let self else { return }
      settling = nil
      settle(until: clock.now)
      armSettling()
    }
  }
}
