// SPDX-License-Identifier: Apache-2.0

/// Why a stack cannot be checked, or not to the end.
public enum CheckLimit: Error, Sendable, Hashable {
  /// More windows than fit into one state.
  case windows(Int, most: Int)
  /// More than one output turns with the device.
  case outputs(Int)
  /// A policy that runs instead of being written down.
  case livePolicy(String)
  /// An output that somebody else turned.
  case heldOutput(String)
  /// More combinations of settings than fit into one state.
  case settings
  /// A rule set decides in a way that the packed form cannot hold.
  case vocabulary(String)
  /// The given number of states was reached.
  case states(Int)
  /// The given amount of memory, in MiB, was reached.
  case memory(Int)
  /// It was interrupted.
  case interrupted
  /// A fault was met on a way that the arbiter cannot be led.
  case unplayable
}

extension CheckLimit: CustomStringConvertible {
  /// What was met, and what the bound is.
  public var description: String {
    switch self {
    case .windows(let count, let most): "\(count) windows, and a state holds \(most)"
    case .outputs(let count): "\(count) outputs turn with the device, and a state holds 1"
    case .livePolicy(let name): "\(name) has a live policy, whose answers nobody can foresee"
    case .heldOutput(let name): "output \(name) is held by somebody else's transform"
    case .settings: "more combinations of settings than a state holds"
    case .vocabulary(let what): "the rule set \(what), which a state does not hold"
    case .states(let count): "the limit of \(count) states"
    case .memory(let size): "the limit of \(size) MiB"
    case .interrupted: "an interruption"
    case .unplayable: "a way on which a window would have to inherit the key that it cannot have"
    }
  }
}
