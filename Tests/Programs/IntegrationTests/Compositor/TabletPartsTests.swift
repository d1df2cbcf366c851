// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import HeadlessCompositor
import Judging
import Orientation
import Sensing
import Testing
import WindowBackend

@testable import swivel_tablet

/// The values that the drawn tablet is made of, and two fingers on it.
@Suite(.serialized) struct TabletPartsTests {
  /// What is drawn at a place of the window is what is hit there, at every scale of a host.
  @Test(arguments: [Int32(120), 150, 180, 240], [false, true])
  func pointerPositionsMapBackToTheDrawnPixel(_ scale: Int32, _ hasInspector: Bool) {
    let panel = Size(width: 160, height: 240)
    for size in [Size(width: 700, height: 500), Size(width: 331, height: 222)] {
      let layout = TabletLayout(
        shape: HostShape(size: size, scale: scale, isExact: true), panel: panel,
        panelScale: max(1, (scale + 119) / 120), hasInspector: hasInspector)
      let (width, height) = (Double(layout.panelPixels.width), Double(layout.panelPixels.height))
      for angle in [0.0, 90, 180, 270, 33] {
        for corner in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (7, 11)] {
          let seen = layout.windowPoint(corner.0 + 0.5, corner.1 + 0.5, angle: angle)
          // The middle of the window's pixel in which it lies, as the host tells it.
          let x = (seen.x.rounded(.down) + 0.5) / layout.pixelScale
          let y = (seen.y.rounded(.down) + 0.5) / layout.pixelScale
          let hit = layout.panelPoint(x, y, angle: angle)
          // Half a pixel of the window is so many of the panel's, along a diagonal for slanted ones.
          let slack = 0.75 / layout.magnification + 0.5
          let what = "\(scale) \(size) \(angle) \(corner)"
          #expect(abs(hit.x * Double(layout.panelScale) - corner.0 - 0.5) <= slack, "\(what)")
          #expect(abs(hit.y * Double(layout.panelScale) - corner.1 - 0.5) <= slack, "\(what)")
          if layout.magnification == 1, angle != 33 {
            #expect((hit.x * Double(layout.panelScale)).rounded(.down) == corner.0, "\(what)")
            #expect((hit.y * Double(layout.panelScale)).rounded(.down) == corner.1, "\(what)")
          }
        }
      }
    }
  }

  /// The picture turns at the host's pace, whatever that of the readings is.
  @Test func theTurnAnimationContinuesBetweenReadings() throws {
    var pose = DevicePose(try #require(Judges.make("swivel")))
    #expect(!pose.isTurning && pose.angle(at: .zero) == 0)
    pose.turn(quarters: 1, at: .zero)
    var last = 0.0
    for step in 1...30 {
      let now = Instant.zero + .milliseconds(5 * step)
      #expect(pose.angle(at: now) > last && pose.angle == 0)
      last = pose.angle(at: now)
    }
    #expect(last == 45)
    _ = pose.advance(to: .zero + .milliseconds(150))
    #expect(pose.angle == 45 && pose.isTurning)
    #expect(pose.angle(at: .zero + .seconds(1)) == 90)
    _ = pose.advance(to: .zero + DevicePose.turnDuration)
    #expect(pose.angle == 90 && !pose.isTurning)
    pose.turn(quarters: 1, at: .zero)
    pose.lay(flat: true, at: .zero + DevicePose.turnDuration / 2)
    _ = pose.advance(to: .zero + DevicePose.turnDuration)
    #expect(pose.angle > 90 && pose.angle < 180 && !pose.isTurning)
  }

  @Test func twoFingersTurnTheDeviceAboutEachOther() {
    var grip = DeviceGrip()
    let centre = (x: 100.0, y: 100.0)
    grip.take(1, at: 100, 0, about: centre, angle: 10)
    // One finger turns about the middle.
    #expect(grip.move(1, to: 200, 100, about: centre, angle: 10) == 100)
    grip.take(2, at: 200, 200, about: centre, angle: 100)
    #expect(grip.move(2, to: 300, 100, about: centre, angle: 100) == 10)
    #expect(grip.move(9, to: 0, 0, about: centre, angle: 10) == nil)
    grip.letGo(1, about: centre, angle: 10)
    #expect(!grip.isEmpty && grip.holds(2))
    grip.letGo(2, about: centre, angle: 10)
    #expect(grip.isEmpty)
  }

  /// While it is shaken no orientation is decided, and afterwards it is as before.
  @Test func shakingTheDeviceDecidesNoOrientation() throws {
    var pose = DevicePose(try #require(Judges.make("swivel")))
    var now = Instant.zero
    var words: [DeviceOrientation] = []
    func pass(_ duration: Duration) {
      let end = now + duration
      while now < end {
        now += DevicePose.period
        if let word = pose.advance(to: now) { words.append(word) }
      }
    }
    pass(.seconds(3))
    #expect(words == [.portrait])
    pose.shake(at: now)
    var most = 0.0
    for _ in 0..<40 {
      pass(DevicePose.period)
      most = max(most, abs(pose.tremor))
    }
    #expect(most > 2)
    pass(.seconds(3))
    #expect(words.allSatisfy { $0 == .portrait })
    #expect(pose.tremor == 0 && !pose.isRestless(at: now))
  }

  /// On a host with a touch screen two fingers beside the screen turn the device.
  @Test func twoFingersBesideTheScreenTurnTheDevice() throws {
    let loop = try EventLoop()
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-8")))
    options.outputs = [OutputSpecification(size: Size(width: 500, height: 500))]
    options.bar = .none
    let host = try HeadlessCompositor(loop: loop, options: options)
    let hosted = try HostedCompositor(
      on: host, OutputSpecification(size: Size(width: 160, height: 240)), loop: loop,
      isTablet: true)
    try hosted.wait("the window") { hosted.pictures() > 0 }
    try hosted.settle()
    let layout = try #require(hosted.tablet?.layout)
    func point(_ degrees: Double) -> (x: Double, y: Double) {
      // In the middle of the rim above the panel, turned about the device's middle.
      let (sine, cosine) = Angle.sineAndCosine(degrees)
      let radius =
        (Double(layout.panel.height) / 2 + TabletLayout.bezel / 2) * layout.zoom
      return (layout.centre.x + sine * radius, layout.centre.y - cosine * radius)
    }
    host.input.touchDown(1, at: point(0).x, point(0).y)
    host.input.touchDown(2, at: point(180).x, point(180).y)
    for degrees in stride(from: 5.0, through: 90, by: 5) {
      host.input.touchMove(1, to: point(degrees).x, point(degrees).y)
      host.input.touchMove(2, to: point(degrees + 180).x, point(degrees + 180).y)
      try hosted.settle()
    }
    host.input.touchUp(1)
    host.input.touchUp(2)
    try hosted.wait("the turn") {
      hosted.compositor.scene.device.orientation == .landscapeRight
    }
    #expect(hosted.tablet?.device.pose.angle == 90)
  }
}
