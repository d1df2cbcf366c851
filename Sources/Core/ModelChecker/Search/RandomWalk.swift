// SPDX-License-Identifier: Apache-2.0

/// Events at random, the same in every run: for what takes many of them and no script has to tell.
struct RandomWalk {
  /// How many events one walk has; and how many walks there are at most.
  private static let length = 60
  private static let walks = 500

  private let model: CheckModel
  private let leaving: UInt64
  private var random: UInt64 = 0x5357_4956_454C

  init(_ model: CheckModel, leaving: UInt64) {
    self.model = model
    self.leaving = leaving
  }

  private mutating func next(below count: Int) -> Int {
    // Knuth's generator; its upper bits are good enough here.
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Calls `see` with every state and the step out of it; ends when `isEnough` after a walk.
  mutating func run(_ see: (PackedState, CheckStep) -> Void, isEnough: () -> Bool) {
    let kernel = model.kernel
    var list = TransitionList()
    defer { list.deallocate() }
    for _ in 0..<Self.walks {
      var state = model.initial
      for _ in 0..<Self.length {
        list.removeAll()
        kernel.expand(state, leaving: leaving, into: &list)
        // The device's events come last; half of all are its own.
        let device = min(5, list.count)
        let position =
          next(below: 2) == 0 ? list.count - 1 - next(below: device) : next(below: list.count)
        let step = kernel.decided(list[position])
        see(state, step)
        if step.raises || model.broken != nil { break }
        state = step.next
      }
      if isEnough() || model.broken != nil { return }
    }
  }
}
