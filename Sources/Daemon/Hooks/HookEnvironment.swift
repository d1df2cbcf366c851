// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What programs around a turn find in their environment: old and new, in everybody's words.
struct HookEnvironment {
  let output: String
  let panel: PanelNature
  let old: Transform
  let new: Transform

  /// The variables, as docs/hooks.md lists them.
  ///
  /// A mirrored transform has no word in some vocabularies, and then the variable is empty.
  var variables: [(name: String, value: String)] {
    [("SWIVEL_OUTPUT", output)] + words(of: old, "SWIVEL_OLD") + words(of: new, "SWIVEL_NEW")
      // The names that scripts for rot8 know; its numbers count the other way round.
      + [("PREV_ORIENTATION", rot8(old)), ("ORIENTATION", rot8(new))]
  }

  private func words(of transform: Transform, _ prefix: String) -> [(name: String, value: String)] {
    let orientation = InterfaceOrientation(transform: transform, on: panel)
    let edge = PanelEdge(transform: transform)
    let vocabularies = TransformVocabulary.allCases.map { vocabulary in
      ("\(prefix)_\(vocabulary.rawValue.uppercased())", transform.name(in: vocabulary) ?? "")
    }
    return vocabularies + [
      ("\(prefix)_NUMBER", "\(transform.rawValue)"),
      ("\(prefix)_DEGREES", transform.isFlipped ? "" : "\(transform.quarterTurns * 90)"),
      ("\(prefix)_EDGE_UP", edge.map { "\($0)" } ?? ""),
      ("\(prefix)_SENSOR", edge?.proxyName ?? ""),
      ("\(prefix)_ORIENTATION", orientation.name),
      ("\(prefix)_W3C", OrientationLock(orientation).rawValue),
      ("\(prefix)_IOS", Self.ios(orientation)),
    ]
  }

  private func rot8(_ transform: Transform) -> String {
    transform.isFlipped ? "" : ["normal", "270", "inverted", "90"][transform.quarterTurns]
  }

  /// UIInterfaceOrientation's cases.
  private static func ios(_ orientation: InterfaceOrientation) -> String {
    switch orientation {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portraitUpsideDown"
    case .landscapeRight: "landscapeRight"
    case .landscapeLeft: "landscapeLeft"
    }
  }
}
