// SPDX-License-Identifier: Apache-2.0

/// What a session says about one window, as of its last complete report.
public struct DesktopWindow: Sendable, Hashable {
  /// Our own number; not used again while the session lasts.
  public var id: UInt32
  /// The application's identifier, perhaps empty.
  public var appID = ""
  /// The title, perhaps empty; not to be recorded unless asked.
  public var title = ""
  /// The names of the outputs that the window is on, sorted.
  public var outputs: [String] = []
  /// Whether the window has the focus.
  public var activated = false
  /// Whether the window fills an output.
  public var fullscreen = false
  /// Whether the window is maximised.
  public var maximized = false
  /// Whether the window is minimised; many compositors never say so.
  public var minimized = false
  /// Whether the window belongs to another one, as a dialog does.
  public var isDialog = false

  /// Makes a window of which only the number is known.
  public init(id: UInt32) { self.id = id }
}
