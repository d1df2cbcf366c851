// SPDX-License-Identifier: Apache-2.0

/// Finds a short list that still shows what a long one shows.
public struct MinimalList<Element> {
  /// What is left: without any one of these it no longer holds (1-minimal).
  public private(set) var elements: [Element]
  /// How many lists were tried.
  public private(set) var tried = 0

  /// Drops elements of a list for which something holds, as long as it does.
  ///
  /// Parts are left out first by halves, then by ever smaller ones (Zeller and Hildebrandt,
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
