// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// What a client has asked for on a surface and not yet committed, or committed and not yet shown.
struct SurfaceState {
  /// What an `attach` asks for.
  enum Attachment {
    case unchanged
    case nothing
    case content(PixelStore)
  }

  var attachment = Attachment.unchanged
  var offset = Point(x: 0, y: 0)
  var scale: Int32?
  var transform: Transform?
  /// Nil leaves the region; an inner nil means everywhere.
  var inputRegion: InputRegion??
  var callbacks: [WlCallbackResource] = []

  /// Takes a later state on top of this one.
  mutating func merge(_ later: SurfaceState) {
    if case .unchanged = later.attachment {} else { attachment = later.attachment }
    offset.x &+= later.offset.x
    offset.y &+= later.offset.y
    if let scale = later.scale { self.scale = scale }
    if let transform = later.transform { self.transform = transform }
    if let region = later.inputRegion { inputRegion = .some(region) }
    callbacks += later.callbacks
  }
}
