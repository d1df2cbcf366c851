// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Orientation
import Text

/// The sentences about a desktop: which window has the focus or vetoes, and what its rule allows.
struct DesktopSentences: Sendable {
  private let evidence: Evidence
  private let words: Vocabulary

  init(_ evidence: Evidence) {
    self.evidence = evidence
    words = evidence.vocabulary
  }

  private var verdict: Verdict { evidence.verdict }

  private func say(_ phrase: DesktopPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// Returns result and reason of the headline; `nil` for codes without a sentence for desktops.
  func headline(_ code: ExplanationCode) -> (what: String, why: String)? {
    switch code {
    case .turned: (evidence.turnedWords, turned)
    case .blockedByPage: (say(.noRotation, wanted), blocked)
    case .vetoByWindow: veto(evidence.mainCulprits.compactMap { $0.window }, wanted)
    default: nil
    }
  }

  private var wanted: String {
    verdict.requested.map { words.orientation($0) } ?? say(.otherwise)
  }

  private var turned: String {
    let outputs = evidence.turnedOutputs.map { $0.output }
    let reasons = outputs.map { reasonToTurn($0) }
    guard Set(reasons).count > 1 else { return reasons.first ?? say(.follows) }
    let each = zip(outputs, reasons).map { output, reason in
      say(.named, UntrustedText(output.name).name(), reason)
    }
    return evidence.list(each, AnswerPhrase.and)
  }

  func reasonToTurn(_ output: Output) -> String {
    if case .output(.transform) = verdict.event { return say(.byOther) }
    if verdict.gates.contains(where: { $0.rule == .w14 }) { return byUser }
    if verdict.after.device.isRotationLocked { return evidence.lockWords }
    guard let key = verdict.after.keyWindow, let window = evidence.window(key) else {
      return say(.follows)
    }
    // The focused window decides only about its own output (W-4, W-5).
    guard window.isShown(on: output.id) else { return say(.followsBeside) }
    return evidence.wasAsked(key) ? focus(key) : say(.follows)
  }

  var byUser: String {
    say(verdict.after.device.isRotationLocked ? .byUserLocked : .byUser)
  }

  private var focused: WindowID? {
    verdict.after.keyWindow.flatMap { evidence.wasAsked($0) ? $0 : nil }
  }

  private var blocked: String {
    let refusing = refusing
    if let focused, refusing.contains(focused) { return focus(focused) }
    return refusing.isEmpty
      ? evidence.blockReason.words
      : evidence.list(refusing.map { evidence.said($0) }, AnswerPhrase.and)
  }

  private var refusing: [WindowID] {
    evidence.windows.filter { window in
      let vote = WindowVote(window, verdict)
      return vote.wasAsked && !vote.allows(verdict.requested)
    }.map { $0.id }
  }

  private func veto(_ ids: [WindowID], _ wanted: String) -> (String, String) {
    guard let first = ids.first else { return (say(.noRotation, wanted), say(.together)) }
    guard ids.count > 1 else {
      return (say(.vetoes, evidence.description(of: first), wanted), rule(first))
    }
    let names = evidence.list(ids.map { evidence.description(of: $0) }, AnswerPhrase.and)
    let each = ids.map { say(.named, evidence.quotedName(of: $0), rule($0)) }
    return (say(.veto, names, wanted), evidence.list(each, AnswerPhrase.and))
  }

  /// Returns the reason why an output did not rotate; if the verdict has no requested orientation,
  /// the reason also names the transform that was prevented.
  func reason(_ blocked: BlockedOutput) -> String {
    guard verdict.requested == nil,
      let output = verdict.after.outputs.first(where: { $0.id == blocked.output }),
      let transform = blocked.requested.transform(on: output.panel)
    else { return evidence.reason(blocked) }
    let (what, why) = veto(blocked.windows, transform.shortWords(evidence.language))
    return say(.named, what, why)
  }

  /// The reason why the first managed output did not rotate: the focused window does not allow the
  /// device's orientation; `nil` if this is not the reason.
  var reasonToStay: String? {
    guard let focused, let vote = evidence.vote(focused),
      let output = verdict.after.outputs.first(where: { $0.isManaged }),
      let device = verdict.after.device.interface(on: output.panel), !vote.allows(device)
    else { return nil }
    return focus(focused)
  }

  /// The reason why the first managed output that is held keeps its transform until the device is
  /// turned.
  var hold: String {
    let held = verdict.after.outputs.first { $0.isManaged && $0.isHeld }
    return switch held?.hold {
    case .refused: say(.refused)
    case .unanswered: say(.unanswered)
    case .restored: say(.restored)
    case .otherProgram, nil: say(.heldByOther)
    }
  }

  /// Returns the sentence about the focused window, such as `"mpv" has the focus, and its rule
  /// allows landscape only`.
  private func focus(_ id: WindowID) -> String {
    let name = evidence.quotedName(of: id)
    let isFullscreen = evidence.window(id)?.shell.isFullscreen == true
    guard let vote = evidence.vote(id), isLimiting(vote) else {
      return say(isFullscreen ? .fullscreenAllows : .focusAllows, name)
    }
    return say(isFullscreen ? .fullscreenRule : .focusRule, name, rule(id))
  }

  /// Returns whether a window does not allow the requested orientation or, without a request, the
  /// device's orientation; if that is unknown, the one that the output had before.
  private func isLimiting(_ vote: WindowVote) -> Bool {
    let output = verdict.after.outputs.first { $0.isManaged && vote.window.isShown(on: $0.id) }
    return !vote.allows(
      verdict.requested ?? output.flatMap { verdict.after.device.interface(on: $0.panel) }
        ?? verdict.before.outputs.first { $0.id == output?.id }?.orientation)
  }

  func warning(of id: WindowID, _ turns: [DeviceOrientation]) -> String {
    let edges = turns.compactMap { $0.edgeUp?.transform.shortWords(evidence.language) }
    let phrase: DesktopPhrase = evidence.vetoing.contains(id) ? .wouldVeto : .wouldPrevent
    return say(
      phrase, evidence.quotedName(of: id), evidence.list(edges, DesktopPhrase.or), rule(id))
  }

  /// Returns the meaning of a code on a desktop; `nil` if the general meaning applies.
  static func title(_ code: ExplanationCode) -> DesktopPhrase? {
    switch code {
    case .blockedByPage: .blockedTitle
    case .vetoByWindow: .vetoTitle
    case .turned: .turnedTitle
    case .unchanged: .unchangedTitle
    default: nil
    }
  }

  /// Returns what a window allows and by which rule, such as `its rule allows landscape only`, or
  /// why it was not asked.
  func rule(_ id: WindowID) -> String {
    let it = evidence.say(AnswerPhrase.it)
    guard let vote = evidence.vote(id) else { return evidence.say(AnswerPhrase.isGone, it) }
    guard let answer = Self.decisive(vote) else {
      return evidence.say(AnswerPhrase.notAsked, it, NotAskedReason(evidence).text(id))
    }
    let limit = limit(of: answer, vote)
    if let by = answer.by { return say(.plugin, UntrustedText(by.name).quotedName(), limit) }
    if let leader = answer.via.last {
      return say(.ruleOf, UntrustedText(leader).quotedName(), limit)
    }
    if isStated(answer, vote) { return say(.desktopFile, limit) }
    if vote.isByCommonPolicy { return say(.commonPolicy, limit) }
    return say(vote.window.shell.hasRule ? .itsRule : .window, limit)
  }

  /// Returns the answer that limits a window: its refusal of autorotation, otherwise its last mask
  /// or, without one, its agreement; `nil` if it was not asked.
  private static func decisive(_ vote: WindowVote) -> Asked? {
    vote.wantsToTurn ? vote.supports.last ?? vote.turn : vote.turn
  }

  private func isStated(_ answer: Asked, _ vote: WindowVote) -> Bool {
    vote.window.shell.statedIn != nil && answer.mask != nil && answer.origin == .written
  }

  private func limit(of answer: Asked, _ vote: WindowVote) -> String {
    switch answer.origin {
    case .timedOut: return say(.late)
    case .failed: return say(.broken)
    case .written, .standard, .forwarded, .containerDelegate, .cached: break
    }
    guard vote.wantsToTurn else { return say(.never) }
    return words.limit(vote.mask ?? .all)
  }

  /// Returns where a window's answer is written, such as `The rule of "mpv" has autorotate:
  /// false.`; `nil` if the answer is in no file.
  func statement(_ id: WindowID) -> String? {
    guard let vote = evidence.vote(id), let answer = Self.decisive(vote), answer.by == nil,
      answer.origin == .written
    else { return nil }
    if let source = vote.window.shell.statedIn, isStated(answer, vote) {
      let file = UntrustedText(source.file).name(columns: 120)
      return say(.stated, file, UntrustedText(source.key).name())
    }
    let value =
      vote.wantsToTurn ? "supported: \((vote.mask ?? .all).configured)" : "autorotate: false"
    return vote.isByCommonPolicy
      ? say(.policySays, value) : say(.ruleSays, evidence.quotedName(of: id), value)
  }

  func effect(_ id: WindowID) -> String? {
    guard let vote = evidence.vote(id), vote.wasAsked else { return nil }
    if evidence.vetoing.contains(id) { return say(.vetoed) }
    if vote.stop != nil { return say(.prevents) }
    return say(verdict.requested == nil && focused == id ? .decides : .allows)
  }

  func cell(_ vote: WindowVote) -> String? {
    guard vote.wasAsked else { return nil }
    return vote.wantsToTurn ? words.cell(vote.mask ?? .all) : say(.noRotationAtAll)
  }

  func sourceCell(_ vote: WindowVote) -> String? {
    guard let record = vote.turn ?? vote.supports.last else { return nil }
    if !record.via.isEmpty {
      return say(.sameAs, record.chain())
    }
    let shell = vote.window.shell
    if let source = shell.statedIn, vote.supports.last?.origin == .written {
      return UntrustedText(String(source.fileName)).name(columns: 24)
    }
    if vote.isByCommonPolicy { return evidence.say(LayoutPhrase.commonPolicy) }
    return evidence.say(shell.hasRule ? LayoutPhrase.itsRule : .noRule)
  }
}

extension Window {
  fileprivate func isShown(on output: OutputID) -> Bool {
    shell.output == nil || shell.output == output
  }
}

extension OrientationMask {
  /// The value of the configuration's key `supported`: a word, or a list of orientations.
  public var configured: String {
    switch legal {
    case .all: return "all"
    case .allButUpsideDown: return "all-but-upside-down"
    case .landscape: return "landscape"
    case []: return "none"
    default:
      let names = orientations.map { $0.name }
      return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }
  }
}

/// The texts about a desktop.
enum DesktopPhrase: String, Phrase {
  case noRotation = "no rotation to {transform} | 没有旋转到 {transform}"
  case otherwise = "another orientation | 别的方向"
  case vetoes = "{window} vetoes the rotation to {transform} | {window} 否决了旋转到 {transform}"
  case veto = "{windows} veto the rotation to {transform} | {windows} 都否决了旋转到 {transform}"
  case together = "several windows together prevent it | 几个窗口合在一起拦住了旋转"
  case byOther = "another program rotated the output | 输出是别的程序旋转的"
  case byUser = """
    the user asked for this orientation, which stays until the device is turned | \
    这是用户要求的方向，在设备转动之前保持不变
    """
  case byUserLocked = """
    the user asked for this orientation, which stays until rotation is unlocked | \
    这是用户要求的方向，在解除锁定之前保持不变
    """
  case follows = "no window has the focus, so the output follows the device | 没有焦点窗口，输出跟随设备"
  case followsBeside = """
    no window on this output has the focus, so the output follows the device | \
    焦点窗口不在这个输出上，输出跟随设备
    """
  case focusAllows = "{window} has the focus and allows it | {window} 有焦点，并允许旋转"
  case fullscreenAllows = "{window} is fullscreen and allows it | {window} 是全屏的，并允许旋转"
  case focusRule = "{window} has the focus, and {reason} | {window} 有焦点，{reason}"
  case fullscreenRule = "{window} is fullscreen, and {reason} | {window} 是全屏的，{reason}"
  case named = "{window}: {reason} | {window}：{reason}"
  case itsRule = "its rule {limit} | 它的规则{limit}"
  case ruleOf = "the rule of {window}, which it follows, {limit} | 它所跟随的 {window} 的规则{limit}"
  case desktopFile = "its desktop file {limit} | 它的 desktop 文件{limit}"
  case commonPolicy = "the policy for all windows {limit} | 所有窗口的共同规则{limit}"
  case window = "it {limit} | 它{limit}"
  case plugin = "plug-in {plugin} {limit} | 插件 {plugin} {limit}"
  case never = "allows no rotation | 不允许旋转"
  case late = "did not answer in time | 没有及时回答"
  case broken = "broke its contract | 违反了约定"
  case ruleSays = "The rule of {window} has {setting}. | {window} 的规则写着 {setting}。"
  case policySays = "The policy for all windows has {setting}. | 所有窗口的共同规则写着 {setting}。"
  case stated = "Its desktop file has it: {entry}, key {key}. | 它的 desktop 文件里有：{entry}，键 {key}。"
  case vetoed = "vetoes it | 否决"
  case prevents = "prevents it | 不让旋转"
  case decides = "decides | 由它决定"
  case allows = "allows it | 允许旋转"
  case followsFocus = "follows the focused window | 跟随焦点窗口"
  case closed = "is closed | 被关闭"
  case noRotationAtAll = "no rotation | 不旋转"
  case turnsAlong = "turns with the output | 随输出旋转"
  case sameAs = "as {window} | 同 {window}"
  case wasTurned = "the device was turned: {edge} | 设备被转动：{edge}"
  case windowAdded = "window {window} appeared | 窗口 {window} 出现"
  case windowAddedKey = "window {window} appeared and got the focus | 窗口 {window} 出现并得到焦点"
  case windowRemoved = "window {window} was closed | 窗口 {window} 被关闭"
  case newRule = "window {window} got another rule | 窗口 {window} 的规则变了"
  case standsAt = "the screen already shows the requested orientation | 屏幕已经是所要求的方向"
  case standsAsWanted = "nothing requires another orientation | 没有什么要求别的方向"
  case alreadyHeld = "the device was already held like this ({edge}) | 设备本来就是这样拿着的（{edge}）"
  case flat = "the device lies flat, so the screen stays as it is | 设备平放，屏幕保持不变"
  case unknown = """
    it is not known how the device is held, so the screen stays as it is | 不知道设备怎样拿着，屏幕保持不变
    """
  case heldByOther = """
    another program rotated the output, which stays so until the device is turned | \
    输出被别的程序旋转过，在设备再次转动之前保持不变
    """
  case refused = """
    the compositor refused to rotate the output, which stays so until the device is turned | \
    合成器拒绝旋转输出，在设备再次转动之前保持不变
    """
  case unanswered = """
    the compositor does not answer, so the output stays until the device is turned | \
    合成器没有回答，在设备再次转动之前输出保持不变
    """
  case restored = """
    the output was restored and stays so until the device is turned | 输出已恢复原状，在设备再次转动之前保持不变
    """
  case start = "nothing had to rotate at the start | 开始时没有需要旋转的东西"
  case wouldPrevent = """
    while {window} has the focus, the screen will not rotate to {transform}: {reason} | \
    {window} 有焦点时，屏幕不会旋转到 {transform}：{reason}
    """
  case or = "{first} or {last} | {first} 或 {last}"
  case blockedTitle = "the focused window does not allow the rotation | 焦点窗口不允许旋转"
  case vetoTitle = "another window vetoes the rotation | 另一个窗口否决旋转"
  case turnedTitle = "the outputs rotated | 输出已旋转"
  case unchangedTitle = "nothing had to rotate | 没有需要旋转的东西"
  case wouldVeto = """
    {window} will veto the rotation to {transform}: {reason} | {window} 会否决旋转到 {transform}：{reason}
    """
}
