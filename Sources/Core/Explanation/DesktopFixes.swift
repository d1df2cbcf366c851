// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation
import Text

/// The fixes for a desktop: commands that rotate at once, and configured rules that allow the
/// rotation.
///
/// No command changes a scenario file or a simulated desktop, so their fixes are steps or lines to
/// write by hand. A fix for a missing rotation is tried by repeating the decision and left out if
/// it has no effect.
struct DesktopFixes: Sendable {
  private let evidence: Evidence
  private let context: FixContext
  private let scenario: String?
  private let counterfactual: Counterfactual
  /// The fixes, the quickest first; empty under other rule sets than a desktop's.
  ///
  /// If the first managed output needs no rotation, the only possible fix is to remove a lock that
  /// stopped the decision of a running daemon.
  private(set) var list: [Fix] = []

  init(
    _ evidence: Evidence, rules: any RuleSet, context: FixContext, scenario: String?,
    trial: (_ isAlone: Bool) -> Fix?
  ) {
    self.evidence = evidence
    self.context = context
    self.scenario = scenario
    counterfactual = Counterfactual(of: evidence.verdict, rules: rules)
    guard evidence.turnsOutputs else { return }
    guard let wanted else {
      if context.isLive, evidence.isStoppedByLock {
        list = [Fix(.once, "swivel unlock", command: "swivel unlock")]
      }
      return
    }
    let culprits = culprits(wanted)
    let changes = culprits.flatMap { lasting($0, wanted) }
    let isAlone = changes.isEmpty && !culprits.isEmpty
    list = once(wanted) + changes + [trial(isAlone)].compactMap { $0 }
  }

  /// Removes the fixes that rotate at once; called if the outputs show the device's orientation by
  /// now.
  mutating func leaveOutImmediate() { list.removeAll { $0.kind == .once } }

  /// Returns a sentence followed by the first command of each kind, at once and lasting; without a
  /// command, by the first change to make by hand, if there is one.
  func withFix(_ sentence: String) -> String {
    let commands = [Fix.Kind.once, .lasting].compactMap { kind in
      list.first { $0.kind == kind && $0.command != nil }?.command
    }
    guard let first = commands.first else {
      let written = list.first { $0.kind == .code || $0.kind == .once }
      return written.map { evidence.say(BlamePhrase.shortFix, sentence, $0.text) } ?? sentence
    }
    return commands.count > 1
      ? say(.shortBoth, sentence, first, commands[1])
      : evidence.say(BlamePhrase.shortFix, sentence, first)
  }

  private var verdict: Verdict { evidence.verdict }

  private var hasCommands: Bool { scenario == nil && context.hasDaemon }

  private var output: Output? { verdict.after.outputs.first { $0.isManaged } }

  private func say(_ phrase: FixPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// The orientation that the first managed output should show but does not: the requested one,
  /// otherwise that of a vetoed rotation, otherwise the device's; `nil` also if the output is held or
  /// shows the orientation that the user requested.
  private var wanted: InterfaceOrientation? {
    guard let output, !output.isHeld, !isAsRequestedByHand(output) else { return nil }
    let blocked = evidence.blockedOutputs.first { $0.output == output.id }
    let wanted =
      counterfactual.requested ?? blocked?.requested
      ?? verdict.after.device.interface(on: output.panel)
    return wanted == output.orientation ? nil : wanted
  }

  /// Returns whether rotation is unlocked and an output shows what the user requested (W-14).
  private func isAsRequestedByHand(_ output: Output) -> Bool {
    let device = verdict.after.device
    return !device.isRotationLocked
      && output.orientation == output.userRotation ?? device.userRotation
  }

  /// Returns the fix that rotates now, by unlocking or by a user's rotation (W-14); empty if
  /// neither helps.
  private func once(_ wanted: InterfaceOrientation) -> [Fix] {
    let edge = output.flatMap { wanted.transform(on: $0.panel) }
      .flatMap { PanelEdge(transform: $0) }
    var ways: [(command: String, event: Event, phrase: FixPhrase)] = []
    if verdict.after.device.isRotationLocked {
      ways.append(("swivel unlock", .device(.rotationLock(false)), .now))
    }
    if let edge, hasCommands {
      let event = Event.device(.setting(.userRotation(wanted)))
      ways.append(("swivel rotate \(edge.proxyName)", event, .nowUntil))
    }
    for way in ways {
      let ending = counterfactual.ending(of: way.event, in: verdict.after)
      guard let effect = effect(ending, wanted) else { continue }
      if let scenario {
        return [line("- rotation-lock: false", say(.nextEvent, Self.path(scenario)), effect)]
      }
      guard hasCommands else { return [Fix(.once, say(.release, effect), effect: effect)] }
      return [
        Fix(
          .once, say(context.isLive ? way.phrase : .inSession, way.command, effect),
          command: way.command, effect: effect)
      ]
    }
    return []
  }

  /// Returns the windows whose answers prevent an orientation: those that veto, and the focused
  /// window; empty while rotation is locked.
  private func culprits(_ wanted: InterfaceOrientation) -> [Window] {
    if verdict.after.device.isRotationLocked { return [] }
    let vetoing = evidence.vetoing
    return evidence.windows.filter { window in
      let vote = WindowVote(window, verdict)
      guard vote.wasAsked, !vote.allows(wanted) else { return false }
      return vetoing.contains(window.id) || verdict.after.keyWindow == window.id
    }
  }

  private func lasting(_ window: Window, _ wanted: InterfaceOrientation) -> [Fix] {
    let vote = WindowVote(window, verdict)
    let kind: OrientationMask =
      wanted.isLandscape ? .landscape : [.portrait, .portraitUpsideDown]
    // If a rule forbids every rotation, it has no mask that could be widened.
    let mask = vote.wantsToTurn ? (vote.mask ?? []).union(kind) : .all
    let others = culprits(wanted).map { $0.id }.filter { $0 != window.id }
    let effect = effect(
      counterfactual.ending { scene in
        scene.allow(mask, window.id)
        for other in others { counterfactual.rules.amend(&scene, with: .window(other, .agrees)) }
      }, wanted)
    guard let effect else { return [] }
    let name = evidence.quotedName(of: window.id)
    if let by = vote.turn?.by ?? vote.supports.last?.by {
      let text = say(.plugin, UntrustedText(by.name).quotedName(), name, context.configuration)
      return [Fix(.elsewhere, text, file: context.configuration, effect: effect)]
    }
    let word =
      !vote.wantsToTurn
      ? "all" : (wanted.isLandscape ? OrientationLock.landscape : .portrait).rawValue
    return rule(window, vote, mask, word, effect) + withoutVeto(window, wanted, effect)
  }

  /// Returns the command that allows an orientation in a window's rule, with the lines that the
  /// command writes; without a daemon or a plain app ID, only lines to write.
  private func rule(
    _ window: Window, _ vote: WindowVote, _ mask: OrientationMask, _ word: String,
    _ effect: String
  ) -> [Fix] {
    var values = vote.wantsToTurn ? [] : ["autorotate: true"]
    if vote.wantsToTurn || vote.mask != nil { values.append("supported: \(mask.configured)") }
    if !hasCommands { return [line(values.joined(separator: ", "), place(of: window), effect)] }
    let app = window.shell.appID
    let hasOwnRule = window.shell.hasRule && window.shell.statedIn == nil
    guard let plain = Self.plain(app) else {
      let text = say(
        .inItsRule, context.configuration, evidence.quotedName(of: window.id),
        values.joined(separator: ", "))
      return [Fix(.lasting, text, file: context.configuration, lines: values, effect: effect)]
    }
    let command = "swivel allow \(UntrustedText(app).argument) \(word)"
    let entry = "- {app-id: \(plain), \(values.joined(separator: ", "))}"
    let lines = hasOwnRule ? values : [entry]
    let byHand =
      hasOwnRule
      ? say(.byHandInRule, context.configuration, plain, values.joined(separator: ", "))
      : say(.byHand, context.configuration, entry)
    return [
      Fix(.lasting, say(.lasting, command, effect), command: command, effect: effect),
      Fix(.lasting, byHand, file: context.configuration, lines: lines, effect: effect),
    ]
  }

  private func withoutVeto(
    _ window: Window, _ wanted: InterfaceOrientation, _ effect: String
  ) -> [Fix] {
    guard window.shell.mayVeto, verdict.after.keyWindow != window.id else { return [] }
    let ending = counterfactual.ending { scene in
      if let index = scene.index(of: window.id) {
        scene.windows[index].shell.mayVeto = false
      }
    }
    guard let effect = self.effect(ending, wanted) else { return [] }
    if !hasCommands { return [line("veto: false", place(of: window), effect)] }
    let name = Self.plain(window.shell.appID) ?? evidence.quotedName(of: window.id)
    return [
      Fix(
        .lasting, say(.withoutVeto, context.configuration, name), file: context.configuration,
        lines: ["veto: false"], effect: effect)
    ]
  }

  private func line(_ line: String, _ place: String, _ effect: String) -> Fix {
    Fix(
      .code, say(.inScenario, place, line, effect), file: scenario, lines: [line], effect: effect)
  }

  private func place(of window: Window) -> String {
    let name = evidence.quotedName(of: window.id)
    return scenario.map { say(.policyOf, Self.path($0), name) } ?? say(.policy, name)
  }

  private static func path(_ file: String) -> String { UntrustedText(file).path }

  /// Returns the predicted rotation of the first managed output as a phrase; `nil` if the output
  /// would not show the orientation.
  private func effect(
    _ ending: CounterfactualResult?, _ wanted: InterfaceOrientation
  ) -> String? {
    guard let ending, ending.error == nil, let id = output?.id,
      let after = ending.scene.outputs.first(where: { $0.id == id }), after.orientation == wanted
    else { return nil }
    return say(
      .turns, UntrustedText(after.name).name(), after.desired.shortWords(evidence.language))
  }

  /// Returns an app ID as a plain YAML scalar; `nil` if it is empty or may need quotes.
  private static func plain(_ app: String) -> String? {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    let isPlain = app.utf8.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || "._-".utf8.contains(byte)
    }
    guard isPlain, app.utf8.first.map(isLetter) == true,
      !["true", "false", "null"].contains(app)
    else { return nil }
    return app
  }
}

extension Scene {
  fileprivate mutating func allow(_ mask: OrientationMask, _ id: WindowID) {
    guard let index = index(of: id) else { return }
    windows[index].root?.policy = .declared(DeclaredPolicy(autorotate: true, supported: mask))
  }
}

/// The texts of the fixes for a desktop.
enum FixPhrase: String, Phrase {
  case now = "now: {command} ({effect}) | 现在：{command}（{effect}）"
  case nowUntil = """
    now: {command} ({effect}, until the device is turned) | 现在：{command}（{effect}，直到设备再次转动）
    """
  case inSession = "in the session: {command} ({effect}) | 在会话中：{command}（{effect}）"
  case lasting = "from now on: {allow} ({effect}) | 从现在起：{allow}（{effect}）"
  case byHand = """
    or by hand: in {file}, as the first entry of windows: {lines} | \
    或手动：在 {file} 里，作为 windows 的第一项：{lines}
    """
  case byHandInRule = """
    or by hand: in {file}, in the rule that {app} has, for all windows that it matches: {setting} | \
    或手动：在 {file} 里 {app} 的规则中，对它匹配的所有窗口：{setting}
    """
  case inItsRule = """
    from now on: in {file}, in the rule that matches {window}: {setting} | \
    从现在起：在 {file} 里匹配 {window} 的规则中：{setting}
    """
  case withoutVeto = """
    or take its veto away: in {file}, in the rule that {app} has, for all windows that it matches: \
    veto: false | \
    或收回否决权：在 {file} 里 {app} 的规则中，对它匹配的所有窗口：veto: false
    """
  case plugin = """
    plug-in {plugin} answers for {window}: change its options under plugins in {file}, or the \
    plug-in | \
    由插件 {plugin} 替 {window} 回答：修改 {file} 的 plugins 里它的选项，或修改插件
    """
  case inScenario = "{place}: {line} ({effect}) | {place}：{line}（{effect}）"
  case policyOf = """
    in {file}, in the policy of window {window} | 在 {file} 里窗口 {window} 的 policy 中
    """
  case policy = "in the policy of window {window} | 在窗口 {window} 的 policy 中"
  case release = "now: release the rotation lock ({effect}) | 现在：解除旋转锁定（{effect}）"
  case nextEvent = "in {file}, as the next event | 在 {file} 里，作为下一个事件"
  case turns = "{output} turns to {transform} | {output} 转到 {transform}"
  case shortBoth = """
    {outcome}; fix: {command}, or from now on: {allow} | {outcome}；办法：{command}，或从现在起：{allow}
    """
}
