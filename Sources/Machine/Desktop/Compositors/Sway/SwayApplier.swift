// SPDX-License-Identifier: Apache-2.0

/// Turns outputs by commands at sway's socket, where its protocol for that cannot be used.
public final class SwayApplier: TransformApplier {
  /// What `--applier` calls it.
  public let name = "sway"
  private let connection: SwayConnection

  /// Uses a connection to sway.
  public init(_ connection: SwayConnection) { self.connection = connection }

  /// Why it cannot turn an output now, in words; nil if it can.
  public func obstacle(to output: String) -> String? {
    SwayCommand.quoted(output) == nil ? "sway has no command for a name like that" : nil
  }

  /// Asks for a change; `onEnd` gets the answer once.
  public func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    guard let command = SwayCommand.layout(change) else {
      return onEnd(.unsupported(reason: "an output's name cannot stand in a command of sway's"))
    }
    connection.ask(.runCommand, command) { reply in
      switch reply {
      case .failure(let error): onEnd(.refused(reason: "\(error)"))
      case .success(let value):
        onEnd(SwayCommand.failure(in: value).map { .refused(reason: "sway: \($0)") } ?? .succeeded)
      }
    }
  }
}
