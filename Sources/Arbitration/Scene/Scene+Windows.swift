// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  mutating func add(_ window: Window, makesKey: Bool) {
    guard index(of: window.id) == nil else { return }
    var window = window
    // It comes in as the display stands; what it is placed in is decided next.
    window.orientation = statusBar.orientation
    holdLock(&window)
    let position = windows.firstIndex { $0.id > window.id } ?? windows.count
    windows.insert(window, at: position)
    if mainWindow == nil, window.level == 0 { mainWindow = window.id }
    if makesKey { makeKey(window.id) }
  }

  mutating func take(_ event: WindowEvent, on id: WindowID) {
    if case .makeKey = event { return makeKey(id) }
    guard let index = index(of: id) else { return }
    switch event {
    case .remove:
      let wasKey = keyWindow == id
      windows.remove(at: index)
      noteWriterLeft(id)
      keyHistory.removeAll { $0 == id }
      if wasKey { reassignKeyWindow() }
    case .show:
      windows[index].isHidden = false
      if statusBar.writer == .window(id), windows[index].root != nil {
        statusBar.writerLeft = false
      }
    case .hide:
      if !windows[index].isHidden { noteWriterLeft(id) }
      windows[index].isHidden = true
      if keyWindow == id { reassignKeyWindow() }
    case .resignKey: if keyWindow == id { keyHistory = [] }
    case .setRoot(let controller):
      windows[index].root = controller
      if controller == nil {
        noteWriterLeft(id)
      } else if statusBar.writer == .window(id), !windows[index].isHidden {
        statusBar.writerLeft = false
      }
    case .present(let presentation):
      windows[index].root?.changeDeepest { $0.presented = presentation }
    case .dismiss: _ = windows[index].root?.dismissDeepest()
    case .push(let controller):
      _ = windows[index].root?.changeShownContainer([.navigation]) {
        $0.children.append(controller)
      }
    case .pop:
      _ = windows[index].root?.changeShownContainer([.navigation]) {
        if $0.children.count > 1 { $0.children.removeLast() }
      }
    case .select(let child):
      _ = windows[index].root?.changeShownContainer([.tab, .split, .page, .custom]) {
        $0.selected = child
      }
    case .disableAutorotation: windows[index].disableCount += 1
    case .enableAutorotation:
      windows[index].disableCount = max(0, windows[index].disableCount - 1)
    case .shell(let traits): windows[index].shell = traits
    case .setRequest(let request): windows[index].android.request = request
    case .setLock(let lock, let owner):
      windows[index].chromeOS.set(
        lock, by: owner, showing: statusBar.orientation, on: device.panel)
    case .setNeedsUpdate, .requestGeometry, .makeKey: break
    }
  }

  mutating func makeKey(_ id: WindowID) {
    keyHistory.removeAll { $0 == id }
    keyHistory.append(id)
  }

  private mutating func noteWriterLeft(_ id: WindowID) {
    if statusBar.writer == .window(id) { statusBar.writerLeft = true }
  }

  /// The previously key window that is still shown becomes key, else the first normal-level one.
  mutating func reassignKeyWindow() {
    let shown = Set(windows.filter { !$0.isHidden }.map(\.id))
    if let next = keyHistory.last(where: { shown.contains($0) }) {
      makeKey(next)
    } else if let first = windows.first(where: { $0.level == 0 && !$0.isHidden }) {
      makeKey(first.id)
    }
  }
}
