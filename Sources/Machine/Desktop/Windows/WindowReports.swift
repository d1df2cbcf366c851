// SPDX-License-Identifier: Apache-2.0
import Text

/// The windows of a session, from a chosen source or from the first backend whose protocol reports
/// windows.
final class WindowReports {
  private var followed: (any WindowSource)?
  private var bounds = WindowBounds()
  /// The offset of the current source's window identifiers, and the highest identifier so far.
  ///
  /// The offset prevents the reuse of an identifier after a change of source.
  private var (base, highest): (UInt32, UInt32) = (0, 0)
  /// Whether the windows must be read again: they have changed, or the source has.
  private(set) var isStale = false

  func source(among backends: [any CompositorBackend]) -> (any WindowSource)? {
    followed ?? backends.lazy.compactMap(\.windows).first
  }

  /// Follows a source in place of the backends' protocols, or the protocols again if `nil`; all
  /// known windows count as removed.
  func follow(_ source: (any WindowSource)?) {
    followed = source
    base = highest
    isStale = true
  }

  func sourceChanged() { isStale = true }

  func takeProblems() -> [String] { bounds.takeProblems() }

  /// Returns the windows of the source in use, with limits applied and identifiers that no earlier
  /// source has used.
  ///
  /// If the followed source does not report full screen, a Wayland protocol that does provides it.
  func current(among backends: [any CompositorBackend]) -> [DesktopWindow] {
    isStale = false
    guard let source = source(among: backends) else { return [] }
    var windows = source.windows
    if followed != nil, !source.interface.knows.contains(.fullscreen),
      let list = backends.lazy.compactMap(\.windows).first(where: {
        $0.interface.knows.contains(.fullscreen)
      })
    {
      Self.addFullscreen(to: &windows, from: list.windows)
    }
    bounds.apply(to: &windows, by: source.interface)
    for index in windows.indices {
      windows[index].id &+= base
      highest = max(highest, windows[index].id)
    }
    return windows
  }

  /// Adds the full-screen state from a toplevel list.
  ///
  /// Windows are matched by app id, then by title, then by focus.
  static func addFullscreen(to windows: inout [DesktopWindow], from listed: [DesktopWindow]) {
    let groups = Dictionary(grouping: listed, by: \.appID)
    for index in windows.indices {
      let window = windows[index]
      guard var same = groups[window.appID] else { continue }
      let titled = same.filter { $0.title == window.title }
      // Titles may differ for a moment, since either source may be the first to report a new one.
      if !titled.isEmpty { same = titled }
      let focused = same.filter { $0.activated == window.activated }
      if !focused.isEmpty { same = focused }
      // If several listed windows match, the window counts as full screen only if all of them are.
      windows[index].fullscreen = same.allSatisfy(\.fullscreen)
    }
  }
}

struct WindowBounds {
  /// The longest accepted app id, in bytes.
  static let longestAppID = 1024
  /// The length to which titles are cut, in bytes.
  static let longestTitle = 4096
  /// The number of windows that are kept; the window with the focus is kept even beyond it.
  static let mostWindows = 2048

  private enum Excess { case name, number }

  private var problems: [String] = []
  private var said: Set<Excess> = []

  /// Cuts long titles, clears app ids that are too long, and drops windows beyond the limit.
  mutating func apply(to windows: inout [DesktopWindow], by interface: WindowInterface?) {
    if windows.count > Self.mostWindows {
      say(
        .number,
        "\(interface?.name ?? "the compositor") reports \(counted(windows.count, "window")); "
          + "only the first \(Self.mostWindows) are asked, and the one with the focus")
      var count = 0
      windows.removeAll { window in
        count += 1
        return count > Self.mostWindows && !window.activated
      }
    }
    for index in windows.indices {
      if windows[index].appID.verbatim.utf8.count > Self.longestAppID {
        say(
          .name,
          "an app id of \(windows[index].appID.verbatim.utf8.count) bytes is ignored; at most "
            + "\(Self.longestAppID) bytes count")
        windows[index].appID = ""
      }
      if windows[index].title.verbatim.utf8.count > Self.longestTitle {
        let kept = windows[index].title.verbatim.utf8.prefix(Self.longestTitle)
        windows[index].title = UntrustedText(String(decoding: kept, as: UTF8.self))
      }
    }
  }

  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  private mutating func say(_ excess: Excess, _ text: String) {
    if said.insert(excess).inserted { problems.append(text) }
  }
}
