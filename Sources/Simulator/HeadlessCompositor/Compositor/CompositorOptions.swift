// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The options of a compositor.
public struct CompositorOptions: Sendable {
  /// The placement of ordinary windows.
  public enum Placement: String, Sendable, Hashable, CaseIterable {
    /// Each window fills the output's usable area, as on a phone.
    case filling
    /// Each window has the size that its client chooses.
    case floating
  }

  /// The program that draws the status bar.
  public enum Bar: String, Sendable, Hashable, CaseIterable {
    /// The compositor, unless a client has a layer surface with the namespace `status-bar`.
    case automatic
    /// Clients only.
    case none
  }

  /// The outputs at the start.
  public var outputs: [OutputSpecification] = []
  /// The rule set that decides.
  public var rules: any RuleSet
  /// The device; nil derives one from the first output.
  public var device: Device?
  /// The app's settings as the rule set reads them.
  ///
  /// The app requires the full screen: on iPads of iOS 9 and later its windows are not asked
  /// otherwise.
  public var app = App(requiresFullScreen: true)
  /// The placement of ordinary windows.
  public var placement = Placement.filling
  /// The program that draws the status bar.
  public var bar = Bar.automatic
  /// Whether clients may attach a buffer before the first configure, as wlcs does.
  public var isLenient = false
  /// Whether clients may watch decisions, move the device, and have diagnostic windows.
  public var trustsClients = true
  /// The time limit for clients to redraw during a turn.
  public var turnWithin = Duration.milliseconds(200)
  /// The time limit for a live policy's answer, truncated to whole milliseconds.
  public var answerTimeout = Duration.milliseconds(100)
  /// The time after which a client with unread bytes is disconnected.
  public var unreadWithin = Duration.seconds(30)
  /// The colour below all windows, `0xAARRGGBB`.
  public var background: UInt32 = 0xFF20_3040
  /// The memory quota of one client for pixels and regions, in bytes.
  public var bytesPerClient = 1 << 29

  /// Creates options with no outputs and the defaults otherwise.
  public init(rules: any RuleSet) { self.rules = rules }
}
