// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import CSwivelPlugin
public import Orientation

/// A rule set of a plug-in library: the desktop's rules ask the windows and rotate the outputs, the
/// library chooses the orientation.
///
/// The contract requires the library's function to be pure. If its result is invalid, nothing
/// rotates.
@safe
public final class LibraryRuleSet: OutputRuleSet {
  /// The name used in files and on the command line, such as plugin:majority.
  public let id: String

  // SAFETY: the pointers belong to a library that is never unloaded, and its function is pure by
  // contract; it is only called from the one thread that decides.
  private let table: swivel_rule_set_v1
  private nonisolated(unsafe) let state: UnsafeMutableRawPointer?
  private let desktop = DesktopRuleSet()

  /// Creates a rule set from a loaded library of kind rule-set; throws if its table or the function
  /// `decide` is missing.
  public init(_ plugin: LibraryPlugin) throws(PluginError) {
    id = RuleSetCatalog.pluginPrefix + plugin.manifest.id
    table = try unsafe plugin.part(
      plugin.table.rule_set, "swivel_rule_set_v1", blank: swivel_rule_set_v1())
    unsafe state = plugin.table.state
    guard unsafe table.decide != nil else {
      throw PluginError(plugin.manifest, "its swivel_rule_set_v1 has no decide")
    }
  }

  /// Calls the library for each output about which windows decide, once their answers are known.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var isMissing = false
    for output in scene.outputs {
      var inquiry = DesktopInquiry(output, in: scene, answers: answers, sink: sink)
      if inquiry.mayTurn(), let voices = inquiry.voices() {
        if let (target, window) = judge(trigger, output, inquiry.device, voices) {
          inquiry.settle(target, decidedBy: window)
        } else {
          inquiry.leave()
        }
      }
      isMissing = isMissing || inquiry.isMissingAnswers
      sink = inquiry.sink
    }
    return isMissing ? .needsAnswers : .decided
  }

  /// Returns the library's decision; `nil` if the library has no opinion or its result is invalid.
  private func judge<Sink>(
    _ trigger: DecisionTrigger, _ output: Output, _ device: InterfaceOrientation?,
    _ voices: [DesktopInquiry<Sink>.Voice]
  ) -> (InterfaceOrientation, WindowID?)? {
    guard let decide = unsafe table.decide else { return nil }
    // All names share one buffer, so that their addresses stay valid during the call.
    var names: [CChar] = []
    var places: [Int] = []
    for voice in voices {
      places.append(names.count)
      names += voice.window.shell.appID.utf8CString
    }
    var decision = swivel_decision_v1()
    decision.size = UInt32(MemoryLayout<swivel_decision_v1>.size)
    decision.decider = -1
    let result = unsafe names.withUnsafeBufferPointer { text in
      let windows = unsafe zip(voices, places).map { voice, place in
        unsafe Self.window(voice, output, text.baseAddress?.advanced(by: place))
      }
      return unsafe windows.withUnsafeBufferPointer { windows in
        var facts = unsafe swivel_scene_v1()
        unsafe facts.size = UInt32(MemoryLayout<swivel_scene_v1>.size)
        unsafe facts.device = UInt32((device ?? .unknown).rawValue)
        unsafe facts.current = UInt32(output.orientation.rawValue)
        if case .turn = trigger { unsafe facts.turned = 1 }
        unsafe facts.window_count = UInt32(windows.count)
        unsafe facts.window_stride = UInt32(MemoryLayout<swivel_window_v1>.stride)
        unsafe facts.windows = windows.baseAddress
        return unsafe decide(state, &facts, &decision)
      }
    }
    guard result == SWIVEL_ANSWERED, let number = UInt8(exactly: decision.target),
      let target = InterfaceOrientation(rawValue: number), target != .unknown
    else { return nil }
    let decider = voices.first { $0.window.id.rawValue == decision.decider }
    return (target, decider?.window.id)
  }

  private static func window<Sink>(
    _ voice: DesktopInquiry<Sink>.Voice, _ output: Output, _ name: UnsafePointer<CChar>?
  ) -> swivel_window_v1 {
    var flags: UInt32 = 0
    if voice.isFocused { flags |= SWIVEL_WINDOW_FOCUSED }
    if voice.window.shell.isFullscreen { flags |= SWIVEL_WINDOW_FULLSCREEN }
    if voice.mayVeto { flags |= SWIVEL_WINDOW_MAY_VETO }
    return unsafe swivel_window_v1(
      size: UInt32(MemoryLayout<swivel_window_v1>.size), window: voice.window.id.rawValue,
      flags: flags, current: UInt32(voice.window.orientation.rawValue),
      autorotate: voice.turns ? 1 : 0, supported: voice.supported.legal.rawValue,
      preferred: UInt32((voice.preferred ?? .unknown).rawValue), reserved: 0, app_id: name)
  }
}

extension LibraryRuleSet {
  /// Returns the desktop rule set's triggers.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    desktop.triggers(for: event, before: before, after: scene)
  }

  /// Returns the orientation that a turned device requests on the first managed output; `nil` for
  /// other events, or if a lock forbids the orientation or leaves the device no choice.
  public func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation? {
    desktop.request(of: event, before: before, after: scene)
  }

  /// Returns whether a window is shown on the first managed output (W-12), except an unfocused one
  /// with the cure `keyOnly`.
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    var shown = window
    shown.shell.mayVeto = true
    return desktop.isVoter(shown, in: scene)
  }

  /// Returns whether the page's window accepts an orientation, whatever other windows answer; false
  /// without a page or a managed output, `nil` while a live policy has not answered.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    desktop.pageAccepts(orientation, in: scene, answers: answers)
  }
}
