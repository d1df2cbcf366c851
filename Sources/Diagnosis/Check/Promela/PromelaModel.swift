// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Writes a compiled stack down as a model for Spin: the same cells, the same states.
///
/// Only for rule sets whose decisions depend on the page at most and raise nothing here.
struct PromelaModel {
  let model: CheckModel
  let matters: Bool
  let removes: Bool
  /// The windows that are not always there.
  let passing: UInt64

  init(_ model: CheckModel) throws(CheckLimit) {
    self.model = model
    guard case .page(let matters) = model.reach else {
      throw .promela("these rules look at several windows at once")
    }
    guard !model.raisesAtOnce else { throw .promela("set-up raises an exception") }
    self.matters = matters
    removes = model.hiddenMatters
    passing = removes ? model.all : model.addable
  }

  /// The whole model.
  func text() throws(CheckLimit) -> String {
    let events = try self.events()
    let decisions = (0..<4).flatMap { turn($0) }
    if let broken = model.broken { throw broken }
    guard !model.anyRaises else { throw .promela("some of its turns raise an exception") }
    var lines = [
      "/* A stack of windows under \(model.rules.id), written by swivel check --promela.",
      "   Orientations: 0 portrait, 1 upside down, 2 landscape right, 3 landscape left; device 4:",
      "   flat. Windows by position: \(names).",
      "     spin -a FILE && cc -O2 -DNOREDUCE -DSAFETY -o pan pan.c && ./pan -m1000000",
      "   With spin -DP1 -a every state is held against the first property. */",
    ]
    lines += variables + decisions
    lines += ["active proctype stack() {"]
    if !start.isEmpty { lines += ["  d_step { \(start.joined(separator: "; ")) };"] }
    lines += ["  do"]
    lines += events
    lines += ["  od", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var names: String {
    let safe = model.stack.windows.map { window in
      String(window.window.name.prefix(40).map { $0.isLetter || $0.isNumber ? $0 : "." })
    }
    return safe.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", ")
  }

  private var variables: [String] {
    let state = model.initial
    let count = max(1, model.ids.count)
    var lines = ["bool hid[\(count)];", "byte own[\(count)];"]
    if passing != 0 { lines += ["bool there[\(count)];"] }
    let key = model.isKeyFree ? "" : "key = \(state.key), "
    lines.append("byte \(key)bar = \(state.bar), dev = \(state.device), rest = 0;")
    lines.append("hidden byte page;")
    return lines + (model.isKeyFree ? eachPage : onePage)
  }

  /// Without a key every shown window can be the page.
  private var eachPage: [String] {
    let windows = model.ids.indices.filter { model.followers >> UInt64($0) & 1 == 0 }
    let agree = windows.map { "(!(\(shown($0))) || own[\($0)] == bar)" }
    let all = agree.isEmpty ? "true" : agree.joined(separator: " && ")
    return checking(all)
  }

  private var onePage: [String] {
    var lines: [String] = []
    lines += ["inline find_page() {", "  if"]
    for index in model.ids.indices where model.followers >> UInt64(index) & 1 == 0 {
      lines.append("  :: key == \(index) && \(shown(index)) -> page = \(index)")
    }
    lines += ["  :: else ->", "    if"]
    var earlier: [String] = []
    for index in model.ids.indices where model.pageable >> UInt64(index) & 1 == 1 {
      let guards = (earlier.map { "!(\($0))" } + [shown(index)]).joined(separator: " && ")
      lines.append("    :: \(guards) -> page = \(index)")
      earlier.append(shown(index))
    }
    lines += ["    :: else -> page = \(PackedState.none)", "    fi", "  fi", "}"]
    let none = "page == \(PackedState.none)"
    // The index has to stay inside the array, whoever is asked first.
    let own = "own[(\(none) -> 0 : page)]"
    return lines + checking("\(none) || \(own) == bar", before: "find_page(); ")
  }

  /// What is read of every state; without a reader Spin would drop variables, and count less.
  private func checking(_ condition: String, before: String = "") -> [String] {
    [
      "hidden byte agrees;", "inline check() {", "  \(before)agrees = (\(condition));", "#ifdef P1",
      "  assert(agrees);", "#endif", "  skip", "}",
    ]
  }

  /// The assignments that make the first state.
  var start: [String] {
    model.ids.indices.flatMap { index -> [String] in
      let bit = UInt64(1) << UInt64(index)
      var parts: [String] = []
      if model.initial.hidden & bit != 0 { parts.append("hid[\(index)] = 1") }
      if passing != 0, model.initial.present & bit != 0 { parts.append("there[\(index)] = 1") }
      let own = model.initial.orientation(index)
      if own != 0 { parts.append("own[\(index)] = \(own)") }
      return parts
    }
  }

  func isThere(_ index: Int) -> String? {
    passing >> UInt64(index) & 1 == 1 ? "there[\(index)]" : nil
  }

  func shown(_ index: Int) -> String {
    ([isThere(index)].compactMap(\.self) + ["!hid[\(index)]"]).joined(separator: " && ")
  }
}
