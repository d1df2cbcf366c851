// SPDX-License-Identifier: Apache-2.0
import Formats
public import Sensing

/// Which judge turns readings into orientations, and with which thresholds.
public struct JudgeChoice: Equatable, Sendable {
  /// The judge's name, one of `JudgeName.all`.
  public var name: String
  /// The thresholds of the judge `swivel`; the others have none.
  public var parameters: ClassifierParameters

  /// The default judge with its own thresholds unless told otherwise.
  public init(
    name: String = JudgeName.all[0], parameters: ClassifierParameters = ClassifierParameters()
  ) {
    self.name = name
    self.parameters = parameters
  }

  /// Reads `judge: NAME` or a map of `name` and thresholds.
  init(_ node: Node) throws(InputError) {
    self.init()
    guard node.kind == .mapping else {
      name = JudgeName.all[try node.oneOf(JudgeName.all)]
      return
    }
    var map = try node.map()
    if let node = map.take("name") { name = JudgeName.all[try node.oneOf(JudgeName.all)] }
    for parameter in ClassifierParameters.all {
      guard let node = map.take(parameter.name) else { continue }
      guard name == JudgeName.all[0] else {
        throw node.error("a threshold of the judge \(name), which has none")
      }
      let range = Int(parameter.range.lowerBound)...Int(parameter.range.upperBound)
      _ = parameters.set(parameter.name, to: Int64(try node.int(in: range)))
    }
    try map.finish()
  }
}
