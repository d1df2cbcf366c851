// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
import Orientation
import Text

/// The parser of changed answers that users type, such as `menu=follow-key` or `page+=LR`.
public enum AnswerEdit {
  /// The names before `=` that do not stand for windows.
  static let settings: [(name: String, subject: Intervention.Subject)] = [
    ("app", .party(.app)), ("delegate", .party(.delegate)), ("device", .party(.device)),
    ("lock", .lock),
  ]

  /// The valid forms, for messages and help texts.
  public static let forms =
    "NAME=YES, NAME=NO, NAME=follow-key, NAME=leave (close), NAME=exempt, NAME=shown, "
    + "NAME=hidden, NAME=default, NAME=P,R (orientations), NAME+=R, NAME-=R, lock=off"

  /// The letters that explanations use for orientations, and common alternatives.
  private static let letters: [(word: String, orientation: InterfaceOrientation)] = [
    ("P", .portrait), ("U", .portraitUpsideDown), ("UD", .portraitUpsideDown),
    ("R", .landscapeRight), ("LR", .landscapeRight), ("L", .landscapeLeft),
    ("LL", .landscapeLeft),
  ]

  /// Returns the changed answers in order; throws if a text has no valid form, names a party that
  /// is not in the decision, or changes an answer that the party or the rule set does not have.
  public static func parse(
    _ texts: [String], in verdict: Verdict, rules: any RuleSet
  ) throws(InputError) -> [Intervention] {
    var interventions: [Intervention] = []
    for text in texts { interventions.append(try parse(text, in: verdict, rules: rules)) }
    return interventions
  }

  private static func parse(
    _ text: String, in verdict: Verdict, rules: any RuleSet
  ) throws(InputError) -> Intervention {
    guard let sign = text.lastIndex(of: "="), sign != text.startIndex else {
      throw error(text, "no answer; write one of \(forms)")
    }
    let word = String(text[text.index(after: sign)...])
    var name = String(text[..<sign])
    var mark: Character?
    if let last = name.last, "+-".contains(last), orientations(word) != nil {
      mark = last
      name.removeLast()
    }
    let subject = try subject(name, text, verdict, rules)
    if subject == .lock { return Intervention(.lock, try lock(word, text)) }
    let override = try override(word, text, subject)
    guard let mark, case .supports(let change) = override else {
      return Intervention(subject, override)
    }
    let old = mask(of: subject, verdict)
    return Intervention(
      subject, .supports(mark == "+" ? old.union(change) : old.subtracting(change)))
  }

  private static func subject(
    _ name: String, _ text: String, _ verdict: Verdict, _ rules: any RuleSet
  ) throws(InputError) -> Intervention.Subject {
    let windows = verdict.after.windows + verdict.before.windows
    if let window = windows.first(where: { $0.name == name }) { return .party(.window(window.id)) }
    if let setting = settings.first(where: { $0.name == name }) {
      let isUseless = rules.scope != .window && setting.subject != .lock
      guard isUseless, setting.name != "device" || rules.scope == .output else {
        return setting.subject
      }
      throw error(text, "\(name), which \(rules.id) does not ask")
    }
    var names = windows.map { $0.name }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    names += rules.scope == .window ? settings.map { $0.name } : ["lock"]
    throw error(
      text, "unknown window \(UntrustedText(name).quoted)", valid: names,
      near: NearestName.find(name, among: names))
  }

  private static func override(
    _ word: String, _ text: String, _ subject: Intervention.Subject
  ) throws(InputError) -> Intervention.Override {
    if let found = Intervention.words.first(where: { $0.word.lowercased() == word.lowercased() }) {
      if case .party(.window) = subject { return found.override }
      switch found.override {
      case .agrees, .standard: return found.override
      default: throw error(text, "\(word), which is an answer of windows", valid: ["YES", "P,R"])
      }
    }
    guard let mask = orientations(word) else {
      throw error(
        text, "unknown answer \(UntrustedText(word).quoted)",
        valid: Intervention.words.map { $0.word } + ["P", "U", "R", "L"])
    }
    return .supports(mask)
  }

  private static func lock(_ word: String, _ text: String) throws(InputError)
    -> Intervention.Override
  {
    switch word {
    case "on": return .refuses
    case "off": return .agrees
    default: throw error(text, "unknown state \(UntrustedText(word).quoted)", valid: ["on", "off"])
    }
  }

  /// Returns a mask from letters or names of orientations; nil if a part is neither.
  private static func orientations(_ word: String) -> OrientationMask? {
    var mask = OrientationMask()
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let known =
        letters.first { $0.word == part.uppercased() }?.orientation
        ?? InterfaceOrientation.fallbackOrder.first { $0.name == part }
      guard let known else { return nil }
      mask.formUnion(known.mask)
    }
    return mask
  }

  /// Returns the orientations that a party supported in the decision, or supports by default.
  private static func mask(of subject: Intervention.Subject, _ verdict: Verdict) -> OrientationMask
  {
    guard case .party(let party) = subject else { return .all }
    let usual: OrientationMask = verdict.after.device.idiom == .pad ? .all : .allButUpsideDown
    return verdict.supported(by: party) ?? usual
  }

  private static func error(
    _ text: String, _ problem: String, valid: [String] = [], near: String? = nil
  ) -> InputError {
    InputError(
      file: UntrustedText(text).quoted, problem: problem, valid: valid,
      suggestion: near)
  }
}
