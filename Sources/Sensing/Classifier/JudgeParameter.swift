// SPDX-License-Identifier: Apache-2.0

/// A threshold of the classifier as configuration files and help texts know it.
public struct JudgeParameter: Sendable {
  /// What one step of a value is.
  public enum Unit: String, Sendable, Hashable {
    /// Thousandths of g.
    case milligravity = "0.001 g"
    /// Tenths of a degree.
    case tenthsOfDegree = "0.1 degree"
    /// Milliseconds.
    case milliseconds = "ms"
  }

  /// The name in configuration files.
  public let name: String
  /// What one step of the value is.
  public let unit: Unit
  /// The values it can take.
  public let range: ClosedRange<Int64>
  /// What it means, in one sentence.
  public let summary: String
  /// Where the value is kept.
  public let value: any WritableKeyPath<ClassifierParameters, Int64> & Sendable

  /// The value that holds unless somebody sets another.
  public var defaultValue: Int64 { ClassifierParameters()[keyPath: value] }

  /// The nearest value in the range.
  public func clamp(_ value: Int64) -> Int64 {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
