// SPDX-License-Identifier: Apache-2.0
import Desktop
public import Formats
import Glibc
import WaylandClient
import Text

/// The failure of a command, as a message for people.
public struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause of a failure, with its exit code.
  public enum Kind: Int32, Sendable {
    /// A file, a connection or a service that the command needs did not work; exit code 1.
    case failed = 1
    /// An argument or an input file of the command is invalid; exit code 2.
    case badInput = 2
  }

  /// The message: the cause and, if one is known, the remedy.
  public let description: String
  /// The cause of the failure.
  public let kind: Kind

  /// Creates a failure.
  public init(_ kind: Kind = .failed, _ description: String) {
    self.description = description
    self.kind = kind
  }

  /// Creates the failure of an invalid input file or option.
  public init(_ error: InputError) { self.init(.badInput, error.description) }

  /// Creates the failure of a file that could not be read or written; its exit code is 1 if the
  /// system's state is the cause, such as a full disk, otherwise 2.
  public init(_ error: FileError) {
    self.init(error.isOfSystem ? .failed : .badInput, error.description)
  }
}

extension CommandFailure {
  init(_ error: WaylandError) {
    let remedy: String? =
      switch error {
      case .noRuntimeDirectory:
        "start swivel from a terminal of the desktop session, or set XDG_RUNTIME_DIR and "
          + "WAYLAND_DISPLAY to those of the session"
      case .noDisplay:
        "start swivel from a terminal of the Wayland session, or name its socket, such as "
          + "wayland-1, in WAYLAND_DISPLAY"
      case .connectFailed(_, ENOENT):
        "there is no such socket; check XDG_RUNTIME_DIR and WAYLAND_DISPLAY"
      case .connectFailed(_, ECONNREFUSED):
        "no compositor listens there any more; start the compositor, or check WAYLAND_DISPLAY"
      case .connectFailed(_, EACCES):
        "the socket belongs to another user; run swivel as the user of the session"
      case .timedOut: "it may hang; nothing was changed"
      default: nil
      }
    self.init(.failed, "\(error)" + (remedy.map { ": \($0)" } ?? ""))
  }

  static func noApplier(_ problem: CompositorSearch.Unavailable, _ choice: ApplierChoice)
    -> CommandFailure
  {
    guard choice == .automatic else {
      return CommandFailure(
        .failed, "--applier \(problem.text); without --applier the first way that works is used")
    }
    return CommandFailure(
      .failed,
      """
      this compositor does not let programs turn its outputs (\(problem.text)). \
      These do: \(CompositorHelp.names); `swivel simulate` works everywhere
      """)
  }
}

/// The texts about compositors in the help of programs.
public enum CompositorHelp {
  /// The names of the compositors whose outputs can be rotated.
  public static let names = Compositors.names
  /// The values of `--applier`.
  public static let appliers = ApplierChoice.help
}

extension ApplierChoice {
  init(option: String) throws(CommandFailure) {
    guard let choice = Self(rawValue: option) else {
      let valid = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badInput, "--applier: \(UntrustedText(option).quoted) is none of \(valid)")
    }
    self = choice
  }
}
