// SPDX-License-Identifier: Apache-2.0
public import Arbitration
package import Formats
public import Orientation

extension Scene: RecordStruct {
  static var blank: Scene { Scene() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("device", &device)
    try coder.field("app", &app)
    try coder.field("outputs", &outputs)
    try coder.field("windows", &windows)
    try coder.field("keys", &keyHistory)
    try coder.field("status-bar", &statusBar)
    try coder.field("foreground", &isForeground)
    try coder.field("pending-turn", &hasPendingTurn)
    try coder.field("full-size", &isFullSize)
    try coder.field("launched", &hasLaunched)
    try coder.field("main-window", &mainWindow)
  }
}

extension App: RecordStruct {
  static var blank: App { App() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("supported", &supported)
    try coder.field("supported-on-pad", &supportedOnPad)
    try coder.field("requires-full-screen", &requiresFullScreen)
    try coder.field("launch-storyboard", &hasLaunchStoryboard)
    try coder.field("delegate", &delegate)
    try coder.field("scene-delegate", &sceneDelegate)
  }
}

extension DelegateMasks: RecordStruct {
  static var blank: DelegateMasks { DelegateMasks(standard: nil) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("default", &standard)
    try coder.field("entries", &entries)
  }
}

extension DelegateMasks.Entry: RecordStruct {
  static var blank: DelegateMasks.Entry { DelegateMasks.Entry(window: WindowID(0), mask: []) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("window", &window)
    try coder.field("mask", &mask)
  }
}

extension StatusBar: RecordStruct {
  static var blank: StatusBar { StatusBar() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("orientation", &orientation)
    try coder.field("writer", &writer)
    try coder.field("cause", &cause)
    try coder.field("writer-left", &writerLeft)
  }
}

extension StatusBar.Writer: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .app: "app"
    case .window(let id): id.recorded
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    self = value == "app" ? .app : .window(try WindowID(recorded: value))
  }
}

extension Scene {
  /// The fields that differ from their defaults, in the format of recordings.
  package var recordedFields: JSONValue { recorded }
}

extension Device: RecordStruct {
  static var blank: Device { Device() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("idiom", &idiom)
    try coder.field("home-button", &hasHomeButton)
    try coder.field("size", &size)
    try coder.field("orientation", &orientation)
    try coder.field("felt", &felt)
    try coder.field("generating", &generatingCount)
    try coder.field("rotation-lock", &isRotationLocked)
    try coder.field("user-lock", &userLock)
    try coder.field("panel", &panel)
    try coder.field("user-rotation", &userRotation)
    try coder.field("ignores-requests", &ignoresOrientationRequest)
    try visitPlatform(&coder)
  }
}

extension Window: RecordStruct {
  static var blank: Window { Window(id: WindowID(0), name: "", root: nil) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("id", &id)
    try coder.field("name", &name)
    try coder.field("level", &level)
    try coder.field("hidden", &isHidden)
    try coder.field("size", &size)
    try coder.field("follower", &isFollower)
    try coder.field("controls-status-bar", &controlsStatusBar)
    try coder.field("root", &root)
    try coder.field("orientation", &orientation)
    try coder.field("disable-count", &disableCount)
    try coder.field("needs-turn", &needsTurn)
    try coder.field("shell", &shell)
    try visitPlatform(&coder)
  }
}

// The title is not recorded: no rule set reads it, and it can be private.
extension ShellTraits: RecordStruct {
  static var blank: ShellTraits { ShellTraits() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("app-id", &appID)
    try coder.field("fullscreen", &isFullscreen)
    try coder.field("minimized", &isMinimized)
    try coder.field("output", &output)
    try coder.field("may-veto", &mayVeto)
    try coder.field("cure", &cure)
    try coder.field("has-rule", &hasRule)
    try coder.laterField("common-policy", &isLimitedByCommonPolicy, usually: false)
    try coder.laterField("stated-in", &statedIn, usually: nil)
  }
}

extension DesktopEntrySource: RecordStruct {
  static var blank: DesktopEntrySource { DesktopEntrySource(file: "", key: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("file", &file)
    try coder.field("key", &key)
  }
}

extension Size: RecordStruct {
  static var blank: Size { Size(width: 0, height: 0) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("width", &width)
    try coder.field("height", &height)
  }
}

extension [Window] {
  package var recordedFields: JSONValue { recorded }
}

extension Controller: RecordStruct {
  static var blank: Controller { Controller(id: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("id", &id)
    try coder.field("policy", &policy)
    try coder.field("container", &container)
    try coder.field("presented", &presented)
    try coder.field("forwards-to", &forwardsTo)
    try coder.field("transition", &transitionOverride)
    try coder.field("prefers-lock", &prefersOrientationLocked)
  }
}

extension Container: RecordStruct {
  static var blank: Container { Container(kind: .navigation) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("kind", &kind)
    try coder.field("children", &children)
    try coder.field("selected", &selected)
    try coder.field("forwards", &forwards)
    try coder.field("delegate-mask", &delegateMask)
  }
}

extension Presentation: RecordStruct {
  static var blank: Presentation { Presentation(style: .fullScreen, controller: .blank) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("style", &style)
    try coder.field("controller", &controller)
  }
}

extension DeclaredPolicy: RecordStruct {
  static var blank: DeclaredPolicy { DeclaredPolicy() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("autorotate", &autorotate)
    try coder.field("supported", &supported)
    try coder.field("preferred", &preferred)
    try coder.field("legacy", &legacy)
  }
}

extension PolicySource: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .declared(let policy): RecordCase.write("declared", policy)
    case .live(let id): RecordCase.write("live", id)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "declared": self = .declared(try found.value())
    case "live": self = .live(try found.value())
    default: throw found.unknown
    }
  }
}

extension LivePolicy: RecordStruct {
  static var blank: LivePolicy { LivePolicy(id: PolicyID(0)) }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("id", &id)
    try coder.field("name", &name)
    try coder.field("ring", &ring)
    try coder.field("fallback", &fallback)
  }
}

extension Output: RecordStruct {
  static var blank: Output { Output(id: OutputID(0), name: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    // The initial transform is a constant, so it can only be set in a new value.
    var found = initial
    try coder.field("initial", &found)
    if found != initial {
      let usual = (transform, desired)
      self = Output(id: id, name: name, transform: found)
      (transform, desired) = usual
    }
    try coder.field("id", &id)
    try coder.field("name", &name)
    try coder.field("panel", &panel)
    try coder.field("managed", &policy.isManaged)
    try coder.field("transform", &transform)
    try coder.field("desired", &desired)
    var isHeld = isHeld
    try coder.field("held-by-other", &isHeld)
    var reason = hold == .otherProgram ? nil : hold
    try coder.laterField("hold", &reason, usually: nil)
    hold = isHeld ? reason ?? .otherProgram : nil
    try coder.field("course", &policy.target)
    try coder.field("overrules-others", &policy.overrulesOthers)
    try coder.laterField("user-rotation", &userRotation, usually: nil)
  }
}

extension OutputEvent: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .add(let output): RecordCase.write("add", output)
    case .remove(let id): RecordCase.write("remove", id)
    case .transform(let id, let transform): RecordCase.write("transform", id, transform)
    case .configure(let id, .isManaged(let isManaged)): RecordCase.write("manage", id, isManaged)
    case .configure(let id, .overrulesOthers(let overrules)):
      RecordCase.write("overrule", id, overrules)
    case .configure(let id, .target(let target)): RecordCase.write("course", id, target)
    case .rotated(let id, let orientation): RecordCase.write("rotate", id, orientation)
    case .release: "release"
    case .awake: "awake"
    case .restore: "restore"
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "add": self = .add(try found.value())
    case "remove": self = .remove(try found.value())
    case "transform": self = .transform(try found.item(0), try found.item(1))
    case "manage": self = .configure(try found.item(0), .isManaged(try found.item(1)))
    case "overrule": self = .configure(try found.item(0), .overrulesOthers(try found.item(1)))
    case "rotate": self = .rotated(try found.item(0), try found.item(1))
    case "course": self = .configure(try found.item(0), .target(try found.item(1)))
    case "release": self = .release
    case "awake": self = .awake
    case "restore": self = .restore
    default: throw found.unknown
    }
  }
}

extension OutputPolicy.Target: RecordValue {
  package var recorded: JSONValue {
    switch self {
    case .fixed(let transform): RecordCase.write("fixed", transform)
    case .follow(let name): RecordCase.write("follow", name)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "fixed": self = .fixed(try found.value())
    case "follow": self = .follow(try found.value())
    default: throw found.unknown
    }
  }
}
