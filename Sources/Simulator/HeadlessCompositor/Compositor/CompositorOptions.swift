// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// How a compositor behaves.
public struct CompositorOptions: Sendable {
  /// How ordinary windows are placed.
  public enum Placement: String, Sendable, Hashable, CaseIterable {
    /// Each fills what bars leave of the output, as on a phone.
    case filling
    /// Each has the size that its client likes.
    case floating
  }

  /// Who draws the status bar.
  public enum Bar: String, Sendable, Hashable, CaseIterable {
    /// The compositor, unless a client has a layer surface with the namespace `status-bar`.
    case automatic
    /// Clients only.
    case none
  }

  /// The outputs at the start.
  public var outputs: [OutputSpecification] = []
  /// How it is decided who turns.
  public var rules: any RuleSet
  /// The device; nil describes one by the first output.
  public var device: Device?
  /// The app's settings as the rule set reads them.
  ///
  /// It asks for the full@@output, or a pad of iOS 9 and later would not listen to its windows.
  public var app = App(requiresFullScreen: true)
  /// How ordinary windows are placed.
  public var placement = Placement.filling
  /// Who draws the status bar.
  public var bar = Bar.automatic
  /// Whether clients may attach a buffer before the first configure, as wlcs does.
  public var isLenient = false
  /// Whether clients may watch decisions, move the device, and have diagnostic windows.
  public var trustsClients = true
  /// How long a turn waits for clients to draw.
  public var turnWithin = Duration.milliseconds(200)
  /// How long a live policy may take to answer, cut to whole milliseconds.
  public var answerTimeout = Duration.milliseconds(100)
  /// How long a client may leave unread what it was sent.
  public var unreadWithin = Duration.seconds(30)
  /// What is below all windows, `0xAARRGGBB`.
  public var background: UInt32 = 0xFF20_3040
  /// How many bytes of pictures and regions one client may have in memory.
  public var bytesPerClient = 1 << 29

  /// Options with no outputs, and otherwise the usual ones.
  public init(rules: any RuleSet) { self.rules = rules }
}
