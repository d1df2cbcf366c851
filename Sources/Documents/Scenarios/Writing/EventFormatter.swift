// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Recording

/// Converts events to the format of scenario files.
struct EventFormatter {
  private let formatter: ScenarioFormatter

  init(_ formatter: ScenarioFormatter) { self.formatter = formatter }

  /// Returns an entry of `events:`; `nil` if scenario files cannot express it.
  func entry(_ entry: ScenarioWriter.Entry) -> JSONValue? {
    guard let member = member(entry.action) else { return nil }
    let time = entry.at.map { [JSONValue.Member("at", .int($0))] } ?? []
    return .object([member] + time)
  }

  /// Returns the kind of event, for the message that scenario files cannot express it.
  static func word(for action: ScenarioEvent.Action) -> String {
    guard case .event(let event) = action else { return "\(action)" }
    return event.recorded.compact()
  }

  private func member(_ action: ScenarioEvent.Action) -> JSONValue.Member? {
    switch action {
    case .launch: .init("launch", true)
    case .tablet(let isOn): formatter.set.scope == .output ? .init("tablet", .bool(isOn)) : nil
    case .reading(let reading):
      .init(
        "accelerometer",
        .array([reading.x, reading.y, reading.z].map { .double(Double($0) / 1000) }))
    case .event(.device(.setting(let setting))): platform(.device(.setting(setting)))
    case .event(.window(let id, .setting(let setting))): platform(.window(id, .setting(setting)))
    case .event(.device(let event)): member(event)
    case .event(.app(let event)): member(event)
    case .event(.window(let id, let event)): formatter.names.name(id).flatMap { member(event, $0) }
    case .event(.add(let window, let makesKey)):
      .init("add", formatter.window(window, isKey: makesKey))
    case .event(.addExempt(let window, let makesKey)):
      .init("add", formatter.window(window, isKey: makesKey, isDiagnostic: true))
    case .event(.output(let event)): member(event)
    case .event(.observe):
      formatter.outputs.first.flatMap { stands(.normal, on: $0.id, by: "self") }
    case .event: nil
    }
  }

  private func member(_ event: DeviceEvent) -> JSONValue.Member? {
    switch event {
    case .turned(let value): .init("device", .string(value.name))
    case .forced(let value): .init("force", .string(value.name))
    case .rotationLock(let isLocked): .init("rotation-lock", .bool(isLocked))
    case .generating(let begins): .init("generating", .string(begins ? "begin" : "end"))
    case .setting: nil
    }
  }

  /// A setting in the words of the rules' platform.
  private func platform(_ event: Event) -> JSONValue.Member? {
    for key in PlatformKeys.of(formatter.set.family).events {
      if let value = key.write(event, formatter.names) { return .init(key.name, value) }
    }
    return nil
  }

  private func member(_ event: AppEvent) -> JSONValue.Member? {
    switch event {
    case .background: .init("background", true)
    case .foreground: .init("foreground", true)
    case .setDelegate(let masks): .init("set-delegate", formatter.delegate(masks))
    case .attemptRotation: .init("attempt-rotation", true)
    case .setStatusBar(let value): .init("set-status-bar", .string(value.name))
    case .resize(let isFull): .init("resize-scene", .string(isFull ? "full" : "part"))
    case .focusText(let id?): formatter.names.name(id).map { .init("focus-text", .string($0)) }
    case .focusText(nil): .init("blur-text", true)
    case .setPolicy(let controller, let declared):
      .init(
        "set-policy",
        .object([.init("controller", .string(controller))] + formatter.policy(declared).list))
    }
  }

  private func member(_ event: WindowEvent, _ name: String) -> JSONValue.Member? {
    let target = [JSONValue.Member("in", .string(name))]
    let window = [JSONValue.Member("window", .string(name))]
    return switch event {
    case .remove: .init("remove", .string(name))
    case .show: .init("show", .string(name))
    case .hide: .init("hide", .string(name))
    case .makeKey: .init("make-key", .string(name))
    case .setRoot(let root):
      .init(
        "set-root",
        .object(window + [.init("controller", root.map { formatter.controller($0) } ?? .null)]))
    case .present(let presented):
      .init("present", .object(target + formatter.presentation(presented)))
    case .dismiss: .init("dismiss", .object(target))
    case .push(let pushed):
      .init("push", .object(target + [.init("controller", formatter.controller(pushed))]))
    case .pop: .init("pop", .object(target))
    case .select(let child): .init("select", .object(target + [.init("child", .string(child))]))
    case .setNeedsUpdate: .init("set-needs-update", .object(target))
    case .requestGeometry(let mask):
      .init(
        "request-geometry", .object(target + [.init("orientations", ScenarioFormatter.mask(mask))]))
    case .disableAutorotation: .init("disable-autorotation", .string(name))
    case .enableAutorotation: .init("enable-autorotation", .string(name))
    case .resignKey, .shell, .setting: nil
    }
  }

  private func member(_ event: OutputEvent) -> JSONValue.Member? {
    guard formatter.set.scope == .output else { return nil }
    switch event {
    case .add(let output): return .init("output", ["add": .string(output.name)])
    case .remove(let id):
      return name(id).map { .init("output", ["remove": .string($0)]) }
    case .transform(let id, let transform): return stands(transform, on: id, by: "other")
    case .configure, .restore, .release, .awake: return nil
    }
  }

  private func stands(
    _ transform: Transform, on id: OutputID, by hand: String
  ) -> JSONValue.Member? {
    guard formatter.set.scope == .output, let name = name(id) else { return nil }
    var members = ScenarioFormatter.Members()
    members.add("output", name)
    members.add("value", .int(Int64(transform.rawValue)))
    members.add("by", hand)
    return .init("output-transform", .object(members.list))
  }

  private func name(_ id: OutputID) -> String? { formatter.outputs.last { $0.id == id }?.name }
}
