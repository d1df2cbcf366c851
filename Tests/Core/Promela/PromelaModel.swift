// SPDX-License-Identifier: Apache-2.0
import Arbitration
package import ModelChecker

// Promela: a test oracle for the model checker.
//
// The oracle writes the model that `Check` searches as a program for Spin, which knows nothing of
// Swivel's search. `SpinTests` compares the numbers of states and the verdicts on property P1;
// `Benchmarks/check` compares the times. The decisions come from the same cells, so the oracle does
// not test the rules.

/// A stack of windows as a model for Spin, with the same decisions and the same states as `Check.run`.
package struct PromelaModel {
  /// The maximum length of the text, in bytes; Spin and the compiler take long over more.
  static let mostBytes = 8 << 20
  static let tooLong = PromelaRefusal("its text is longer than \(mostBytes >> 20) MiB")

  private let model: CheckModel
  private let variables: PromelaVariables
  private var decisions: PromelaDecisions

  /// Returns the model of a stack.
  ///
  /// `bounds` limit the situations that are tried to write the decisions, and their memory.
  ///
  /// - Throws: A `CheckLimit`, or a `PromelaRefusal` for a stack that the model cannot hold.
  package static func text(
    of stack: CheckStack, bounds: CheckBounds = CheckBounds(), tracksKeyWindow: Bool = false
  ) throws -> String {
    var model = try PromelaModel(CheckModel(stack, tracksKeyWindow: tracksKeyWindow), bounds)
    return try model.text()
  }

  private init(_ model: CheckModel, _ bounds: CheckBounds) throws {
    self.model = model
    guard !model.raisesAtOnce else { throw PromelaRefusal("set-up raises an exception") }
    guard model.secondOutput == nil else { throw PromelaRefusal("two outputs rotate apart") }
    guard model.recentOrder.isEmpty else {
      throw PromelaRefusal("which window was used last counts")
    }
    // The model asks for the page, and cannot distinguish no page from no window.
    let canBeEmpty = model.hiddenMatters || model.initial.present == 0
    if model.reach != .windows, canBeEmpty, !model.stack.scene.outputs.isEmpty {
      throw PromelaRefusal("a display on which nothing is left follows the device")
    }
    variables = PromelaVariables(model)
    decisions = PromelaDecisions(model, variables, bounds: bounds)
    if let broken = model.broken { throw broken }
  }

  /// Returns the text of the whole model.
  private mutating func text() throws -> String {
    let steps = PromelaEvents(model, variables).steps()
    var macros: [String: PromelaDecision] = [:]
    for step in steps where step.code != TriggerCode.nothing {
      let name = PromelaDecisions.name(step.code, step.window)
      if macros[name] == nil { macros[name] = try decisions.decision(step.code, step.window) }
    }
    var lines = head + declarations
    for (name, decision) in macros.sorted(by: { $0.key < $1.key }) {
      lines.append("inline \(name)() {")
      lines.append(decision.lines.map { "  \($0)" }.joined(separator: ";\n"))
      lines.append("}")
    }
    lines += ["active proctype stack() {"]
    if !start.isEmpty { lines += ["  d_step { \(start.joined(separator: "; ")) };"] }
    lines += ["  do"]
    for step in steps {
      lines.append(text(step, macros[PromelaDecisions.name(step.code, step.window)]))
    }
    lines += ["  od", "}"]
    let text = lines.joined(separator: "\n") + "\n"
    guard text.utf8.count <= Self.mostBytes else { throw Self.tooLong }
    return text
  }

  private func text(_ step: PromelaStep, _ decision: PromelaDecision?) -> String {
    var parts = (decision?.canRaise == true ? step.save : []) + step.body
    if step.code != TriggerCode.nothing, let decision {
      parts.append("\(decision.name)()")
      if decision.canRaise {
        // An exception ends the app: no state follows.
        parts.append("if :: ends -> \(step.undo.joined(separator: "; ")) :: else -> skip fi")
      }
    }
    return "  :: d_step { \(step.guards.and) ->\n       \(parts.joined(separator: "; ")); check() }"
  }

  private var head: [String] {
    [
      "/* A stack of windows under \(model.rules.id), written by the oracle of swivel check.",
      "   Orientations: 0 portrait, 1 upside down, 2 landscape right, 3 landscape left; device 4:",
      "   flat. Windows by position: \(names).",
      "     spin -a FILE && cc -O2 -DNOREDUCE -DSAFETY -o pan pan.c && ./pan -m1000000",
      "   With spin -DP1 -a every state is held against the first property.",
      "   Too many states for one machine: Spin's swarm runs many searches with little memory each;",
      "   build pan with -DBITSTATE and without -DNOREDUCE. */",
    ]
  }

  private var names: String {
    let safe = model.stack.windows.map { window in
      String(window.window.name.prefix(40).map { $0.isLetter || $0.isNumber ? $0 : "." })
    }
    return safe.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", ")
  }

  private var declarations: [String] {
    let state = model.initial
    let count = max(1, model.ids.count)
    var lines = ["bool hid[\(count)];", "byte own[\(count)];"]
    if variables.passing != 0 { lines += ["bool there[\(count)];"] }
    let key = model.isKeyFree ? "" : "key = \(state.key), "
    lines.append("byte \(key)bar = \(state.bar), dev = \(state.device), rest = 0;")
    lines.append("/* Scratch of one step, no part of the state. */")
    lines.append("hidden byte page, to, wr, ends, was_key, was_dev, was_own, was_hid;")
    return lines + (model.isKeyFree ? eachPage : onePage)
  }

  /// The check without a key window: every shown window can be the page.
  private var eachPage: [String] {
    let windows = model.ids.indices.filter { model.followers >> UInt64($0) & 1 == 0 }
    return checking(
      windows.map {
        let split = PropertyFormula.split(
          isPage: Condition(text: variables.shown($0)),
          agrees: Condition(text: "own[\($0)] == bar"))
        return split.negated.text
      }.and)
  }

  private var onePage: [String] {
    var lines: [String] = []
    lines += ["inline find_page() {", "  if"]
    for index in model.ids.indices where model.followers >> UInt64(index) & 1 == 0 {
      lines.append("  :: key == \(index) && \(variables.shown(index)) -> page = \(index)")
    }
    lines += ["  :: else ->", "    if"]
    var earlier: [String] = []
    for index in model.ids.indices where model.pageable >> UInt64(index) & 1 == 1 {
      let guards = (earlier.map { "!(\($0))" } + [variables.shown(index)]).joined(separator: " && ")
      lines.append("    :: \(guards) -> page = \(index)")
      earlier.append(variables.shown(index))
    }
    lines += ["    :: else -> page = \(PackedState.none)", "    fi", "  fi", "}"]
    let none = "page == \(PackedState.none)"
    // The index has to stay inside the array, whichever operand is evaluated first.
    let own = "own[(\(none) -> 0 : page)]"
    let elsewhere = model.ids.indices.filter { model.elsewhere & PackedState.bit($0) != 0 }
    let agrees = ["\(own) == bar"] + elsewhere.map { "page == \($0)" }
    let split = PropertyFormula.split(
      isPage: Condition(text: none).negated,
      agrees: Condition(text: "(\(agrees.joined(separator: " || ")))"))
    return lines + checking(split.negated.text, before: "find_page(); ")
  }

  /// Returns a check that reads every variable; Spin would drop unread ones and count fewer.
  private func checking(_ condition: String, before: String = "") -> [String] {
    [
      "hidden byte agrees;", "inline check() {", "  \(before)agrees = (\(condition));", "#ifdef P1",
      "  assert(agrees);", "#endif", "  skip", "}",
    ]
  }

  /// The assignments of the first state.
  private var start: [String] {
    model.ids.indices.flatMap { index -> [String] in
      let bit = UInt64(1) << UInt64(index)
      var parts: [String] = []
      if model.initial.hidden & bit != 0 { parts.append("hid[\(index)] = 1") }
      if variables.passing & model.initial.present & bit != 0 {
        parts.append("there[\(index)] = 1")
      }
      let own = model.initial.orientation(index)
      if own != 0 { parts.append("own[\(index)] = \(own)") }
      return parts
    }
  }
}

/// A condition in Spin's language.
private struct Condition: TruthValue {
  let text: String
  var negated: Condition { Condition(text: "!(\(text))") }
  func and(_ other: @autoclosure () -> Condition) -> Condition {
    Condition(text: "(\(text)) && (\(other().text))")
  }
  func or(_ other: @autoclosure () -> Condition) -> Condition {
    Condition(text: "(\(text)) || (\(other().text))")
  }
}

/// The reason why a stack cannot be written for Spin.
package struct PromelaRefusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
