// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

final class Toplevel: ShellWindow, XdgPart {
  let resource: XdgToplevelResource
  let shellSurface: ShellSurface
  private(set) weak var parent: Toplevel?
  private(set) var hasEnded = false

  private var givenTitle = ""
  private var givenAppID = ""
  private(set) var smallest = Size(width: 0, height: 0)
  private(set) var largest = Size(width: 0, height: 0)
  private var pendingSmallest: Size?
  private var pendingLargest: Size?

  var isMaximised = false
  var isFullscreen = false
  var isResizing = false
  private(set) var isActive = false
  private var hasPlace = false
  /// The place and size that the window had before it filled an area; nil while it fills none, or
  /// if it did so before it was mapped.
  private(set) var restored: Rectangle?
  private var lastSent: (size: Size, states: [XdgToplevel.State])?

  init(_ resource: XdgToplevelResource, xdgSurface: ShellSurface, surface: Surface) {
    self.resource = resource
    shellSurface = xdgSurface
    super.init(surface, compositor: xdgSurface.binding.compositor)
  }

  func start() {
    resource.owner = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      surfaceEnded()
      shellSurface.partEnded()
    }
    if resource.version >= 5 {
      resource.wmCapabilities(
        capabilities: words([
          XdgToplevel.WmCapabilities.maximize.rawValue,
          XdgToplevel.WmCapabilities.fullscreen.rawValue,
          XdgToplevel.WmCapabilities.minimize.rawValue,
        ]))
    }
  }

  override var appID: String { givenAppID }
  override var title: String { givenTitle }
  override var geometry: Rectangle { shellSurface.geometry }
  override var rank: Int { isFullscreen ? 40 : 20 }

  override var takesKeyboardWhenMapped: Bool { true }

  override func close() { resource.close() }

  override func activate(_ isActive: Bool) {
    guard self.isActive != isActive else { return }
    self.isActive = isActive
    guard isMapped else { return }
    sendState()
    compositor.toplevels.changed(self)
  }

  var isFilling: Bool {
    isMaximised || isFullscreen
      || (compositor.options.placement == .filling && parent == nil)
  }

  /// The area that the window fills, in the space of its target transform; nil if it fills none.
  var filledArea: Rectangle? {
    guard isFilling, let output, let space = targetSpace else { return nil }
    if isFullscreen { return Rectangle(origin: Point(x: 0, y: 0), size: space.size) }
    return compositor.layers.usableArea(of: output, turned: target)
  }

  override func reshape() {
    guard let area = filledArea else { return }
    origin = area.origin
    if let lastSent, lastSent.size != area.size { sendState() }
  }

  override var configures: ConfigureSequence { shellSurface.configures }

  /// Sends the size and the states to the client if they have changed, and with `always` in any
  /// case; `given` replaces the size that follows from the window's state.
  func sendState(size given: Size? = nil, always: Bool = false) {
    guard resource.isAlive else { return }
    var states: [XdgToplevel.State] = []
    if isMaximised || (isFilling && !isFullscreen) { states.append(.maximized) }
    if isFullscreen { states.append(.fullscreen) }
    if isResizing { states.append(.resizing) }
    if isActive { states.append(.activated) }
    let size =
      given ?? filledArea?.size ?? restored?.size ?? lastSent?.size ?? Size(width: 0, height: 0)
    guard always || lastSent.map({ $0 != (size, states) }) ?? true else { return }
    let isResized = lastSent?.size != size
    lastSent = (size, states)
    if resource.version >= 4, let output {
      let area = compositor.layers.usableArea(of: output, turned: target).size
      resource.configureBounds(width: area.width, height: area.height)
    }
    resource.configure(
      width: size.width, height: size.height, states: words(states.map(\.rawValue)))
    shellSurface.configure(isResized: isResized)
  }

  func configureFirst() {
    if output == nil { output = compositor.windows.outputForNewWindow }
    target = compositor.rotationController.statusBarTransform
    transform = target
    lastSent = nil
    sendState(always: true)
  }

  func mayCommit() -> Bool {
    let smallest = pendingSmallest ?? smallest
    let largest = pendingLargest ?? largest
    guard largest.width == 0 || smallest.width <= largest.width,
      largest.height == 0 || smallest.height <= largest.height
    else {
      resource.post(
        XdgToplevel.ErrorCode.invalidSize,
        "the smallest size \(smallest.width)x\(smallest.height) exceeds the largest "
          + "\(largest.width)x\(largest.height)")
      return false
    }
    (self.smallest, self.largest) = (smallest, largest)
    return true
  }

  func map() {
    isMapped = true
    // A window that is mapped again keeps its former place.
    if !hasPlace || filledArea != nil { compositor.windows.place(self) }
    hasPlace = true
    compositor.windows.mapped(self)
  }

  func unmap() {
    guard isMapped else { return }
    isMapped = false
    isMinimised = false
    compositor.windows.unmapped(self)
    lastSent = nil
  }

  func committed() {
    compositor.interactive.committed(self)
    noteDrawn()
  }

  func surfaceEnded() {
    guard !hasEnded else { return }
    unmap()
    hasEnded = true
    compositor.interactive.forget(self)
    resource.makeInert()
  }
}

/// Converts numbers to the bytes of a wire array.
func words(_ values: [UInt32]) -> [UInt8] {
  values.flatMap { value in unsafe withUnsafeBytes(of: value) { unsafe Array($0) } }
}

extension Toplevel {
  /// The maximum length of a title or app ID in characters; longer ones are truncated.
  private static let maximumTextLength = 4096

  func handle(_ request: XdgToplevelResource.Request) {
    guard !hasEnded else { return }
    switch request {
    case .destroy: break
    case .setParent(let other): setParent(other)
    case .setTitle(let text):
      givenTitle = String(text.string.prefix(Self.maximumTextLength))
      compositor.windows.described(self)
    case .setAppId(let text):
      givenAppID = String(text.string.prefix(Self.maximumTextLength))
      compositor.windows.described(self)
    case .showWindowMenu: break
    case .move: compositor.interactive.move(self)
    case .resize(_, _, let edges):
      guard [0, 1, 2, 4, 5, 6, 8, 9, 10].contains(edges.rawValue) else {
        return post(.invalidResizeEdge, "\(edges.rawValue) is no edge to resize at")
      }
      compositor.interactive.resize(self, edges: edges.rawValue)
    case .setMaxSize(let width, let height): pendingLargest = size(width, height)
    case .setMinSize(let width, let height): pendingSmallest = size(width, height)
    case .setMaximized: setFilling { isMaximised = true }
    case .unsetMaximized: setFilling { isMaximised = false }
    case .setFullscreen(let output):
      if let output = compositor.outputs.output(of: output) { self.output = output }
      setFilling { isFullscreen = true }
    case .unsetFullscreen: setFilling { isFullscreen = false }
    case .setMinimized: minimise(true)
    }
  }

  /// Makes a change that can begin or end filling an area, and sends the client a configure event
  /// if it has committed.
  ///
  /// The place of a mapped window is remembered when filling begins, and restored when it ends.
  func setFilling(_ change: () -> Void) {
    let wasFilling = isFilling
    if !wasFilling, isMapped { restored = Rectangle(origin: origin, size: geometry.size) }
    change()
    if isFilling {
      if let area = filledArea { origin = area.origin }
    } else if wasFilling, let restored {
      origin = restored.origin
    }
    guard shellSurface.surface?.hasCommitted == true else { return }
    // The protocol requires a configure event even if nothing changes.
    sendState(size: isFilling ? nil : restored?.size ?? Size(width: 0, height: 0), always: true)
    if !isFilling { restored = nil }
    compositor.windows.restacked()
    compositor.toplevels.changed(self)
  }

  func minimise(_ isMinimised: Bool) {
    guard isMapped, self.isMinimised != isMinimised else { return }
    self.isMinimised = isMinimised
    compositor.windows.visibilityChanged(self)
    compositor.toplevels.changed(self)
  }

  private func setParent(_ other: XdgToplevelResource?) {
    // A parent that is not mapped counts as no parent.
    let parent = other.flatMap { $0.toplevel }
    var ancestor = parent
    while let current = ancestor {
      guard current !== self else {
        return post(.invalidParent, "a window cannot be its own parent")
      }
      ancestor = current.parent
    }
    self.parent = parent
    compositor.toplevels.changed(self)
  }

  private func size(_ width: Int32, _ height: Int32) -> Size? {
    guard width >= 0, height >= 0 else {
      post(.invalidSize, "\(width)x\(height) is no size")
      return nil
    }
    return Size(width: width, height: height)
  }

  private func post(_ error: XdgToplevel.ErrorCode, _ message: String) {
    resource.post(error, message)
  }
}

extension XdgToplevelResource {
  var toplevel: Toplevel? { (owner as? Toplevel).flatMap { $0.isMapped ? $0 : nil } }
}
