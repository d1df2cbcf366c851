// SPDX-License-Identifier: Apache-2.0

/// Reads an extended regular expression of POSIX, with the C library's `\w`, `\<` and the like, and
/// with `(?i)` at the beginning.
struct ExpressionParser {
  private typealias Step = ExpressionProgram.Step
  private typealias Bracket = ExpressionProgram.Bracket
  typealias Problem = RegularExpression.Problem

  private let text: [Unicode.Scalar]
  private var place = 0
  private var brackets: [Bracket] = []

  init(_ pattern: String) { text = Array(pattern.unicodeScalars) }

  mutating func program() throws(Problem) -> ExpressionProgram {
    let ignoresCase = skip("(?i)")
    // Outside of groups only the end ends it.
    let steps = try alternatives(in: 0)
    return ExpressionProgram(steps: steps, brackets: brackets, ignoresCase: ignoresCase)
  }

  private mutating func alternatives(in groups: Int) throws(Problem) -> [Step] {
    var steps = try sequence(in: groups)
    while skip("|") {
      let other = try sequence(in: groups)
      steps = [.split(1, steps.count + 2)] + steps + [.jump(other.count + 1)] + other
      try bound(steps.count)
    }
    return steps
  }

  private mutating func sequence(in groups: Int) throws(Problem) -> [Step] {
    var steps: [Step] = []
    while let next = peek, next != "|", next != ")" || groups == 0 {
      var part = try atom(in: groups)
      // What stands behind an assertion begins anew, so it cannot be a repetition.
      if case .assert? = part.last, part.count == 1, next != "(" {
      } else {
        while let repeated = try repetition(of: part) { part = repeated }
      }
      steps += part
      try bound(steps.count)
    }
    return steps
  }

  private mutating func atom(in groups: Int) throws(Problem) -> [Step] {
    let start = place
    let scalar = text[place]
    place += 1
    switch scalar {
    case "(":
      if peek == "?", !skip("?:") {
        throw problem("(? is known as (?i) at the beginning and as (?:", at: start)
      }
      let steps = try alternatives(in: groups + 1)
      guard skip(")") else { throw problem("( is never closed", at: start) }
      return steps
    case "[": return [try bracket(from: start)]
    case ".": return [.any]
    case "^": return [.assert(.start)]
    case "$": return [.assert(.end)]
    case "\\": return [try escaped(from: start)]
    case "*", "+", "?", "{":
      throw problem("\(scalar) has nothing before it to repeat", at: start)
    default: return [.scalar(scalar)]
    }
  }

  private mutating func escaped(from start: Int) throws(Problem) -> Step {
    guard let scalar = peek else { throw problem("\\ has nothing behind it", at: start) }
    place += 1
    switch scalar {
    case "w", "W": return add(.word, isNegated: scalar == "W")
    case "s", "S": return add(Bracket(classes: [.space]), isNegated: scalar == "S")
    case "<": return .assert(.wordStart)
    case ">": return .assert(.wordEnd)
    case "b": return .assert(.wordEdge)
    case "B": return .assert(.noWordEdge)
    case "`": return .assert(.start)
    case "'": return .assert(.end)
    case "1"..."9": throw problem("\\\(scalar) refers to a group", at: start)
    case "0", "a"..."z", "A"..."Z":
      throw problem(
        "\\\(scalar) has no meaning; valid here: \\w \\W \\s \\S \\b \\B, [0-9] for a digit",
        at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func add(_ bracket: Bracket, isNegated: Bool) -> Step {
    brackets.append(bracket)
    brackets[brackets.count - 1].isNegated = isNegated
    return .bracket(brackets.count - 1)
  }

  // MARK: Repetitions

  /// The steps repeated as what follows says; nil if nothing follows that repeats.
  private mutating func repetition(of steps: [Step]) throws(Problem) -> [Step]? {
    if skip("*") { return try repeated(steps, 0, nil) }
    if skip("+") { return try repeated(steps, 1, nil) }
    if skip("?") { return try repeated(steps, 0, 1) }
    let start = place
    guard skip("{") else { return nil }
    let least = try number()
    var most = least
    if skip(",") { most = try number() } else if least == nil { most = -1 }
    guard skip("}"), most ?? .max >= least ?? 0 else {
      throw problem("{ begins no count; valid here: {2}, {2,}, {2,5} or {,5}", at: start)
    }
    return try repeated(steps, least ?? 0, most)
  }

  private mutating func number() throws(Problem) -> Int? {
    let start = place
    var number = 0
    while let digit = peek, ("0"..."9").contains(digit) {
      number = number * 10 + Int(digit.value - 48)
      guard number <= RegularExpression.mostRepeats else {
        throw problem(
          "it repeats something more than \(RegularExpression.mostRepeats) times", at: start)
      }
      place += 1
    }
    return place == start ? nil : number
  }

  private func repeated(_ steps: [Step], _ least: Int, _ most: Int?) throws(Problem) -> [Step] {
    let more = (most ?? least + 1) - least
    try bound(steps.count * least + (steps.count + 2) * more)
    var result: [Step] = []
    for _ in 0..<least { result += steps }
    guard let most else {
      if least > 0 { return result + [.split(-steps.count, 1)] }
      return [.split(1, steps.count + 2)] + steps + [.jump(-steps.count - 1)]
    }
    for _ in least..<most { result += [.split(1, steps.count + 1)] + steps }
    return result
  }

  private func bound(_ count: Int) throws(Problem) {
    guard count > RegularExpression.mostSteps else { return }
    throw Problem(
      description: "with its counts written out it has more than "
        + "\(RegularExpression.mostSteps) steps; repeat less")
  }

  // MARK: Sets

  private mutating func bracket(from start: Int) throws(Problem) -> Step {
    var bracket = Bracket()
    let isNegated = skip("^")
    var isFirst = true
    while isFirst || peek != "]" {
      isFirst = false
      let begin = place
      if let name = try named(":", from: start) {
        guard let known = ExpressionProgram.CharacterClass(rawValue: name) else {
          let names = ExpressionProgram.CharacterClass.allCases.map(\.rawValue)
          throw problem(
            "[:\(name):] is no class; valid here: \(names.joined(separator: ", "))", at: begin)
        }
        bracket.classes.append(known)
        continue
      }
      let first = try element(from: start)
      var last = first
      if peek == "-", place + 1 < text.count, text[place + 1] != "]" {
        place += 1
        last = try element(from: start)
      }
      guard first <= last else { throw problem("a range ends before it begins", at: begin) }
      bracket.ranges.append(first...last)
    }
    place += 1
    return add(bracket, isNegated: isNegated)
  }

  /// One character of a set, perhaps written as `[.x.]` or `[=x=]`.
  private mutating func element(from start: Int) throws(Problem) -> Unicode.Scalar {
    for kind in [".", "="] {
      let begin = place
      guard let name = try named(kind, from: start) else { continue }
      guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
        throw problem("[\(kind)\(name)\(kind)] is no single character", at: begin)
      }
      return scalar
    }
    guard let scalar = peek else { throw problem("[ is never closed", at: start) }
    place += 1
    return scalar
  }

  /// What stands between `[:` and `:]`, if that follows.
  private mutating func named(_ kind: String, from start: Int) throws(Problem) -> String? {
    guard skip("[" + kind) else { return nil }
    var name = ""
    while !skip(kind + "]") {
      guard let scalar = peek else { throw problem("[ is never closed", at: start) }
      name.unicodeScalars.append(scalar)
      place += 1
    }
    return name
  }

  // MARK: Characters

  private var peek: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func skip(_ word: String) -> Bool {
    guard text[place...].starts(with: word.unicodeScalars) else { return false }
    place += word.unicodeScalars.count
    return true
  }

  private func problem(_ what: String, at place: Int) -> Problem {
    Problem(description: "\(what) (character \(place + 1))")
  }
}
