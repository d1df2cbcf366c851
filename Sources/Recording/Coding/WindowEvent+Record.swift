// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension WindowEvent: RecordValue {
  var recorded: JSONValue {
    switch self {
    case .remove: "remove"
    case .show: "show"
    case .hide: "hide"
    case .makeKey: "make-key"
    case .resignKey: "resign-key"
    case .setRoot(let root): RecordCase.write("set-root", root)
    case .present(let presentation): RecordCase.write("present", presentation)
    case .dismiss: "dismiss"
    case .push(let controller): RecordCase.write("push", controller)
    case .pop: "pop"
    case .select(let child): RecordCase.write("select", child)
    case .setNeedsUpdate: "set-needs-update"
    case .requestGeometry(let mask): RecordCase.write("request-geometry", mask)
    case .disableAutorotation: "disable-autorotation"
    case .enableAutorotation: "enable-autorotation"
    case .shell(let traits): RecordCase.write("shell", traits)
    case .setRequest(let request): RecordCase.write("set-request", request)
    case .setLock(let lock, let owner): RecordCase.write("set-lock", lock, owner)
    }
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    let found = try RecordCase(value)
    switch found.name {
    case "remove": self = .remove
    case "show": self = .show
    case "hide": self = .hide
    case "make-key": self = .makeKey
    case "resign-key": self = .resignKey
    case "set-root": self = .setRoot(try found.value())
    case "present": self = .present(try found.value())
    case "dismiss": self = .dismiss
    case "push": self = .push(try found.value())
    case "pop": self = .pop
    case "select": self = .select(child: try found.value())
    case "set-needs-update": self = .setNeedsUpdate
    case "request-geometry": self = .requestGeometry(try found.value())
    case "disable-autorotation": self = .disableAutorotation
    case "enable-autorotation": self = .enableAutorotation
    case "shell": self = .shell(try found.value())
    case "set-request": self = .setRequest(try found.value())
    case "set-lock": self = .setLock(try found.item(0), by: try found.item(1))
    default: throw found.unknown
    }
  }
}
