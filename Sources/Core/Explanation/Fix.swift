// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Text

/// A suggestion: a command, lines of a file, or a change of an app or a plug-in.
public struct Fix: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A command, or a step of the user, with an immediate effect, such as ending a lock.
    case once
    /// A command, or lines of the configuration, with a lasting effect.
    case lasting
    /// A change of a plug-in, or of its options in the configuration.
    case elsewhere
    /// A command that shows the result without changing anything.
    case trial
    /// A change of an app's code or of a scenario.
    case code
  }

  /// The kind of the change.
  public var kind: Kind
  /// The change as one line of text.
  public var text: String
  /// The command to type; `nil` if there is none.
  public var command: String?
  /// The file to change by hand; `nil` if there is none.
  public var file: String?
  /// The YAML lines to write; empty if there are none.
  public var lines: [String]
  /// The predicted result in words; `nil` if it was not predicted.
  public var effect: String?

  init(
    _ kind: Kind, _ text: String, command: String? = nil, file: String? = nil,
    lines: [String] = [], effect: String? = nil
  ) {
    self.kind = kind
    self.text = text
    self.command = command
    self.file = file
    self.lines = lines
    self.effect = effect
  }
}

/// A function that returns the properties violated in the scenario file after a change of answers.
///
/// The properties are those that `swivel check` finds violated under a rule set; `nil` if the check
/// has no result.
public typealias FixCheck = @Sendable (_ changes: [Intervention], _ rules: any RuleSet) -> [String]?

extension Evidence {
  /// Returns the text of a fix with the result of its check; only the text if `broken` is `nil`.
  func checked(_ text: String, _ broken: [String]?) -> String {
    guard let broken else { return text }
    return broken.isEmpty
      ? say(BlamePhrase.passes, text) : say(BlamePhrase.breaks, text, list(broken, BlamePhrase.and))
  }
}

/// The path of the configuration file and the state of the daemon, for the fixes for a desktop.
public struct FixContext: Sendable, Hashable {
  /// The path of the configuration file, as shown to the user.
  public var configuration: String
  /// Whether commands reach the daemon that made the decision.
  public var isLive: Bool
  /// Whether a daemon decides; otherwise windows have policies, which no command changes.
  public var hasDaemon: Bool

  /// Creates the context of a running daemon if `isLive`, of a simulated desktop unless
  /// `hasDaemon`, otherwise of a recording.
  ///
  /// Without `configuration`, the default path of the configuration file is used.
  public init(configuration: String? = nil, isLive: Bool = false, hasDaemon: Bool = true) {
    self.configuration = configuration ?? "~/.config/swivel/config.yaml"
    self.isLive = isLive
    self.hasDaemon = hasDaemon
  }
}
