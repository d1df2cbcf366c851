// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioPen {
  /// The windows at the start, diagnostic ones among them, in the order of creation.
  func windows(_ scene: Scene, _ exempt: [Window]) -> [JSONValue] {
    let usual = scene.windows.first { !$0.isHidden && !$0.isFollower }?.id
    let key = scene.keyWindow == usual ? nil : scene.keyWindow
    let all = scene.windows.map { ($0, false) } + exempt.map { ($0, true) }
    return all.sorted { $0.0.id < $1.0.id }
      .map { window($0.0, isKey: $0.0.id == key, isDiagnostic: $0.1) }
  }

  func window(_ window: Window, isKey: Bool, isDiagnostic: Bool = false) -> JSONValue {
    var members = Members()
    let name = names.name(window.id) ?? window.name
    members.add("id", name)
    if window.level != 0 { members.add("level", level(window.level)) }
    if window.isHidden { members.add("hidden", true) }
    if isKey { members.add("key", true) }
    if let size = window.size { members.add("size", Self.size(size)) }
    if isDiagnostic { members.add("diagnostic", true) }
    switch set.family {
    case .uikit:
      if window.isFollower { members.add("follower", true) }
      if !window.controlsStatusBar { members.add("controls-status-bar", false) }
      if let root = root(window.root, of: name) { members.add("root", root) }
    case .desktop:
      if !window.shell.appID.isEmpty { members.add("app-id", window.shell.appID) }
      if window.shell.isFullscreen { members.add("fullscreen", true) }
      if window.shell.isMinimized { members.add("minimized", true) }
      if window.shell.hasRule { members.add("policy", policy(of: window)) }
    case .android:
      if let request = window.android.request { members.add("request", request.rawValue) }
      if !window.android.fillsParent { members.add("fills-parent", false) }
    case .chromeos:
      if let lock = window.chromeOS.lock { members.add("lock", lock.rawValue) }
      if window.chromeOS.owner == .user { members.add("locked-by", "user") }
    }
    return .object(members.list)
  }

  private func level(_ level: Int32) -> JSONValue {
    let word = ScenarioReader.levels.first { $0.value == Int(level) }?.key
    return word.map { .string($0) } ?? .int(Int64(level))
  }

  /// The value of `root:`; nil where the standard one is meant.
  private func root(_ root: Controller?, of window: String) -> JSONValue? {
    guard let root else { return JSONValue.null }
    // In a conditional expression nil would be JSON's.
    if root == Controller(id: "\(window).root") { return nil }
    return controller(root)
  }

  private func policy(of window: Window) -> JSONValue {
    var members = policy(window.root?.declared ?? DeclaredPolicy())
    if window.shell.mayVeto { members.add("veto", true) }
    if let cure = window.shell.cure { members.add("policy", cure.rawValue) }
    return .object(members.list)
  }

  /// The answers that somebody has written.
  func policy(_ declared: DeclaredPolicy) -> Members {
    var members = Members()
    if let answer = declared.autorotate { members.add("autorotate", answer) }
    if let mask = declared.legacy { members.add("legacy", Self.mask(mask)) }
    if let mask = declared.supported { members.add("supported", Self.mask(mask)) }
    if let value = declared.preferred { members.add("preferred", value.name) }
    return members
  }

  func controller(_ controller: Controller) -> JSONValue {
    var members = Members()
    members.add("id", controller.id)
    if let declared = controller.declared {
      for member in policy(declared).list { members.add(member.name, member.value) }
    }
    if let container = controller.container {
      members.add("container", container.kind.rawValue)
      if !container.children.isEmpty {
        members.add("children", .array(container.children.map { self.controller($0) }))
      }
      if let selected = container.selected { members.add("selected", selected) }
      if container.forwards != .none { members.add("forwards", container.forwards.rawValue) }
      if let mask = container.delegateMask { members.add("container-delegate", Self.mask(mask)) }
    }
    if let target = controller.forwardsTo { members.add("forwards-to", names.name(target) ?? "") }
    if let presented = controller.presented {
      members.add("presented", .object(presentation(presented)))
    }
    switch controller.transitionOverride {
    case .none: break
    case .callingSuper: members.add("overrides-view-will-transition", "with-super")
    case .withoutSuper: members.add("overrides-view-will-transition", "without-super")
    }
    if let wish = controller.prefersOrientationLocked {
      members.add("prefers-orientation-locked", wish)
    }
    return .object(members.list)
  }

  func presentation(_ presentation: Presentation) -> [JSONValue.Member] {
    [
      .init("style", .string(presentation.style.rawValue)),
      .init("controller", controller(presentation.controller)),
    ]
  }
}
