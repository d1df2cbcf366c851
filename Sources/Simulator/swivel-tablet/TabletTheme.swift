// SPDX-License-Identifier: Apache-2.0
import Bus
import Drawing
import EventLoop

/// The colours of the window, light or dark; every text has a contrast of at least 4.5:1.
struct TabletTheme: Equatable {
  /// The colours of the backgrounds: `desk` around the device, `chrome` of caption, row of buttons
  /// and inspector.
  var desk, chrome: RGB
  /// The colour of separators and of the timeline's line.
  var line: RGB
  var text, dim: RGB
  var good, warning, bad: RGB
  /// The colours of the backgrounds of a card in the inspector and of a culprit's card.
  var card, badCard: RGB
  /// The background of a chip and of an active or hovered button; the background and the text of a
  /// chosen chip.
  var chip, chosen, chosenText: RGB
  /// The colour of an active button's pictogram and of the ring around the shown decision.
  var accent: RGB
  var edge: RGB

  static let light = TabletTheme(
    desk: 0xE3E7ED, chrome: 0xFAFBFC, line: 0xD3D8E0, text: 0x1B1E23, dim: 0x59616D,
    good: 0x1D6B37, warning: 0x7A5200, bad: 0xA8201A, card: 0xF0F2F6, badCard: 0xFDEAE8,
    chip: 0xDFE4EB, chosen: 0x2563B8, chosenText: 0xFFFFFF, accent: 0x1F5BB5, edge: 0x3A4049)

  static let dark = TabletTheme(
    desk: 0x2A2F37, chrome: 0x17191D, line: 0x33383F, text: 0xE9EBEF, dim: 0xA7AEB9,
    good: 0x86D79F, warning: 0xE8BD6A, bad: 0xFF9D94, card: 0x23272D, badCard: 0x46201E,
    chip: 0x363C45, chosen: 0x2F6FB0, chosenText: 0xFFFFFF, accent: 0x8DB8F2, edge: 0x555C67)

  func colour(of tone: Caption.Tone) -> RGB {
    switch tone {
    case .plain: text
    case .good: good
    case .warning: warning
    case .bad: bad
    }
  }

  func colour(of kind: TimelineModel.Kind) -> RGB {
    switch kind {
    case .quiet, .coming: dim
    case .turned: good
    case .stopped: warning
    case .fault: bad
    }
  }
}

/// The desktop's preference for light or dark colours, as the settings portal reports it.
final class DesktopScheme {
  private static let (portal, path) = (
    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
  )
  private static let (interface, namespace, key) = (
    "org.freedesktop.portal.Settings", "org.freedesktop.appearance", "color-scheme"
  )

  private let onChange: (_ isDark: Bool) -> Void
  private var link: BusLink?
  private var subscription: Subscription?

  /// Begins to follow the colour preference; reports nothing without a session bus or portal.
  init(on loop: EventLoop, bus: BusAddress = .session, onChange: @escaping (Bool) -> Void) {
    self.onChange = onChange
    let link = BusLink(
      bus, on: loop,
      onJoin: { [weak self] connection throws(BusError) in try self?.follow(connection) },
      onLoss: { [weak self] in self?.subscription = nil })
    self.link = link
    // A desktop without a session bus has no preference to follow.
    do throws(BusError) { try link.open() } catch { self.link = nil }
  }

  private func follow(_ connection: BusConnection) throws(BusError) {
    let change = SignalMatch(
      path: Self.path, interface: Self.interface, member: "SettingChanged",
      firstArgument: Self.namespace)
    subscription = try connection.subscribe(to: change) { [weak self] values in
      guard values.count == 3, values[1].string == Self.key else { return }
      self?.take(values[2])
    }
    let read = BusCall(
      Self.portal, Self.path, Self.interface, "Read",
      [.string(Self.namespace), .string(Self.key)], startsService: true)
    connection.call(read) { [weak self] reply in
      if case .success(let values) = reply, let value = values.first { self?.take(value) }
    }
  }

  /// Applies the portal's value: 1 for dark, 2 for light, 0 for no preference, which counts as
  /// light; the number is in one or two variants.
  private func take(_ value: BusValue) {
    switch value {
    case .variant(let inner): take(inner)
    case .uint32(let number): onChange(number == 1)
    default: break
    }
  }
}
