// SPDX-License-Identifier: Apache-2.0

extension FaultPlan {
  /// Returns a smaller plan that still ends in a fault: removes steps and odd replies one after the
  /// other, first many at once, as long as a fault remains.
  func shrunk(_ fails: (FaultPlan) -> Bool) -> FaultPlan {
    var plan = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for size in [8, 4, 2, 1] {
        var index = 0
        while index < plan.steps.count {
          var smaller = plan
          smaller.steps.removeSubrange(index..<min(index + size, plan.steps.count))
          if fails(smaller) { (plan, isSmaller) = (smaller, true) } else { index += size }
        }
      }
      for index in plan.replies.indices where plan.replies[index] != nil {
        var smaller = plan
        smaller.replies[index] = nil
        if fails(smaller) { (plan, isSmaller) = (smaller, true) }
      }
      for change in [\FaultPlan.joinsReports, \.isSerialStrict] where plan[keyPath: change] {
        var smaller = plan
        smaller[keyPath: change] = false
        if fails(smaller) { (plan, isSmaller) = (smaller, true) }
      }
      if plan.bus != nil {
        var smaller = plan
        smaller.bus = nil
        if fails(smaller) { (plan, isSmaller) = (smaller, true) }
      }
      if plan.windows > 0 {
        var smaller = plan
        smaller.windows = 0
        if fails(smaller) { (plan, isSmaller) = (smaller, true) }
      }
      if plan.screens.count > 1 {
        var smaller = plan
        smaller.screens.removeLast()
        if fails(smaller) { (plan, isSmaller) = (smaller, true) }
      }
    }
    return plan
  }
}
