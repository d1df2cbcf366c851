// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

/// The daemon on simulated message buses, with the faults that seeds have found, step by step.
@Suite struct BusSimulationTests {
  @Test(arguments: ["auto", "proxy"])
  func withoutBusFaultsEveryRotationIsShownAndRestored(sensor: String) {
    var plan = FaultPlan(withoutFaults: 0)
    plan.bus = BusPlan(sensor: sensor)
    let world = World(plan, isVerbose: true)
    let fault = world.run()
    #expect(fault == nil, "\(world.transcript.joined(separator: "\n"))")
    let shows = world.transcript.filter { $0.contains("compositor shows ") }
    #expect(shows.count == 7, "four turns, two at the end, and back: \(shows)")
    let releases = world.transcript.filter { $0.contains("calls ReleaseAccelerometer") }
    #expect(releases.count == 1)
  }

  /// The session becomes active while logind does not answer, and no further change follows.
  @Test func unansweredCallsToLogindAreRetried() {
    Self.expectNoFault(
      .sessionActive(false), .answers(.logind, .isSilent), .sessionActive(true))
  }

  /// logind does not answer when the daemon searches the session, so the search is repeated.
  @Test(arguments: VirtualLogind.Finding.allCases)
  func aSessionThatIsFoundLateIsFollowed(_ finding: VirtualLogind.Finding) {
    var plan = Self.plan([])
    plan.bus?.finding = finding
    plan.steps = [
      FaultPlan.Step(at: .zero, action: .bus(.answers(.logind, .isSilent))),
      FaultPlan.Step(at: .seconds(1), action: .hold(.left)),
    ]
    SimulationTests.expectNoFault(plan)
  }

  /// logind refuses to answer after it has reported an inactive session; the sensor is read again.
  @Test func aRefusingLogindDoesNotKeepTheSensorAtRest() {
    Self.expectNoFault(
      .sessionActive(false), .answers(.logind, .refuses), .sessionActive(true))
  }

  /// There is a sensor, but the daemon's question for it is not answered.
  @Test(arguments: [VirtualService.Manner.isSilent, .talksNonsense], ["auto", "proxy"])
  func unansweredCallsToTheSensorServiceAreRetried(
    manner: VirtualService.Manner, sensor: String
  ) {
    Self.expectNoFault(
      .ends(.proxy, backAfter: .milliseconds(200)), .answers(.proxy, manner), sensor: sensor)
  }

  /// The system bus is lost while the session is not active, and returns when it is.
  @Test func aLostBusLeavesNoSensorAtRest() {
    Self.expectNoFault(
      .sessionActive(false), .busEnds(.system, backAfter: .milliseconds(600)))
  }

  /// The session bus is lost while the device is folded to a laptop, and returns.
  @Test func theDaemonReconnectsToTheSessionBus() {
    var plan = Self.plan([.busEnds(.session, backAfter: .seconds(3))])
    plan.steps.insert(
      FaultPlan.Step(at: .milliseconds(500), action: .tabletMode(false)), at: 0)
    SimulationTests.expectNoFault(plan)
  }

  /// A bus that serves no connection for two minutes is left and tried again.
  @Test(arguments: BusFault.Bus.allCases)
  func aBusThatHangsAtTheStartIsRetried(_ bus: BusFault.Bus) {
    var plan = Self.plan([])
    plan.steps = [
      FaultPlan.Step(at: .zero, action: .bus(.busHangs(bus, .seconds(120)))),
      FaultPlan.Step(at: .zero, action: .kill(atWrite: false, backAfter: .zero)),
    ]
    SimulationTests.expectNoFault(plan)
  }

  private static func expectNoFault(_ faults: BusFault..., sensor: String = "proxy") {
    SimulationTests.expectNoFault(plan(faults, sensor: sensor))
  }

  /// Returns a plan of faults one second apart.
  private static func plan(_ faults: [BusFault], sensor: String = "proxy") -> FaultPlan {
    var plan = FaultPlan(withoutFaults: 0)
    plan.bus = BusPlan(sensor: sensor)
    plan.steps = faults.enumerated().map { index, fault in
      FaultPlan.Step(at: .seconds(index + 1), action: .bus(fault))
    }
    return plan
  }
}
