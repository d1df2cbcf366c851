// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Drawing
import Explanation
import Orientation

enum InspectorAction: Equatable {
  case show(WindowID, Bool)
  case makeKey(WindowID)
  case answer(WindowID, Intervention.Override)
  /// Applies a suggested repair, then turns the device away and back.
  case apply([Intervention])
  /// Replaces the rule set by the one with this name.
  case use(String)
  /// Moves through the history by a number of decisions; backwards if negative.
  case step(Int)
  /// Shows the decision with this number.
  case decision(Int)
  case now
  /// Removes the changed answers for an earlier decision.
  case forget
  case save
}

struct InspectorState: Equatable {
  /// The decision that is shown; nil for the latest.
  var decision: Int?
  /// The changed answers for an earlier decision.
  var edits: [Intervention] = []
  /// The number of cards above the first visible one.
  var scroll = 0
  var message = ""
}

struct InspectorSubject {
  var verdict: Verdict
  var rules: any RuleSet
  var names: [WindowID: String] = [:]
  /// The decisions that the ring contains.
  var decisions: Range<Int>
  var whatIf: [String] = []
}

/// The side panel as a value: items with their frames and actions.
///
/// Coordinates are logical pixels relative to the panel's upper left corner.
struct InspectorModel: Equatable {
  enum Look: Equatable {
    case card, badCard
    case label
    case title, badTitle, text, dim, bad, good
    case chip, chosenChip
  }

  struct Item: Equatable {
    var look: Look
    var frame: Area
    var text = ""
    var action: InspectorAction?
  }

  /// The minimum width of the panel for legible text, in logical pixels.
  static let leastWidth = 160.0
  static let usualWidth = 360.0
  private static let (margin, padding) = (10.0, 12.0)
  private static let row = 18.0
  private static let chip = 22.0
  private static let perLetter = 7.2
  private static let saving = "Save the story"

  let width: Double
  let height: Double
  private(set) var items: [Item] = []
  /// The total number of cards.
  private(set) var cards = 0
  private var y = margin
  /// The left edge of text and chips.
  private var left = margin

  init(_ subject: InspectorSubject, _ state: InspectorState, width: Double, height: Double) {
    self.width = width
    self.height = height
    addRules(subject.rules.id)
    let document = Explanation(
      subject.verdict, rules: subject.rules, names: subject.names,
      context: FixContext(hasDaemon: false)
    ).document
    if state.decision == nil { addRepairs(subject, document) }
    if !state.edits.isEmpty {
      heading("What if")
      for line in subject.whatIf.prefix(8) { wrap(line, .text, lines: 3) }
      addChips([("Forget", .forget, false)])
    }
    if !state.message.isEmpty { wrap(state.message, .good, lines: 3) }
    heading("Windows, the topmost first")
    addCards(subject, document, state)
    items.removeAll { $0.frame.y + $0.frame.height > height || $0.frame.width <= 0 }
  }

  func action(at x: Double, _ y: Double) -> InspectorAction? {
    items.last { $0.action != nil && $0.frame.contains(x, y) }?.action
  }

  /// The panel as text: one line per row, chips in brackets, chosen ones with a star.
  var text: String {
    var rows: [(y: Double, words: [String])] = []
    for item in items {
      let words =
        switch item.look {
        case .card: "--"
        case .badCard: "-!"
        case .chip: "[\(item.text)]"
        case .chosenChip: "[\(item.text)*]"
        case .bad, .badTitle: "!\(item.text)"
        default: item.text
        }
      if let last = rows.last, last.y == item.frame.y {
        rows[rows.count - 1].words.append(words)
      } else {
        rows.append((item.frame.y, [words]))
      }
    }
    return rows.map { $0.words.joined(separator: " ") }.joined(separator: "\n")
  }

  // MARK: - Rules and repairs

  private mutating func addRules(_ id: String) {
    let base = id.split(separator: "+").first.map(String.init) ?? id
    let chips = RuleSetCatalog.names.map { name in
      (
        name.hasPrefix("uikit-") ? "\(name.dropFirst(6))" : name, InspectorAction.use(name),
        name == base
      )
    }
    let save = Area(x: width - Self.margin - 118, y: y, width: 118, height: Self.chip)
    let isNarrow = width < 260
    if !isNarrow {
      items.append(Item(look: .chip, frame: save, text: Self.saving, action: .save))
    }
    line("Rules: \(id)", .label)
    y += 4
    addChips(isNarrow ? chips + [(Self.saving, .save, false)] : chips)
  }

  /// Adds at most two repairs that can be applied in the running session, and the rule set with the
  /// cure `follow-key`.
  private mutating func addRepairs(_ subject: InspectorSubject, _ document: ExplanationDocument) {
    let report = BlameReport(verdict: subject.verdict, rules: subject.rules)
    let scene = subject.verdict.after
    let repairs = (report.main?.repairs ?? []).filter {
      AnswerChange.steps(for: $0.changes, in: scene, subject.rules) != nil
    }
    let cure =
      report.findings.isEmpty
      ? nil : RuleSetCatalog.make("\(subject.rules.id)+\(Mitigation.followKey.rawValue)")
    if !repairs.isEmpty || cure != nil { heading("What helps") }
    for repair in repairs.prefix(2) {
      let edits = repair.changes.map { change in
        change.edit { id in scene.window(id)?.name ?? subject.names[id] ?? "\(id.rawValue)" }
      }
      addChips([(edits.joined(separator: " "), .apply(repair.changes), false)])
      let told = document.blame.findings.flatMap(\.repairs).first { $0.edits == edits }
      if let told { wrap("\(told.applicability): \(told.prediction)", .dim, lines: 2) }
    }
    if let cure { addChips([("rules \(cure.id)", .use(cure.id), false)]) }
  }

  // MARK: - Cards

  private mutating func addCards(
    _ subject: InspectorSubject, _ document: ExplanationDocument, _ state: InspectorState
  ) {
    let scene = subject.verdict.after
    let rank = Dictionary(uniqueKeysWithValues: scene.windows.map { ($0.id, $0.level) })
    let settings = document.windows.filter { $0.id == nil }.map { (row: $0, window: Window?.none) }
    // Windows are listed from the top: by descending level, later windows first.
    let windows = document.windows.compactMap { row in row.id.map { (row: row, id: $0) } }
      .sorted { left, right in
        let (a, b) = (rank[left.id] ?? .max, rank[right.id] ?? .max)
        return a == b ? left.id > right.id : a > b
      }
    let all = settings + windows.map { ($0.row, scene.window($0.id)) }
    cards = all.count
    for card in all.dropFirst(max(0, min(state.scroll, cards - 1))) {
      addCard(card.row, card.window, subject, state)
    }
  }

  private mutating func addCard(
    _ row: ExplanationDocument.Row, _ window: Window?, _ subject: InspectorSubject,
    _ state: InspectorState
  ) {
    let top = y
    let index = items.count
    left = Self.margin + Self.padding
    y += 8
    line(row.window, row.isCulprit ? .badTitle : .title)
    var facts = row.level.map { ["level \($0)"] } ?? row.app.map { [$0] } ?? []
    if row.isShown == false { facts.append("hidden") }
    if row.isKey == true { facts.append(row.allows == nil ? "key" : "focused") }
    if let window, row.allows == nil { facts.append("shown \(window.orientation.name)") }
    if !facts.isEmpty { line(facts.joined(separator: ", "), .dim) }
    if let allows = row.allows {
      if let via = row.via { line("\(via), allows: \(allows)", row.isCulprit ? .bad : .text) }
    } else {
      line(row.via.map { "asked via \($0)" } ?? "not asked", .dim)
      if let turn = row.turn {
        line("turn? \(turn ? "YES" : "NO"), \(row.turnOrigin ?? "")", row.isCulprit ? .bad : .text)
      }
      if let request = row.request {
        line("asks for \(request)", row.isCulprit ? .bad : .text)
      } else if let supports = row.supports {
        let letters =
          supports.isEmpty
          ? "none"
          : supports.compactMap { InterfaceOrientation(name: $0)?.letter }.joined(separator: " ")
        line("supports \(letters), \(row.supportsOrigin ?? "-")", row.isCulprit ? .bad : .text)
      }
    }
    line(row.effect, .text)
    if let window { addChoices(window, row, subject, state) }
    y += 8
    left = Self.margin
    // The background is inserted before the card's content, so it is drawn below.
    items.insert(
      Item(
        look: row.isCulprit ? .badCard : .card,
        frame: Area(
          x: Self.margin, y: top, width: width - 2 * Self.margin, height: y - top)), at: index)
    y += 8
    // A card that does not fit is left out, since its chips would be invisible.
    if y - 8 > height { items.removeLast(items.count - index) }
  }

  private mutating func addChoices(
    _ window: Window, _ row: ExplanationDocument.Row, _ subject: InspectorSubject,
    _ state: InspectorState
  ) {
    let id = window.id
    let isPast = state.decision != nil
    let edit = state.edits.last { $0.subject == .party(.window(id)) }?.override
    let sight = window.isHidden ? "Show" : "Hide"
    var chips: [Chip] = [(sight, .show(id, window.isHidden), edit == .shows(window.isHidden))]
    if !isPast, !window.isHidden { chips.append(("Key", .makeKey(id), row.isKey == true)) }
    let said: Intervention.Override? = row.turn.map { $0 ? .agrees : .refuses }
    let follows = window.root?.forwardsTo != nil || window.shell.cure == .followKey
    let answer = edit ?? (follows ? .follows : said)
    let answers: [(String, Intervention.Override)] = [
      ("YES", .agrees), ("NO", .refuses), ("follow", .follows), ("default", .standard),
    ]
    chips += answers.map { ($0, .answer(id, $1), answer == $1) }
    addChips(chips)
    var mask = Self.mask(window, row)
    if case .supports(let edited) = edit { mask = edited }
    addChips(
      InterfaceOrientation.fallbackOrder.map { orientation in
        (
          orientation.letter, .answer(id, .supports(mask.symmetricDifference(orientation.mask))),
          mask.allows(orientation)
        )
      })
  }

  /// Returns the orientations that a window supports: declared, answered in this decision, or the
  /// default answer of its live policy; otherwise all orientations.
  private static func mask(_ window: Window, _ row: ExplanationDocument.Row) -> OrientationMask {
    if let mask = window.root?.declared?.supported { return mask }
    if let names = row.supports {
      return names.compactMap { InterfaceOrientation(name: $0)?.mask }
        .reduce(into: OrientationMask()) { $0.formUnion($1) }
    }
    guard case .live(let policy) = window.root?.policy else { return .all }
    return policy.fallback.supported ?? .all
  }

  // MARK: - Rows

  private typealias Chip = (label: String, action: InspectorAction, isChosen: Bool)

  private mutating func heading(_ text: String) {
    if !items.isEmpty { y += 10 }
    line(text, .label)
  }

  private mutating func line(_ text: String, _ look: Look) {
    items.append(
      Item(
        look: look, frame: Area(x: left, y: y, width: width - 2 * left, height: Self.row),
        text: text))
    y += Self.row
  }

  private mutating func wrap(_ text: String, _ look: Look, lines most: Int) {
    let columns = max(8, Int((width - 2 * left) / Self.perLetter))
    let lines = TextWrap.lines(text, columns: columns)
    for (index, words) in lines.prefix(most).enumerated() {
      line(index == most - 1 && lines.count > most ? "\(words) …" : words, look)
    }
  }

  private mutating func addChips(_ chips: [Chip]) {
    var x = left
    y += 3
    for chip in chips {
      let wide = min(
        width - 2 * left, max(28, Double(chip.label.count) * Self.perLetter + 14))
      if x > left, x + wide > width - left {
        x = left
        y += Self.chip + 4
      }
      items.append(
        Item(
          look: chip.isChosen ? .chosenChip : .chip,
          frame: Area(x: x, y: y, width: wide, height: Self.chip), text: chip.label,
          action: chip.action))
      x += wide + 4
    }
    y += Self.chip + 3
  }
}
