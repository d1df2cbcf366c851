// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Recording

extension RecordingHeader {
  /// An arbiter as it stands, to be decided on from here.
  init(_ arbiter: Arbiter) {
    self.init(
      rules: arbiter.rules, scene: arbiter.scene, exempt: arbiter.exempt,
      answerWithin: arbiter.answerWithin, program: ProgramVersion.text)
  }
}
