// SPDX-License-Identifier: Apache-2.0
import Desktop
import Orientation

/// What an output was found with before it was turned here; outlasts the output and, in the journal,
/// the run.
struct OutputMemory: Equatable {
  /// What tells an output from others.
  struct Identity: Equatable {
    var name: String
    var make = ""
    var model = ""
    var serial = ""
  }

  var identity: Identity
  /// What is given back at the end.
  var found: Transform
  /// What it may stand as because of us: what was confirmed last, and what was asked for since.
  var asked: [Transform]

  /// The transform that is to be given back; nil if somebody else's stands, or if this is another
  /// output.
  func original(of output: DesktopOutput) -> Transform? {
    identity == Identity(output) && output.transform != found && asked.contains(output.transform)
      ? found : nil
  }
}

extension OutputMemory.Identity {
  init(_ output: DesktopOutput) {
    self.init(
      name: output.name, make: output.make, model: output.model, serial: output.serial)
  }
}
