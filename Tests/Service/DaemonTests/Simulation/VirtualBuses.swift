// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Fixtures
import Glibc
import Orientation

@testable import Bus
@testable import Daemon
@testable import Sensors

/// The message buses of a simulated machine, their services, and a program that calls the daemon.
final class VirtualBuses {
  let plan: BusPlan
  private let agenda: Agenda
  let system: VirtualBus
  let session: VirtualBus
  let proxy: VirtualProxy
  let logind: VirtualLogind
  private let tabletMode: VirtualTabletMode?
  private let upower: VirtualUPower?
  let caller: VirtualCaller
  /// Whether logind has answered all questions properly, sooner or later.
  private var isLogindTelling = true

  init(_ plan: BusPlan, _ agenda: Agenda) {
    (self.plan, self.agenda) = (plan, agenda)
    system = VirtualBus("system", agenda)
    session = VirtualBus("session", agenda)
    proxy = VirtualProxy(plan, on: system, agenda)
    logind = VirtualLogind(plan, on: system, agenda)
    tabletMode = plan.tellsTabletMode ? VirtualTabletMode(on: session, agenda) : nil
    upower = plan.hasLid ? VirtualUPower(on: system, agenda) : nil
    caller = VirtualCaller(on: session)
  }

  /// The source of logind's reports at the system bus.
  var login: any LoginSource {
    LogindSession(bus: .address(system.place)) { $0 == "XDG_SESSION_ID" ? "c1" : nil }
  }

  func serve(in loop: EventLoop?) {
    for bus in [system, session] { bus.serve(in: loop) }
  }

  /// Disconnects all real programs at once.
  func cutOff() { for bus in [system, session] { bus.cutOff() } }

  /// The number of connections that ended programs have left.
  ///
  /// A process that another test starts at this moment has copies of the sockets until it executes
  /// its program, so the end of a connection may show a moment later.
  var left: Int {
    for _ in 0..<1_000 {
      if system.count + session.count == 0 { return 0 }
      usleep(1_000)
    }
    return system.count + session.count
  }

  var log: (@autoclosure () -> String) -> Void = { _ in } {
    didSet { (system.log, session.log) = (log, log) }
  }

  /// Returns a text in which the buses are named as in every other world.
  func plain(_ text: String) -> String { session.plain(system.plain(text)) }

  /// Whether the daemon has to know the session, after some time without faults.
  var isSessionKnown: Bool { plan.finding != .notAtAll && isLogindTelling && system.isFound }

  func setTabletMode(_ isOn: Bool?) { tabletMode?.isTablet = isOn }

  func perform(_ fault: BusFault) {
    switch fault {
    case .busEnds(let which, let delay):
      let bus = bus(which)
      services(which).forEach { $0.stop() }
      bus.stop()
      agenda.after(delay) { [weak self] in
        bus.start()
        self?.services(which).forEach { $0.start() }
      }
    case .busHangs(let which, let time): bus(which).hang(for: time)
    case .ends(let which, let delay):
      let service = service(which)
      service.stop()
      agenda.after(delay) { service.start() }
    case .hangs(let which, let time): service(which).hang(for: time)
    case .answers(let which, let manner):
      service(which).manner = manner
      switch (which, manner) {
      case (.logind, .refuses), (.logind, .talksNonsense): isLogindTelling = false
      default: break
      }
    case .accelerometer(let isThere): proxy.hasAccelerometer = isThere
    case .says(let nonsense): proxy.say(nonsense)
    case .sessionActive(let isActive): logind.isActive = isActive
    case .wishesLock: logind.wish()
    case .lid(let isClosed): upower?.isClosed = isClosed
    case .lidServiceEnds(let delay):
      upower?.stop()
      agenda.after(delay) { [weak self] in self?.upower?.start() }
    case .lidServiceHangs(let time): upower?.hang(for: time)
    case .asks(let request): caller.ask(request)
    case .nameIsTaken(let isTaken): session.takenNames = isTaken ? [SessionBus.name] : []
    }
  }

  /// Ends all faults, and repairs their lasting effects.
  func calmDown() {
    for which in BusFault.Bus.allCases {
      bus(which).start()
      for service in services(which) {
        service.start()
        service.manner = .isPrompt
      }
    }
    session.takenNames = []
    (proxy.hasAccelerometer, logind.isActive, logind.isLocked) = (true, true, false)
    setTabletMode(nil)
    upower?.isClosed = false
  }

  private func bus(_ which: BusFault.Bus) -> VirtualBus {
    switch which {
    case .system: system
    case .session: session
    }
  }

  private func services(_ which: BusFault.Bus) -> [VirtualService] {
    switch which {
    case .system: [proxy, logind] + (upower.map { [$0] } ?? [])
    case .session: tabletMode.map { [$0] } ?? []
    }
  }

  private func service(_ which: BusFault.Service) -> VirtualService {
    switch which {
    case .proxy: proxy
    case .logind: logind
    }
  }
}

/// The contents of a simulated machine's message buses.
struct BusPlan {
  /// The daemon's value of `--sensor`.
  var sensor: String
  /// Whether changes are sent to every program, as by iio-sensor-proxy up to 3.0.
  var isBroadcasting = false
  /// Whether a claim is answered once the sensor has been read, as from 3.6 on.
  var waitsForReading = true
  var finding = VirtualLogind.Finding.byProcess
  var tellsTabletMode = true
  /// Whether UPower tells of a lid.
  var hasLid = false
}

/// A fault of a bus, or a rare event there.
enum BusFault {
  enum Bus: CaseIterable { case system, session }
  enum Service: CaseIterable { case proxy, logind }

  case busEnds(Bus, backAfter: Duration)
  case busHangs(Bus, Duration)
  case ends(Service, backAfter: Duration)
  case hangs(Service, Duration)
  case answers(Service, VirtualService.Manner)
  case accelerometer(isThere: Bool)
  case says(VirtualProxy.Nonsense)
  case sessionActive(Bool)
  case wishesLock
  /// The lid is closed or opened, or is there no more.
  case lid(Bool?)
  case lidServiceEnds(backAfter: Duration)
  case lidServiceHangs(Duration)
  case asks(VirtualCaller.Request)
  case nameIsTaken(Bool)
}

extension FaultPlan {
  /// Adds buses to every eighth seed, by random numbers of their own: the rest stays the same.
  mutating func addBuses() {
    // Each of the tests' four shares has as many.
    guard seed / 4 % 8 == 7 else { return }
    var numbers = SplitMix(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0xB05)
    bus = BusPlan(
      sensor: numbers.chance(2) ? "auto" : "proxy", isBroadcasting: numbers.chance(4),
      waitsForReading: numbers.chance(2),
      finding: numbers.pick(VirtualLogind.Finding.allCases) ?? .byProcess,
      tellsTabletMode: numbers.chance(2))
    let kinds = (0..<2).map { _ in Int(numbers.next() % 6) }
    var time = Duration.zero
    for _ in 0..<(numbers.next() % 12) {
      time += numbers.busPause()
      guard time < end + .seconds(2) else { break }
      let fault = numbers.fault(of: numbers.pick(kinds) ?? 0)
      steps.append(Step(at: time, action: .bus(fault)))
    }
    addLid()
  }

  /// Adds a lid to every second of these seeds, by random numbers of its own.
  private mutating func addLid() {
    var numbers = SplitMix(seed: ~seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x11D)
    guard numbers.chance(2) else { return }
    bus?.hasLid = true
    var time = Duration.zero
    for _ in 0..<(numbers.next() % 6) {
      time += numbers.busPause()
      guard time < end + .seconds(2) else { break }
      steps.append(Step(at: time, action: .bus(numbers.lidFault())))
    }
  }
}

extension SplitMix {
  /// Returns a pause: often none, sometimes shorter than a step's effects, sometimes much longer.
  fileprivate mutating func busPause() -> Duration {
    let longest = pick([0, 2, 60, 400, 1_500, 4_000]) ?? 0
    return .milliseconds(longest == 0 ? 0 : Int(next() % UInt64(longest)))
  }

  /// Returns a time that may exceed the longest timeouts for answers, which are 25 s.
  private mutating func absence() -> Duration {
    chance(4) ? .milliseconds(Int(next() % 40_000)) : busPause()
  }

  fileprivate mutating func fault(of kind: Int) -> BusFault {
    let bus = chance(2) ? BusFault.Bus.system : .session
    let service = chance(2) ? BusFault.Service.proxy : .logind
    switch kind {
    case 0: return chance(2) ? .busEnds(bus, backAfter: absence()) : .busHangs(bus, absence())
    case 1: return chance(2) ? .ends(service, backAfter: absence()) : .hangs(service, absence())
    case 2: return .answers(service, manner())
    case 3:
      return chance(2)
        ? .accelerometer(isThere: chance(2))
        : .says(pick(VirtualProxy.Nonsense.allCases) ?? .undefined)
    case 4: return chance(3) ? .wishesLock : .sessionActive(chance(2))
    default:
      return chance(8)
        ? .nameIsTaken(chance(2)) : .asks(pick(VirtualCaller.Request.allCases) ?? .lock)
    }
  }

  fileprivate mutating func lidFault() -> BusFault {
    switch next() % 6 {
    case 0: .lidServiceEnds(backAfter: absence())
    case 1: .lidServiceHangs(absence())
    default: .lid(pick([true, false, nil]) ?? nil)
    }
  }

  private mutating func manner() -> VirtualService.Manner {
    switch next() % 5 {
    case 0: .isPrompt
    case 1: .isLate(absence())
    case 2: .isSilent
    case 3: .refuses
    default: .talksNonsense
    }
  }
}
