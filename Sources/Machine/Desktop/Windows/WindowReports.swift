// SPDX-License-Identifier: Apache-2.0

/// What reports windows to a session: a source beside Wayland, or else the first backend with a protocol
/// for windows.
///
/// What windows say of themselves stays within bounds: the length of names, and how many windows there
/// are.
final class WindowReports {
  private var followed: (any WindowSource)?
  private var bounds = WindowBounds()
  /// What is added to the numbers of the present source, so that no number is used again.
  private var (base, highest): (UInt32, UInt32) = (0, 0)
  /// Whether a window has reported something that has not been looked at.
  private(set) var isStale = false

  /// The source in use; nil if nothing reports windows.
  func source(among backends: [any CompositorBackend]) -> (any WindowSource)? {
    followed ?? backends.lazy.compactMap(\.windows).first
  }

  /// Takes windows from a source beside Wayland, nil for no longer; those known before count as gone.
  func follow(_ source: (any WindowSource)?) {
    followed = source
    base = highest
    isStale = true
  }

  /// The source has something new to report.
  func sourceChanged() { isStale = true }

  /// What is wrong with windows and has not been said yet, for people.
  func takeProblems() -> [String] { bounds.takeProblems() }

  /// The windows as the source in use reports them.
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

  /// Adds full screen as a list tells it; windows are known by their names there.
  ///
  /// Of windows with the same names those count that have the focus, or else whose title differs.
  static func addFullscreen(to windows: inout [DesktopWindow], from listed: [DesktopWindow]) {
    let groups = Dictionary(grouping: listed, by: \.appID)
    for index in windows.indices {
      let window = windows[index]
      guard var same = groups[window.appID] else { continue }
      let titled = same.filter { $0.title == window.title }
      // A new title may be told by the one before the other.
      if !titled.isEmpty { same = titled }
      let focused = same.filter { $0.activated == window.activated }
      if !focused.isEmpty { same = focused }
      // Of those that cannot be told apart none counts unless all do.
      windows[index].fullscreen = same.allSatisfy(\.fullscreen)
    }
  }
}

/// Keeps what programs say of their windows within bounds, and says once what was left out.
struct WindowBounds {
  /// The longest identifier that counts as one, in bytes.
  static let longestAppID = 1024
  /// What is kept of a title, in bytes.
  static let longestTitle = 4096
  /// How many windows are looked at.
  static let mostWindows = 2048

  private enum Excess { case name, number }

  private var problems: [String] = []
  private var said: Set<Excess> = []

  /// Cuts titles, leaves out identifiers that are too long, and of too many windows the last.
  ///
  /// What has the focus always stays.
  mutating func apply(to windows: inout [DesktopWindow], by interface: WindowInterface?) {
    if windows.count > Self.mostWindows {
      say(
        .number,
        "\(interface?.name ?? "the compositor") tells of \(windows.count) windows; "
          + "only the first \(Self.mostWindows) have a say, and what has the focus")
      var count = 0
      windows.removeAll { window in
        count += 1
        return count > Self.mostWindows && !window.activated
      }
    }
    for index in windows.indices {
      if windows[index].appID.utf8.count > Self.longestAppID {
        say(
          .name,
          "a window has an app id of \(windows[index].appID.utf8.count) bytes, and is taken for "
            + "one without: more than \(Self.longestAppID) are none")
        windows[index].appID = ""
      }
      if windows[index].title.utf8.count > Self.longestTitle {
        let kept = windows[index].title.utf8.prefix(Self.longestTitle)
        windows[index].title = String(decoding: kept, as: UTF8.self)
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
