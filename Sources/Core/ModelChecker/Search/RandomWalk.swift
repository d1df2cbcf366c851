// SPDX-License-Identifier: Apache-2.0

/// Random walks with a fixed seed, for findings that are many events away and need no
/// counterexample.
struct RandomWalk {
  /// The number of events of a walk, and the largest number of walks.
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
    // Knuth's linear congruential generator, whose upper bits are random enough.
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Calls `see` with every state and step; ends when `isEnough` returns true after a walk.
  mutating func run(_ see: (PackedState, CheckStep) -> Void, isEnough: () -> Bool) {
    let kernel = model.kernel
    var list = TransitionList()
    defer { list.deallocate() }
    for _ in 0..<Self.walks {
      var state = model.initial
      for _ in 0..<Self.length {
        list.removeAll()
        kernel.expand(state, leaving: leaving, into: &list)
        // Device events are last in the list; they get half of the probability.
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
