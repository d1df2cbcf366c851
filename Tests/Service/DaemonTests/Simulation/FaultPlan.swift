// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Fixtures
import Orientation

/// The events and faults of one simulated run, made from a seed alone.
///
/// The plan is a list, so that a plan that ends in a fault can be shrunk by removing steps.
struct FaultPlan {
  struct Step {
    /// The time since the start of the first daemon.
    var at: Duration
    var action: Action
  }

  enum Action {
    /// The device is held so that this edge is up.
    case hold(PanelEdge)
    /// The sensor is removed, or returns.
    case sensor(isThere: Bool)
    /// A switch reports how the device is folded; `nil` when none does any more.
    case tabletMode(Bool?)
    /// logind reports that the session is locked or unlocked.
    case sessionLocked(Bool)
    case awake
    /// Another program turns a screen.
    case otherTurns(Int, Transform)
    case unplug(Int)
    /// A screen is plugged in again, as it was left or with the compositor's first transform.
    case plug(Int, isReset: Bool)
    case open(application: Int)
    case close(window: Int)
    case focus(window: Int)
    /// The compositor ends and returns after a while, with its screens as they were left or reset.
    case compositorEnds(backAfter: Duration, isReset: Bool)
    /// The compositor hangs for this time: it does not read and sends nothing.
    case compositorHangs(Duration)
    case diskFull(Bool)
    case lock(OrientationLock?)
    case rotate(InterfaceOrientation)
    case reload(Variant)
    case clientJoins(Manner)
    case clientLeaves
    /// The daemon is killed: at once, or at the next write to the disk.
    case kill(atWrite: Bool, backAfter: Duration)
    /// The user ends the daemon, and starts another one.
    case quit(backAfter: Duration)
    /// A fault of a message bus, if there are any buses.
    case bus(BusFault)
  }

  /// The configuration after the reload.
  enum Variant: CaseIterable {
    case standard, overrulesOthers, secondFollows, secondIsFixed, broken, runsPrograms,
      runsBadPrograms
  }

  /// How a client answers for its windows.
  enum Manner: CaseIterable { case agrees, refuses, isSilent, isLate, leaves, lies, declares }

  /// The compositor's reaction to a configuration.
  enum Reply {
    /// The configuration is applied after a while; answer and report follow, in either order.
    /// Without `answers` there is no answer.
    case carriesOut(after: Duration, answers: Duration?, reports: Duration)
    case refuses(isCancelled: Bool, after: Duration)
    /// Nothing is applied and nothing is answered.
    case forgets
    /// The answer is a success, but nothing is applied.
    case lies
  }

  let seed: UInt64
  /// The screens at the start.
  var screens: [(name: String, transform: Transform)]
  /// The number of windows at the start.
  var windows: Int
  /// Whether a configuration that was made from an older state is cancelled.
  var isSerialStrict: Bool
  /// Whether waiting reports are sent as one with the latest state.
  var joinsReports: Bool
  var steps: [Step]
  /// The replies to configurations in order; configurations after the last are applied at once.
  var replies: [Reply?]
  /// The machine's message buses; `nil` if it has none.
  var bus: BusPlan?

  /// Creates a plan without faults: the device is turned four times.
  init(withoutFaults seed: UInt64) {
    self.seed = seed
    screens = [("eDP-1", .normal)]
    windows = 1
    (isSerialStrict, joinsReports) = (true, false)
    steps = [PanelEdge.left, .bottom, .right, .top].enumerated().map { index, edge in
      Step(at: .seconds(index + 1), action: .hold(edge))
    }
    replies = []
  }

  init(seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    self.seed = seed
    screens = [("eDP-1", numbers.pick([.normal, .normal, .normal, .rotated90]) ?? .normal)]
    if numbers.chance(2) {
      screens.append((numbers.chance(2) ? "DSI-1" : "HDMI-A-1", .normal))
    }
    windows = Int(numbers.next() % 3)
    isSerialStrict = !numbers.chance(3)
    joinsReports = numbers.chance(3)
    // Most seeds have few kinds of faults, so that faults of different kinds meet more often.
    let kinds = (0..<3).map { _ in Int(numbers.next() % 8) }
    var time = Duration.zero
    steps = []
    for _ in 0..<(4 + numbers.next() % 24) {
      time += numbers.pause()
      let isTurn = numbers.chance(3)
      let action =
        isTurn
        ? Action.hold(numbers.edge())
        : numbers.action(of: numbers.pick(kinds) ?? 0, screens: screens.count)
      steps.append(Step(at: time, action: action))
    }
    let isCalm = numbers.chance(4)
    replies = (0..<24).map { _ in isCalm || numbers.chance(2) ? nil : numbers.reply() }
    addBuses()
  }

  /// The time of the last step.
  var end: Duration { steps.map(\.at).max() ?? .zero }
}

extension SplitMix {
  /// Returns a pause: often none, sometimes shorter than a step's effects, sometimes much longer.
  fileprivate mutating func pause() -> Duration {
    let longest = pick([0, 1, 5, 60, 200, 700, 1_500, 3_000]) ?? 0
    return .milliseconds(longest == 0 ? 0 : Int(next() % UInt64(longest)))
  }

  fileprivate mutating func edge() -> PanelEdge { pick(PanelEdge.allCases) ?? .top }

  fileprivate mutating func action(of kind: Int, screens: Int) -> FaultPlan.Action {
    let screen = Int(next() % UInt64(screens))
    switch kind {
    case 0:
      return .otherTurns(screen, pick([.normal, .rotated90, .rotated180, .rotated270]) ?? .normal)
    case 1: return chance(2) ? .unplug(screen) : .plug(screen, isReset: chance(2))
    case 2:
      return chance(3)
        ? .compositorHangs(pause() + pause())
        : .compositorEnds(backAfter: pause(), isReset: chance(2))
    case 3:
      return chance(3)
        ? .diskFull(chance(2)) : .kill(atWrite: chance(2), backAfter: pause())
    case 4:
      switch next() % 5 {
      case 0: return .sensor(isThere: chance(2))
      case 1: return .tabletMode(pick([true, false, nil]) ?? nil)
      case 2: return .sessionLocked(chance(2))
      case 3: return .awake
      default: return .quit(backAfter: pause())
      }
    case 5:
      switch next() % 3 {
      case 0: return .lock(pick([nil, .current, .portrait, .landscape, .landscapePrimary]) ?? nil)
      case 1:
        return .rotate(pick([.portrait, .portraitUpsideDown, .landscapeLeft]) ?? .portrait)
      default: return .reload(pick(FaultPlan.Variant.allCases) ?? .standard)
      }
    case 6:
      return chance(4) ? .clientLeaves : .clientJoins(pick(FaultPlan.Manner.allCases) ?? .agrees)
    default:
      switch next() % 3 {
      case 0: return .open(application: Int(next() % 2))
      case 1: return .close(window: Int(next() % 4))
      default: return .focus(window: Int(next() % 4))
      }
    }
  }

  fileprivate mutating func reply() -> FaultPlan.Reply {
    switch next() % 6 {
    case 0: .refuses(isCancelled: true, after: pause())
    case 1: .refuses(isCancelled: false, after: pause())
    case 2: .forgets
    case 3: .lies
    case 4: .carriesOut(after: pause(), answers: nil, reports: pause())
    default: .carriesOut(after: pause(), answers: pause(), reports: pause())
    }
  }
}
