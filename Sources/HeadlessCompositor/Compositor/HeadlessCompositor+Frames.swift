// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Orientation
import WaylandServer

extension HeadlessCompositor {
  /// Something that is seen may have changed.
  func surfaceChanged(_ surface: Surface) {
    if surface.wantsFrame, !waitingForFrame.contains(where: { $0 === surface }) {
      waitingForFrame.append(surface)
    }
    if let window = window(of: surface), window.isVisible {
      for part in placements(of: window) { part.surface.enter([window.screen].compactMap { $0 }) }
      if let screen = window.screen { screen.changes += 1 }
    }
    scheduleFrame()
    seat.refocus()
  }

  func surfaceGone(_ surface: Surface) {
    waitingForFrame.removeAll { $0 === surface }
    seat.forget(surface)
    scheduleFrame()
  }

  func everythingChanged() {
    for screen in screens { changed(screen) }
    seat.refocus()
  }

  func changed(_ screen: Screen) {
    screen.changes += 1
    scheduleFrame()
  }

  /// The window that a surface is part of; nil while it is part of none.
  func window(of surface: Surface) -> ShellWindow? {
    var current = surface
    while let subsurface = current.role as? Subsurface {
      guard let parent = subsurface.parent else { return nil }
      current = parent
    }
    if let layer = current.role as? LayerWindow { return layer }
    guard let part = (current.role as? ShellSurface)?.part else { return nil }
    return (part as? any PopupHost)?.hostWindow
  }

  /// Has a frame shown at the output's pace.
  func scheduleFrame() {
    guard frameAlarm == nil else { return }
    let interval = 1_000_000_000_000 / Int64(max(1000, screens.first?.refresh ?? 60_000))
    let earliest = Instant(nanoseconds: (lastFrame?.nanoseconds ?? 0) + interval)
    frameAlarm = clock.schedule(at: max(clock.now, earliest)) { [weak self] in self?.showFrame() }
  }

  private func showFrame() {
    frameAlarm = nil
    lastFrame = clock.now
    let milliseconds = UInt32(truncatingIfNeeded: clock.now.milliseconds)
    let due = waitingForFrame
    waitingForFrame = []
    for surface in due {
      if isShown(surface) {
        surface.present(at: milliseconds)
      } else {
        waitingForFrame.append(surface)
      }
    }
    capture.frameShown()
    readingWatch.look(at: display.clients, now: clock.now)
    onFrame?()
    display.flush()
  }

  private func isShown(_ surface: Surface) -> Bool {
    if surface.kind == .cursor { return true }
    return surface.isMapped && window(of: surface)?.isVisible == true
  }

  /// An output was bound by a client that may already have surfaces on it.
  func outputBound(_ screen: Screen, by output: WlOutputResource) {
    for window in stack where window.screen === screen {
      for part in placements(of: window) where part.surface.resource.client === output.client {
        if part.surface.entered.contains(where: { $0 === screen }) {
          part.surface.resource.enter(output: output)
        }
      }
    }
  }

  /// Changes an output, and tells the rule set what has become of it.
  func configure(
    _ screen: Screen, isEnabled: Bool? = nil, size: Size? = nil, refresh: Int32? = nil,
    position: Point? = nil, transform: Transform? = nil, scale: Int32? = nil
  ) {
    let before = screen.transform
    turner.change(screen) {
      screen.configure(
        isEnabled: isEnabled, size: size, refresh: refresh, position: position,
        transform: transform, scale: scale)
    }
    outputManager.announce()
    if screen.transform != before { governor.turned(screen) }
  }

  /// Changes an output by its name; nil leaves a value.
  ///
  /// - Returns: whether there is one of that name.
  @discardableResult
  public func configure(
    _ output: String, transform: Transform? = nil, scale: Int32? = nil, size: Size? = nil
  ) -> Bool {
    guard let screen = screens.first(where: { $0.name == output }) else { return false }
    configure(screen, size: size, transform: transform, scale: scale)
    return true
  }

  func apply(_ changes: [(screen: Screen, change: OutputChange)]) {
    for (screen, change) in changes {
      configure(
        screen, isEnabled: change.isEnabled, size: change.size, refresh: change.refresh,
        position: change.position, transform: change.transform, scale: change.scale)
    }
    rehome()
  }
}
