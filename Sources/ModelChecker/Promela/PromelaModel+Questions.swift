// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension PromelaModel {
  typealias Question = DecisionTree.Question
  typealias Value = DecisionTree.Question.Value

  /// What a decision can depend on, in the order in which it is asked.
  func questions(_ code: UInt8, _ window: Int) -> [Question] {
    switch model.reach {
    case .page(let matters):
      let page = matters ? [pageQuestion] : []
      guard code == TriggerCode.place else { return page }
      return page + [hiddenQuestion(window), deviceQuestion, barQuestion]
    case .windows(let relevant):
      let isBare = model.tables.pointee.turnsAreBare && code < TriggerCode.turnNowhere
      let settings = isBare ? [restQuestion] : [restQuestion, deviceQuestion, barQuestion]
      return settings + [keyQuestion] + model.ids.indices.map { windowQuestion($0, relevant) }
    }
  }

  private var restQuestion: Question {
    question("rest", rests.sorted()) { $0.settingsIndex = $1 }
  }

  private var deviceQuestion: Question { question("dev", Array(0..<5)) { $0.device = $1 } }

  private var barQuestion: Question { question("bar", Array(0..<4)) { $0.bar = $1 } }

  private var keyQuestion: Question {
    question("key", model.ids.indices + [PackedState.none]) { $0.key = $1 }
  }

  private func question(
    _ name: String, _ values: [Int], _ set: @escaping (inout PackedState, Int) -> Void
  ) -> Question {
    Question(
      values: values.map { value in
        Value(condition: "\(name) == \(value)") { state in
          var state = state
          set(&state, value)
          return state
        }
      })
  }

  /// Who is the page; everybody else is taken as hidden until asked.
  private var pageQuestion: Question {
    let kernel = model.kernel
    let all = model.all
    let followers = model.followers
    return Question(
      values: (model.ids.indices + [PackedState.none]).map { page in
        Value(condition: "page == \(page)") { state in
          var state = state
          state.present = all
          let bit = page == PackedState.none ? 0 : UInt64(1) << UInt64(page)
          guard followers & bit == 0 else { return nil }
          state.hidden = all & ~bit
          state.key = page
          return kernel.page(state) == page ? state : nil
        }
      })
  }

  private func hiddenQuestion(_ window: Int) -> Question {
    let kernel = model.kernel
    let bit = UInt64(1) << UInt64(window)
    let isPageAsked = kernel.tables.pointee.reach == .page
    return Question(
      values: [false, true].map { isHidden in
        Value(condition: isHidden ? "hid[\(window)]" : "!hid[\(window)]") { state in
          let page = kernel.page(state)
          var state = state
          state.hidden = isHidden ? state.hidden | bit : state.hidden & ~bit
          return isPageAsked && kernel.page(state) != page ? nil : state
        }
      })
  }

  /// How a window is; one on which nothing depends is taken as shown.
  private func windowQuestion(_ window: Int, _ relevant: UInt64) -> Question {
    let bit = UInt64(1) << UInt64(window)
    let isPassing = passing & bit != 0
    let kinds: [(condition: String, isThere: Bool, isHidden: Bool)] =
      [(shown(window), true, false)]
      + [(([isThere(window)].compactMap(\.self) + ["hid[\(window)]"]).and, true, true)]
      + (isPassing ? [("!there[\(window)]", false, true)] : [])
    return Question(
      values: kinds.map { kind in
        Value(condition: kind.condition) { state in
          var state = state
          state.present = kind.isThere ? state.present | bit : state.present & ~bit
          state.hidden = kind.isHidden ? state.hidden | bit : state.hidden & ~bit
          if state.key == window { return kind.isThere ? state : nil }
          return relevant & bit != 0 || !kind.isHidden ? state : nil
        }
      })
  }
}

extension [String] {
  /// All of these conditions.
  var and: String { isEmpty ? "true" : joined(separator: " && ") }
}
