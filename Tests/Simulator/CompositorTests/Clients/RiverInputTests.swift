// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Orientation
import Testing
import WaylandClient
import WaylandServer

/// Touch screens of a scripted compositor with river_input_management_v1: river is not in Debian.
@Suite struct RiverInputTests {
  /// A compositor with two panels and river's input devices.
  private final class River {
    let session: Session
    let loop: EventLoop
    private let display: Display
    private var manager: RiverInputManagerV1Resource?
    private var devices: [String: RiverInputDeviceV1Resource] = [:]
    private var outputs: [(name: String, resource: WlOutputResource)] = []
    /// The output that each device was mapped to, in order; `nil` is the whole layout.
    private(set) var heard: [(device: String, output: String?)] = []

    init() throws {
      loop = try EventLoop()
      display = try Display()
      session = try display.session(in: loop)
      for name in ["eDP-1", "eDP-2"] {
        display.offer(WlOutputResource.self, version: 4) { [unowned self] resource in
          outputs.append((name, resource))
          resource.geometry(
            x: 0, y: 0, physicalWidth: 300, physicalHeight: 190, subpixel: .unknown, make: "",
            model: "", transform: .normal)
          resource.mode(flags: .current, width: 1920, height: 1200, refresh: 60_000)
          resource.name(name: name)
          resource.done()
        }
      }
      display.offer(RiverInputManagerV1Resource.self, version: 1) { [unowned self] in
        manager = $0
      }
      try wait { session.isReady && manager != nil }
    }

    func wait(_ isSo: () -> Bool) throws {
      let end = ContinuousClock.now + .seconds(10)
      repeat {
        display.flush()
        session.run(for: .milliseconds(5))
        try loop.turn(waitingAtMost: .milliseconds(5))
        if isSo() { return }
      } while ContinuousClock.now < end
      Issue.record("waited in vain: \(heard)")
    }

    func add(_ name: String, _ type: WaylandServer.RiverInputDeviceV1.TypeValue) {
      guard let device = manager?.inputDevice() else { return }
      devices[name] = device
      device.onRequest = { [unowned self] request in
        guard case .mapToOutput(let output) = request else { return }
        heard.append((name, outputs.first { $0.resource === output }?.name))
      }
      device.type(type: type)
      device.name(name: name)
    }

    func remove(_ name: String) { devices[name]?.removed() }
  }

  private func text(_ river: River) -> [String] {
    river.heard.map { "\($0.device) \($0.output ?? "nothing")" }
  }

  @Test func touchScreensAndPensAreMappedToTheirOutputsAndBack() throws {
    let river = try River()
    let mapper = try #require(river.session.mapInputs(InputSetup(loop: river.loop)))
    river.add("keyboard", .keyboard)
    river.add("Upper", .touch)
    river.add("Upper Stylus", .tablet)
    mapper.map(
      InputStage(
        turning: ["eDP-1"], outputs: river.session.outputs,
        assigned: ["Upper": "eDP-1", "Lower": "eDP-2"]))
    try river.wait { river.heard.count == 2 }
    #expect(Set(text(river)) == ["Upper eDP-1", "Upper Stylus eDP-1"])
    // Later devices are mapped, too, and mapped ones are left alone.
    river.add("Lower", .touch)
    try river.wait { river.heard.count == 3 }
    #expect(text(river).last == "Lower eDP-2")
    river.remove("Upper")
    mapper.end()
    try river.wait { river.heard.count >= 4 }
    #expect(text(river).last == "Lower nothing")
  }

  @Test func indistinguishableTouchScreensAreNotMapped() throws {
    let river = try River()
    for name in ["a", "b"] { river.add(name, .touch) }
    let size = Size(width: 300, height: 190)
    let mapper = try #require(
      river.session.mapInputs(InputSetup(loop: river.loop, sizes: { ["a": size, "b": size] })))
    mapper.map(InputStage(turning: ["eDP-1", "eDP-2"], outputs: river.session.outputs))
    river.add("last", .pointer)
    for _ in 0..<10 { try river.wait { true } }
    #expect(river.heard.isEmpty)
  }
}
