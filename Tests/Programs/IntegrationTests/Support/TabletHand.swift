// SPDX-License-Identifier: Apache-2.0
import Drawing
import HeadlessCompositor
import Orientation
import Testing
import WindowBackend

@testable import swivel_tablet

/// Clicks on the inspector and the row of buttons.
struct TabletHand {
  let hosted: HostedCompositor
  let hand: HostHand

  init(_ hosted: HostedCompositor) throws {
    self.hosted = hosted
    try hosted.wait("the window") { hosted.pictures() > 0 }
    try hosted.settle()
    hand = try HostHand(try #require(hosted.host), screen: Size(width: 1280, height: 800))
    // The seat has a pointer from now on; the window has to receive that first.
    try hand.move(to: 20, 20)
    try hosted.settle()
  }

  private func model() throws -> InspectorModel {
    let tablet = try #require(hosted.tablet)
    let layout = try #require(tablet.layout)
    let frame = layout.inspectorFrame
    return try #require(tablet.inspector.model(width: frame.width, height: frame.height))
  }

  func text() throws -> String { try model().text }

  func click(_ label: String, _ index: Int, _ probes: [WindowProbe]) throws {
    let model = try model()
    let chips = model.items.filter { $0.text == label && $0.action != nil }
    try #require(chips.indices.contains(index), "\(label) in \n\(model.text)")
    var frame = chips[index].frame
    let inspector = try #require(hosted.tablet?.layout).inspectorFrame
    (frame.x, frame.y) = (frame.x + inspector.x, frame.y + inspector.y)
    try click(frame, probes)
  }

  func click(_ button: TabletButton, _ probes: [WindowProbe]) throws {
    try click(try #require(hosted.tablet?.layout).frame(of: button), probes)
  }

  private func click(_ frame: Area, _ probes: [WindowProbe]) throws {
    let place = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    try hand.move(to: Int32(place.0), Int32(place.1))
    try hand.press(0x110, isDown: true)
    try hand.press(0x110, isDown: false)
    for probe in probes { try hosted.settle(probe) }
    if probes.isEmpty { try hosted.settle() }
  }
}
