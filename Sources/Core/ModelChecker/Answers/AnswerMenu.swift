// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The answers that a window can give to a rule set, without equivalent ones.
struct AnswerMenu {
  let answers: [CheckAnswer.Given]

  /// Creates the answers for a stack.
  ///
  /// Masks leave out orientations that the device or the app's list rules out.
  init(_ stack: CheckStack) throws(CheckLimit) {
    let reads = stack.rules.reads(in: stack.scene)
    guard reads.requests.isEmpty else {
      answers = reads.requests.map { .request($0) }
      return
    }
    guard !reads.questions.isEmpty else {
      throw .vocabulary("asks windows for other things than turning and masks")
    }
    let parts = reads.orientations.orientations
    let masks = (0..<(1 << parts.count)).map { number in
      parts.indices.reduce(into: OrientationMask()) { mask, index in
        if number >> index & 1 == 1 { mask.formUnion(parts[index].mask) }
      }
    }
    if reads.questions == [.legacy] {
      answers = masks.map { .policy(DeclaredPolicy(legacy: $0)) }
    } else if reads.questions == [.supported] {
      answers = masks.map { .policy(DeclaredPolicy(supported: $0)) }
    } else {
      answers = [false, true].flatMap { turns in
        masks.map { .policy(DeclaredPolicy(autorotate: turns, supported: $0)) }
      }
    }
  }
}
