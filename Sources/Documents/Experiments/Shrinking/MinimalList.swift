// SPDX-License-Identifier: Apache-2.0

/// Delta debugging: a minimal part of a list for which a condition still holds.
public struct MinimalList<Element> {
  /// The remaining elements: the condition fails without any one of them (1-minimal).
  public private(set) var elements: [Element]
  /// The number of lists tried.
  public private(set) var tried = 0

  /// Removes elements of a list as long as the condition `holds`.
  ///
  /// Parts are removed by halves first, then by ever smaller parts (Zeller and Hildebrandt,
  /// "Simplifying and Isolating Failure-Inducing Input").
  public init(_ list: [Element], _ holds: ([Element]) throws -> Bool) rethrows {
    elements = list
    var parts = 2
    while !elements.isEmpty {
      let size = (elements.count + parts - 1) / parts
      var isShorter = false
      var start = 0
      while start < elements.count {
        let end = min(start + size, elements.count)
        let rest = Array(elements[..<start] + elements[end...])
        tried += 1
        if try holds(rest) {
          elements = rest
          isShorter = true
        } else {
          start = end
        }
      }
      if isShorter {
        parts = max(2, min(parts, elements.count))
      } else if size <= 1 {
        return
      } else {
        parts = min(parts * 2, elements.count)
      }
    }
  }
}
