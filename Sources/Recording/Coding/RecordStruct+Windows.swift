// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

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
    try coder.field("android", &android)
    try coder.field("chromeos", &chromeOS)
  }
}

// The title stays out: no rule set reads it, and it can be private.
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
  }
}

extension AndroidTraits: RecordStruct {
  static var blank: AndroidTraits { AndroidTraits() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("request", &request)
    try coder.field("fills-parent", &fillsParent)
  }
}

extension ChromeOSTraits: RecordStruct {
  static var blank: ChromeOSTraits { ChromeOSTraits() }

  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.field("lock", &lock)
    try coder.field("owner", &owner)
    try coder.field("held", &held)
    try coder.field("floated", &isFloated)
    try coder.field("app", &isApp)
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
  /// Of each window every field that differs from its default, as recordings write it.
  package var recordedFields: JSONValue { recorded }
}
