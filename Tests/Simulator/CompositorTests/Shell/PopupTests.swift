// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// The placement of popups, and their rotation with the window.
@Suite struct PopupTests {
  @Test func aPopupIsPlacedByItsPositioner() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let popup = try TestPopup(client, on: window.xdgSurface, map: true)
    #expect(
      popup.places == [
        Rectangle(origin: Point(x: 30, y: 30), size: Size(width: 40, height: 30))
      ])
    #expect(try stage.pixel(31, 31) == 0x00_FF00)
    #expect(try stage.pixel(69, 59) == 0x00_FF00)
    #expect(try stage.pixel(70, 60) == window.colour)
  }

  @Test func aSlidingPopupStaysOnTheOutput() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let popup = try TestPopup(client, on: window.xdgSurface, map: true) {
      try $0.setAnchorRect(x: 310, y: 470, width: 5, height: 5)
      try $0.setConstraintAdjustment(constraintAdjustment: 3)
    }
    #expect(popup.places.last?.origin == Point(x: 280, y: 450))
  }

  /// A reactive positioner requests a new place when the window's space changes.
  @Test(arguments: [false, true]) func onlyAReactivePopupIsPlacedAgainAfterATurn(isReactive: Bool)
    throws
  {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let popup = try TestPopup(client, on: window.xdgSurface, map: true) {
      try $0.setAnchorRect(x: 310, y: 470, width: 5, height: 5)
      try $0.setConstraintAdjustment(constraintAdjustment: 3)
      if isReactive { try $0.setReactive() }
    }
    stage.turn(.landscapeLeft)
    stage.settle()
    let places = [Point(x: 280, y: 450), Point(x: 315, y: 290)]
    #expect(popup.places.map(\.origin) == Array(places.prefix(isReactive ? 2 : 1)))
  }

  @Test func aPopupTurnsWithItsWindow() throws {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let popup = try TestPopup(client, on: window.xdgSurface, map: true)
    stage.turn(.landscapeLeft)
    // Transform 3 puts (x, y) of the turned window at (320 - y, x) of the panel.
    #expect(try stage.pixel(320 - 31, 31) == 0x00_FF00)
    #expect(try stage.pixel(320 - 59, 69) == 0x00_FF00)
    withExtendedLifetime(popup) {}
  }

  @Test func aPressOnAnotherClientDismissesAGrabbingPopup() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let popup = try TestPopup(client, on: window.xdgSurface, map: false)
    try popup.popup.grab(seat: client.bind(WlSeatProxy.self), serial: 1)
    try popup.surface.commit()
    stage.settle()
    let other = try stage.connect()
    let bar = try LayerTests.Bar(other, namespace: "panel") {
      try $0.setSize(width: 0, height: 30)
      try $0.setAnchor(anchor: [.bottom, .left, .right])
    }
    stage.compositor.input.movePointer(to: 35, 35)
    stage.compositor.input.pressButton(0x110, isDown: true)
    stage.compositor.input.pressButton(0x110, isDown: false)
    stage.settle()
    #expect(!popup.isDone, "its own client may be pressed")
    stage.compositor.input.movePointer(to: 10, 475)
    stage.compositor.input.pressButton(0x110, isDown: true)
    stage.settle()
    #expect(popup.isDone)
    withExtendedLifetime(bar) {}
  }
}
