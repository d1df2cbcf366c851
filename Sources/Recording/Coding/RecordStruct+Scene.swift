// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

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

extension Output: RecordStruct {
  static var blank: Output { Output(id: OutputID(0), name: "") }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    // What was found first can only be given to a new value.
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
    try coder.field("managed", &isManaged)
    try coder.field("transform", &transform)
    try coder.field("desired", &desired)
    try coder.field("held-by-other", &isHeldByOther)
    try coder.field("course", &course)
    try coder.field("overrules-others", &overrulesOthers)
  }
}

extension Scene {
  /// Every field that differs from its default, as recordings write it.
  package var recordedFields: JSONValue { recorded }
}
