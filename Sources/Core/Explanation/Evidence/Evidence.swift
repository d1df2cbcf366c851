// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

/// The facts and names of a verdict, looked up for its explanation without deciding again.
///
/// Evidence is a class because all parts of an explanation refer to it.
final class Evidence: Sendable {
  let verdict: Verdict
  let rulesID: String
  /// The names of windows that `windows` lacks.
  let names: [WindowID: String]
  let language: Language
  /// All windows of the verdict, also diagnostic ones and those removed in this step, in creation
  /// order.
  let windows: [Window]
  let vocabulary: Vocabulary

  init(
    verdict: Verdict, rulesID: String, names: [WindowID: String], language: Language = .english
  ) {
    self.verdict = verdict
    self.rulesID = rulesID
    self.names = names
    self.language = language
    let gone = verdict.before.windows.filter { verdict.after.window($0.id) == nil }
    windows = (verdict.after.windows + gone + verdict.exempt).sorted { $0.id < $1.id }
    vocabulary = Vocabulary(RuleSetCatalog.make(rulesID), of: verdict.after, language)
  }

  func say(_ phrase: some Phrase, _ parameters: String...) -> String {
    phrase.filled(language, parameters)
  }

  func title(_ code: ExplanationCode) -> String {
    let desktop = turnsOutputs ? DesktopSentences.title(code) : nil
    return desktop.map { say($0) } ?? say(code)
  }

  var turnsOutputs: Bool { scope == .output }

  /// The kind of object that has its own orientation; `nil` for an unknown rule set.
  var scope: OrientationScope? { RuleSetCatalog.family(rulesID)?.scope }

  func word(_ orientation: InterfaceOrientation) -> String { vocabulary.orientation(orientation) }

  /// Returns the window with an ID, even if this step has added or removed it.
  func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  func isThere(_ id: WindowID) -> Bool {
    verdict.after.window(id) != nil || isExempt(id)
  }

  func isExempt(_ id: WindowID) -> Bool { verdict.exempt.contains { $0.id == id } }

  func name(of id: WindowID) -> String {
    (window(id)?.name ?? names[id]).map { UntrustedText($0).name() }
      ?? say(AnswerPhrase.number, "\(id.rawValue)")
  }

  func quotedName(of id: WindowID) -> String {
    guard let name = window(id)?.name ?? names[id] else {
      return say(AnswerPhrase.number, "\(id.rawValue)")
    }
    return UntrustedText(name).quotedName()
  }

  /// Returns the window's name with its state if it is hidden, minimised or removed, such as
  /// `hidden window "menu"`.
  func description(of id: WindowID) -> String {
    guard let window = window(id), isThere(id) else {
      return say(AnswerPhrase.removedWindow, quotedName(of: id))
    }
    let phrase: AnswerPhrase =
      window.isHidden
      ? .hiddenWindow : turnsOutputs && window.shell.isMinimized ? .minimisedWindow : .window
    return say(phrase, quotedName(of: id))
  }

  func description(of party: Party) -> String {
    switch party {
    case .app: say(AnswerPhrase.appList)
    case .delegate: say(AnswerPhrase.appDelegate)
    case .device: say(AnswerPhrase.device)
    case .window(let id): description(of: id)
    }
  }

  func conflict(_ kinds: Conflict.Kind...) -> Conflict? {
    verdict.conflicts.first { kinds.contains($0.kind) }
  }

  /// The outputs that did not follow the device, except those that are held or that a lock keeps;
  /// without a turn of the device, the outputs whose rotation was vetoed.
  var blockedOutputs: [BlockedOutput] { scope.map { verdict.blockedOutputs($0) } ?? [] }

  /// The outcome for all outputs: blocked if there are `blockedOutputs`, even if another output
  /// rotated; otherwise the verdict's own.
  var outcome: Outcome { scope.map { verdict.outcome($0) } ?? verdict.outcome }

  /// Whether `outcome` is blocked although the verdict's own is not.
  var isPartlyBlocked: Bool { outcome != verdict.outcome }

  var vetoing: [WindowID] {
    let parties = conflict(.veto)?.culprits ?? (code == .vetoByWindow ? culprits : [])
    return parties.compactMap { $0.window }
  }

  var code: ExplanationCode {
    guard isPartlyBlocked, conflict(.veto) == nil else {
      return ExplanationCode(verdict, outcome: outcome)
    }
    let windows = blockedOutputs.flatMap { $0.windows }
    let isVeto = !windows.isEmpty && !windows.contains { $0 == verdict.after.keyWindow }
    return isVeto ? .vetoByWindow : .blockedByPage
  }

  var mainConflict: Conflict? {
    // A deferred rotation is recorded as a veto too.
    if code == .deferred { return conflict(.veto) }
    return verdict.conflicts.first { ExplanationCode($0) == code }
  }

  var mainCulprits: [Party] { mainConflict?.culprits ?? [] }

  /// The culprits of all conflicts; without a conflict, the parties to blame for an error, or the
  /// windows that kept a requested rotation from being made.
  var culprits: [Party] {
    var parties = verdict.conflicts.flatMap { $0.culprits }
    if let error = verdict.error, parties.isEmpty {
      parties = error.rule == .e5 ? outside : [.window(error.window)]
    }
    if parties.isEmpty, isPartlyBlocked {
      parties = blockedOutputs.flatMap { $0.windows }.map { .window($0) }
    } else if parties.isEmpty, outcome == .blocked {
      parties = refusing.map { .window($0) }
      if parties.isEmpty, let page = verdict.page { parties = [.window(page.window)] }
    }
    return Array(Set(parties)).sorted()
  }

  /// The asked windows that refuse the requested orientation; empty without a request, or if a gate
  /// stopped the page.
  var refusing: [WindowID] {
    guard let wanted else { return [] }
    if let page = verdict.page, vote(page.window)?.stop != nil { return [] }
    return windows.filter { window in
      let vote = WindowVote(window, verdict)
      return vote.wasAsked && !vote.allows(wanted)
    }.map { $0.id }
  }

  func vote(_ id: WindowID) -> WindowVote? { window(id).map { WindowVote($0, verdict) } }

  func wasAsked(_ id: WindowID) -> Bool { verdict.asked.contains { $0.window == id } }

  /// Returns whether a window's last answer to `shouldAutorotate` was NO; false on a desktop.
  ///
  /// If the window was not asked, as by the rule sets since E-1, the declaration of a controller
  /// counts: for the page's window that of the page, for other windows that of the root.
  func saysNo(_ id: WindowID) -> Bool {
    guard !turnsOutputs, let window = verdict.before.window(id) ?? window(id) else { return false }
    if let turn = vote(id)?.turn { return turn.flag == false }
    let topmost = verdict.page.flatMap { $0.window == id ? $0.controller : nil }
    let controller = topmost.flatMap { window.root?.find($0) } ?? window.root
    return controller?.declared?.autorotate == false
  }

  func orientationBefore(_ id: WindowID) -> OrientationMask {
    (verdict.before.window(id) ?? window(id))?.orientation.mask ?? []
  }

  /// Returns a clause about a window's answer or why it did not rotate, such as `"main" answered NO
  /// (written)`.
  func answer(of id: WindowID, as subject: String) -> String {
    if turnsOutputs { return DesktopSentences(self).rule(id) }
    guard let vote = vote(id) else { return say(AnswerPhrase.isGone, subject) }
    if vote.stop?.gate == .disableCount {
      return say(AnswerPhrase.disabled, subject, calls(vote.window.disableCount))
    }
    return limit(vote, as: subject) ?? vote.sentence(subject, wanted, language, word)
      ?? say(AnswerPhrase.notAsked, subject, NotAskedReason(self).text(id))
  }

  /// Returns a short clause about the page's answer, such as `"main" answered NO`.
  func pageAnswer(of id: WindowID) -> String {
    let name = quotedName(of: id)
    guard let vote = vote(id), vote.stop?.gate != .disableCount, limit(vote, as: name) == nil,
      let sentence = vote.shortSentence(name, wanted, language, word)
    else { return answer(of: id, as: name) }
    return sentence
  }

  /// Returns a noun phrase and answer of a window, such as `window "main" answered NO (written)`.
  func said(_ id: WindowID) -> String {
    turnsOutputs
      ? say(DesktopPhrase.named, description(of: id), DesktopSentences(self).rule(id))
      : answer(of: id, as: description(of: id))
  }

  func list(_ items: [String], _ conjunction: some Phrase) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let comma = say(AnswerPhrase.comma)
    return say(conjunction, items.dropLast().joined(separator: comma), last)
  }

  var wanted: InterfaceOrientation? { verdict.requested }

  /// Returns a phrase that names the party whose mask excludes an orientation that the window
  /// itself accepts; `nil` if no such mask stopped the window.
  private func limit(_ vote: WindowVote, as subject: String) -> String? {
    guard let wanted, vote.stop?.gate == .effectiveMask, vote.stop?.rule != .b11,
      vote.allows(wanted)
    else { return nil }
    let phrase = vote.wasAsked ? AnswerPhrase.wouldTurnBut : .heldBut
    return say(phrase, subject, limit(vote.window.id, wanted), word(wanted))
  }

  /// Returns a phrase that names which of app, delegate and device excludes an orientation for a
  /// window.
  private func limit(_ id: WindowID, _ wanted: InterfaceOrientation) -> String {
    let asked = verdict.asked.last { $0.window == id && $0.question == .appSupported }
    if let asked, let mask = asked.mask, !mask.allows(wanted) {
      return say(asked.controller == "scene.delegate" ? AnswerPhrase.sceneDelegate : .appDelegate)
    }
    if !verdict.after.device.mask.allows(wanted) { return say(AnswerPhrase.device) }
    return say(AnswerPhrase.appList)
  }

  func calls(_ count: Int) -> String {
    say(count == 1 ? AnswerPhrase.openCall : .openCalls, "\(count)")
  }

  func mask(of error: RotationError) -> OrientationMask? { vote(error.window)?.mask }

  /// Returns the orientation that the window of an error preferred; `nil` if it has no preference
  /// or was not asked.
  func preferred(of error: RotationError) -> InterfaceOrientation? {
    let asked = verdict.asked.last { $0.window == error.window && $0.question == .preferred }
    guard case .orientation(let preferred)? = asked?.answer else { return nil }
    return preferred
  }

  var deferred: [WindowID] {
    verdict.moves.compactMap { if case .putOff(let id) = $0 { id } else { nil } }
  }

  /// The last answer with a controller's own mask, with which a geometry request is compared (E-5);
  /// `nil` if no such mask was asked for.
  var lastMask: Asked? { verdict.asked.last { $0.mask != nil && $0.question != .appSupported } }

  /// The parties whose masks exclude a geometry request (E-5); empty for other events.
  ///
  /// These are the culprits of a veto, if any; otherwise those of app or delegate, device and
  /// window that allow no part of the request; otherwise all of them.
  var outside: [Party] {
    guard case .window(_, .requestGeometry(let wanted)) = verdict.event else { return [] }
    if let culprits = conflict(.veto)?.culprits, !culprits.isEmpty { return culprits }
    let limit = mask(of: Party.delegate) == nil ? Party.app : .delegate
    let all = [limit, .device] + (lastMask.map { [.window($0.window)] } ?? [])
    let none = all.filter { allowed(by: $0)?.isDisjoint(with: wanted) == true }
    return none.isEmpty ? all : none
  }

  /// Returns a party's own mask; `nil` for a window that was not asked for one, and for a delegate
  /// without an answer.
  func allowed(by party: Party) -> OrientationMask? {
    party.window.map { vote($0)?.mask } ?? mask(of: party)
  }

  /// Returns the mask of app, delegate or device; `nil` for a window, and for a delegate without an
  /// answer.
  func mask(of party: Party) -> OrientationMask? {
    let scene = verdict.after
    switch party {
    case .app:
      guard let list = scene.app.list(on: scene.device.idiom) else {
        return scene.device.idiom == .pad ? .all : .allButUpsideDown
      }
      return list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
    case .delegate: return verdict.asked.last { $0.question == .appSupported }?.mask
    case .device: return scene.device.mask
    case .window: return nil
    }
  }

  var barMoved: Bool {
    verdict.before.statusBar.orientation != verdict.after.statusBar.orientation
  }

  /// Whether the page's orientation differs from that of the page before the event.
  var pageMoved: Bool {
    guard let before = verdict.pageBefore, let page = verdict.page else { return false }
    return before.orientation != page.orientation
  }

  /// The outputs whose desired transform changed, with the transforms before and after.
  var turnedOutputs: [(output: Output, from: Transform, to: Transform)] {
    verdict.after.outputs.compactMap { output in
      let old = verdict.before.outputs.first { $0.id == output.id }?.desired ?? output.initial
      return old == output.desired ? nil : (output, old, output.desired)
    }
  }

  /// Whether a desktop rotated outputs of which none shows the focused window; false if the output
  /// of that window is unknown.
  var isFocusElsewhere: Bool {
    guard turnsOutputs, let shell = verdict.after.keyWindow.flatMap({ window($0) })?.shell,
      let shown = shell.output
    else { return false }
    let turned = turnedOutputs
    return !turned.isEmpty && !turned.contains { $0.output.id == shown }
  }

  func wroteBar(_ id: WindowID) -> Bool {
    verdict.moves.contains {
      if case .statusBar(_, .window(let writer)) = $0 { writer == id } else { false }
    }
  }

  /// Returns the orientation to which a window was rotated in this step; `nil` if it was not
  /// rotated.
  func target(_ id: WindowID) -> InterfaceOrientation? {
    var target: InterfaceOrientation?
    for case .window(id, let orientation) in verdict.moves { target = orientation }
    return target
  }

  var movedWords: String { movedLines.joined(separator: say(LayoutPhrase.listSeparator)) }

  /// Phrases for status bar, page and outputs, changed or not; outputs that did not follow the
  /// device precede other outputs.
  var movedLines: [String] {
    var parts: [String] = []
    if !turnsOutputs {
      parts.append(say(EffectPhrase.bar, change(verdict.before.statusBar.orientation, bar)))
      parts.append(pageMovedWords)
    }
    let turned = turnedOutputs
    let blocked = Set(blockedOutputs.map { $0.output })
    // Another program can also rotate an output that does not turn with the device.
    let outputs = verdict.after.outputs.filter { output in
      output.isManaged || turned.contains { $0.output.id == output.id }
    }
    for output in outputs.filter({ blocked.contains($0.id) })
      + outputs.filter({ !blocked.contains($0.id) })
    where turnsOutputs || !turned.isEmpty {
      let name = UntrustedText(output.name).name()
      if let found = turned.first(where: { $0.output.id == output.id }) {
        parts.append(words(found))
      } else {
        parts.append("\(name) " + say(EffectPhrase.unchanged, output.desired.wireName))
      }
    }
    return parts.isEmpty ? [say(EffectPhrase.nothingMoves)] : parts
  }

  var turnedWords: String {
    turnedOutputs.map { words($0) }.joined(separator: say(LayoutPhrase.listSeparator))
  }

  private func words(_ turned: (output: Output, from: Transform, to: Transform)) -> String {
    let name = UntrustedText(turned.output.name).name()
    return "\(name) \(turned.from.wireName) -> \(turned.to.shortWords(language))"
  }

  private var bar: InterfaceOrientation { verdict.after.statusBar.orientation }

  private var pageMovedWords: String {
    guard let page = verdict.page else { return say(EffectPhrase.noPage) }
    guard let before = verdict.pageBefore else {
      return say(EffectPhrase.page, word(page.orientation))
    }
    if before.window != page.window {
      return say(EffectPhrase.pageNow, quotedName(of: page.window), word(page.orientation))
    }
    return say(EffectPhrase.page, change(before.orientation, page.orientation))
  }

  private func change(_ old: InterfaceOrientation, _ new: InterfaceOrientation) -> String {
    old == new ? say(EffectPhrase.unchanged, word(new)) : "\(word(old)) -> \(word(new))"
  }

  /// Sentences about the live policies that were asked, one per window and policy, in order.
  var respondentLines: [String] {
    var seen: [(window: WindowID, by: Respondent, origins: [Origin])] = []
    for asked in verdict.asked {
      guard let by = asked.by else { continue }
      let index = seen.firstIndex {
        $0.window == asked.window && $0.by.name == by.name && $0.by.ring == by.ring
      }
      guard let index else {
        seen.append((asked.window, by, [asked.origin]))
        continue
      }
      seen[index].origins.append(asked.origin)
      if let more = by.elapsed {
        seen[index].by.elapsed = (seen[index].by.elapsed ?? .zero) + more
      }
    }
    return seen.map { sentence($0.window, $0.by, $0.origins) }
  }

  private func sentence(_ window: WindowID, _ by: Respondent, _ origins: [Origin]) -> String {
    let phrase: LayoutPhrase =
      if origins.contains(.timedOut) { .respondentSilent } else if origins.contains(.failed) {
        .respondentFailed
      } else if origins.contains(.standard) { .respondentAbstained } else { .respondent }
    let name = UntrustedText(by.name).quotedName()
    let ring = say(
      [PluginRing.linked: LayoutPhrase.ringLinked, .library: .ringLibrary][by.ring] ?? .ringClient)
    let line = say(phrase, quotedName(of: window), name, ring)
    return by.elapsed.map { say(LayoutPhrase.respondentTime, line, Self.duration($0)) } ?? line
  }

  /// Returns a short duration in a suitable unit, such as `340 ns`, `12 µs` or, from 10 ms on, `34
  /// ms`, truncated.
  static func duration(_ time: Duration) -> String {
    let nanoseconds = time.nanoseconds
    return switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<10_000_000: "\(nanoseconds / 1_000) µs"
    default: "\(nanoseconds / 1_000_000) ms"
    }
  }
}
