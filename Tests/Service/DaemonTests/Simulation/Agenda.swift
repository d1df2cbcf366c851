// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// What the simulated world still has to do, by the clock that the daemon's loop has.
///
/// It outlasts a daemon and its loop: what a compositor was asked for it does all the same.
final class Agenda {
  private struct Item {
    let time: Instant
    let number: Int
    let action: () -> Void
  }

  let clock: VirtualClock
  private var items: [Item] = []
  private var lastNumber = 0
  private var loop: EventLoop?

  init(_ clock: VirtualClock) { self.clock = clock }

  /// How many deadlines of a loop are the world's.
  var count: Int { items.count }

  /// Does something after a while; what is due at once is done in the next round.
  func after(_ delay: Duration, _ action: @escaping () -> Void) {
    lastNumber += 1
    let item = Item(time: clock.now + delay, number: lastNumber, action: action)
    items.append(item)
    if let loop { arm(item, in: loop) }
  }

  /// Goes on in another loop.
  func move(to loop: EventLoop) {
    self.loop = loop
    for item in items.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
      arm(item, in: loop)
    }
  }

  private func arm(_ item: Item, in loop: EventLoop) {
    loop.schedule(at: item.time) { [weak self, weak loop] in
      guard let self, loop === self.loop,
        let index = items.firstIndex(where: { $0.number == item.number })
      else { return }
      items.remove(at: index)
      item.action()
    }
  }
}
