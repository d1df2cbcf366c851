// SPDX-License-Identifier: Apache-2.0

/// The reason why a stack cannot be checked, or not fully.
public enum CheckLimit: Error, Sendable, Hashable {
  /// There are more windows than a state can hold.
  case windows(Int, most: Int)
  /// There is more than one managed output.
  case outputs(Int)
  /// A policy is live rather than declared.
  case livePolicy(String)
  /// An output is held by another program's transform.
  case heldOutput(String)
  /// There are more combinations of settings than a state can hold.
  case settings
  /// The rule set makes a decision that the packed form cannot represent.
  case vocabulary(String)
  /// The bound on states was reached.
  case states(Int)
  /// The bound on memory, in MiB, was reached.
  case memory(Int)
  /// It was interrupted.
  case interrupted
  /// A violation was met on a path that the arbiter cannot follow.
  case unplayable
}

extension CheckLimit: CustomStringConvertible {
  /// The cause and the bound.
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
