// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension Session {
  /// The compositor's own protocol for turning outputs, the wlroots one before KDE's; nil if none.
  public var protocolApplier: (any TransformApplier)? {
    if let manager, manager.isUsable { return wlrApplier }
    return kdeApplier
  }

  /// An applier of the session's own by its name, `wlr` or `kde`; nil if the compositor has none.
  public func protocolApplier(named name: String) -> (any TransformApplier)? {
    if let wlrApplier, hasOutputManager, wlrApplier.name == name { return wlrApplier }
    if let kdeApplier, kdeApplier.name == name { return kdeApplier }
    return nil
  }

  /// What turns the outputs: the one that was chosen, or else the compositor's own protocol.
  public var applier: (any TransformApplier)? { chosenApplier ?? protocolApplier }

  /// Leaves turning to an applier from now on.
  public func use(_ applier: any TransformApplier) {
    chosenApplier = applier
    publish()
  }

  /// Looks at everything again, after an applier has reported something.
  public func refresh() { publish() }

  /// Asks for a transform of an output; the answer is the event `changeFinished`.
  ///
  /// What is asked for between two waits goes out as one change when the next wait begins, once the
  /// change before it has been answered; neighbours follow in it. One that is replaced before it has
  /// gone out is cancelled. `succeeded` is only a hint: wait for the output itself to report the
  /// transform. After `cancelled` try again when the outputs have been reported anew.
  public func apply(transform: Transform, to name: String, change: ChangeID) {
    if let reason = obstacle(to: name) {
      emit(.changeFinished(change, .unsupported(reason: reason)))
      return
    }
    let turn = TurnQueue.Turn(output: name, transform: transform, change: change)
    for replaced in turns.add(turn) { emit(.changeFinished(replaced.change, .cancelled)) }
  }

  /// Sends what has been asked for, as far as nothing has to be waited for.
  func sendTurns() {
    // An output may have gone while its turn was waiting.
    for turn in turns.withdraw(where: { obstacle(to: $0) != nil }) {
      emit(.changeFinished(turn.change, .unsupported(reason: obstacle(to: turn.output) ?? "")))
    }
    while let batch = turns.next() {
      let known = batch.unanswered.filter { obstacle(to: $0.output) == nil }
      let wanted = (batch.turns + known).map { turn in
        OutputChange.Turn(output: turn.output, transform: turn.transform)
      }
      applier?.apply(OutputChange(wanted, among: outputs)) { [weak self] result in
        self?.finish(batch.number, result)
      }
    }
  }

  private func finish(_ number: Int, _ result: ChangeResult) {
    for turn in turns.answered(number, isRefused: result.isRefusal) {
      emit(.changeFinished(turn.change, result))
    }
    // The next change has to be made from the state that this one leads to.
    afterAnswer { $0.turns.settled(number) }
  }

  private func obstacle(to name: String) -> String? {
    if let failure { return "\(failure)" }
    guard let applier else {
      return "the compositor has neither zwlr_output_manager_v1 nor kde_output_management_v2"
    }
    guard let output = outputs.first(where: { $0.name == name }) else {
      return "there is no output \(name)"
    }
    guard output.enabled else { return "\(name) is switched off" }
    return applier.obstacle(to: name)
  }
}
