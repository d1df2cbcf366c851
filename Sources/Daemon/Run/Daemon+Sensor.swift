// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import Orientation
import Plugins
import Scenarios
import Sensing
import Sensors

extension Daemon {
  /// Begins to listen to the sensor that the command line chose.
  func startSensor() {
    switch plan.sensor {
    case .replay: startReplay()
    case .device(let choice): startDevice { choice.makeSource(tree: $0) }
    case .plugin(let name):
      // That there is such a sensor was checked before anything was touched.
      guard let source = plan.plugins.sources.first(where: { $0.name == name }) else { return }
      startDevice(source.make)
    }
  }

  private func startReplay() {
    guard let trace = plan.trace else { return }
    let samples = trace.samples.map {
      ReplaySample(microseconds: $0.microseconds, x: $0.x, y: $0.y, z: $0.z)
    }
    guard let schedule = ReplaySchedule(samples: samples, start: clock.now, speed: plan.speed)
    else { return }
    reporter.dropped(trace, alsoBySchedule: schedule.dropped)
    let feed = ReplayFeed(schedule, on: loop, clock: clock, judge: plan.configuration.judge.make())
    feed.onReading = { [weak self] in self?.log.note($0, at: $1) }
    feed.onTurn = { [weak self] in self?.turned($0) }
    feed.onEnd = { [weak self] in self?.reporter.sensorHolds() }
    replayFeed = feed
    feed.step()
  }

  private func startDevice(_ make: (DeviceTree) -> any OrientationSource) {
    let tree = DeviceTree(root: plan.deviceRoot)
    let feed = SensorFeed(
      make(tree), fold: PostureSource(tree: tree), touches: TouchSource(tree: tree),
      policy: plan.follow, on: loop,
      clock: clock, judge: plan.configuration.judge.make
    ) { [weak self] report in
      switch report {
      case .reading(let reading, let instant): self?.log.note(reading, at: instant)
      case .turned(let orientation): self?.turned(orientation)
      case .stoppedFollowing: self?.stopFollowing()
      case .tabletMode(let isOn):
        self?.isTabletMode = isOn
        self?.updateInputs()
      case .note(let text): self?.reporter.note(text)
      }
    }
    sensorFeed = feed
    feed.start()
    updateDemand()
  }

  /// The sensor is read only while something could turn that somebody can see.
  func updateDemand() {
    guard let sensorFeed, let scene = arbiter?.scene else { return }
    let isWanted =
      !isEnding && scene.outputs.contains(where: \.isManaged)
      && !isHeld(scene) && scene.device.generatingCount > 0
    if sensorFeed.isWanted != isWanted { sensorFeed.isWanted = isWanted }
  }

  /// Whether the user's lock leaves the device no choice.
  private func isHeld(_ scene: Scene) -> Bool {
    scene.device.isRotationLocked && scene.device.userLock?.isClass != true
  }

  /// Gives the outputs back as the user had them, and lets the device stand like that.
  ///
  /// Otherwise the next window to take the focus would have them turned once more.
  private func stopFollowing() {
    guard !isEnding, let output = arbiter?.scene.outputs.first(where: \.isManaged) else { return }
    reporter.note("not in tablet mode: the outputs are given back")
    if let edge = PanelEdge(transform: output.initial) {
      turned(DeviceOrientation(edgeUp: edge))
    }
    handle(.output(.release))
  }

  private func turned(_ orientation: DeviceOrientation) {
    guard !isEnding, let arbiter else { return }
    // UIKit's sets name an orientation as a person sees it, all others by the edge that is up.
    let isUIKit = arbiter.rules.family == .uikit
    let value = isUIKit ? orientation.named(on: arbiter.scene.device.panel) : orientation
    handle(.device(.turned(value)))
  }
}
