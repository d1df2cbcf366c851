// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An interface by which the outputs of a session are rotated.
///
/// All use is on the session's thread.
public protocol TransformApplier: AnyObject {
  /// The value of `--applier` that selects this applier, and its name in messages.
  var name: String { get }

  /// Returns the reason why the applier cannot rotate an output now; `nil` if it can.
  func obstacle(to output: String) -> String?

  /// Requests a change from the display server; `onEnd` is called at most once, perhaps before the
  /// return, and not if the answer is lost.
  ///
  /// Success is a hint only: the output's own report confirms the transform.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void)

  /// Returns an output's transform as the applier reports it, or `wire`, the transform of
  /// wl_output, if the applier reports none.
  func transform(of output: String, beside wire: Transform) -> Transform
}

extension TransformApplier {
  /// Returns `wire`, since most appliers report no transforms.
  public func transform(of output: String, beside wire: Transform) -> Transform { wire }
}

/// The compositor's answer to a change.
public enum ChangeResult: Sendable, Hashable {
  /// The compositor reports success; only the output's own report confirms the change.
  case succeeded
  /// The compositor refused the change without a reason.
  case failed
  /// The change was refused, or could not be requested now; the text gives the reason.
  case refused(reason: String)
  /// The outputs changed before the request was handled, and the caller may repeat it after their
  /// next report; or the request was replaced or withdrawn before it was sent.
  case cancelled
  /// The request was not sent, because the change cannot be made; the text gives the reason.
  case unsupported(reason: String)

  var isRefusal: Bool {
    switch self {
    case .failed, .refused: true
    case .succeeded, .cancelled, .unsupported: false
    }
  }
}
