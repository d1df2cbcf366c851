// SPDX-License-Identifier: Apache-2.0
import Desktop
public import Formats
import Glibc
import WaylandClient
import Text

/// Why a command could not do its work, in words for people.
public struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Who has to change something.
  public enum Kind: Int32, Sendable {
    /// Something around the command did not work; exit code 1.
    case failed = 1
    /// What the command was given is wrong; exit code 2.
    case badInput = 2
  }

  /// What happened and what helps.
  public let description: String
  /// Who has to change something.
  public let kind: Kind

  /// Describes a failure.
  public init(_ kind: Kind = .failed, _ description: String) {
    self.description = description
    self.kind = kind
  }

  /// Says what is wrong with an input file or an option.
  public init(_ error: InputError) { self.init(.badInput, error.description) }

  /// Says why a file could not be read or written.
  public init(_ error: FileError) {
    self.init(error.isOfSystem ? .failed : .badInput, error.description)
  }
}

extension CommandFailure {
  /// Says what is wrong with the way to the compositor, and what helps.
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
        "nobody listens there any more; start the compositor, or check WAYLAND_DISPLAY"
      case .connectFailed(_, EACCES):
        "the socket belongs to another user; run swivel as the user of the session"
      case .timedOut: "it may hang; nothing was changed"
      default: nil
      }
    self.init(.failed, "\(error)" + (remedy.map { ": \($0)" } ?? ""))
  }

  /// What keeps the outputs of this session from being turned.
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
      sway, labwc, river, wayfire, Hyprland, niri, phoc, KDE Plasma and GNOME do; \
      `swivel simulate` works everywhere
      """)
  }
}

extension ApplierChoice {
  /// Reads the value of `--applier`.
  init(option: String) throws(CommandFailure) {
    guard let choice = Self(rawValue: option) else {
      let valid = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badInput, "--applier: \(UntrustedText(option).quoted) is none of \(valid)")
    }
    self = choice
  }
}
