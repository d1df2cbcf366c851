// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// The pending actions of the simulated world, by the clock of the daemon's loop.
///
/// The agenda outlives a daemon and its loop: a compositor still carries out earlier requests.
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

  /// The number of the loop's deadlines that belong to the world.
  var count: Int { items.count }

  /// Schedules an action; one without a delay runs in the next iteration of the loop.
  func after(_ delay: Duration, _ action: @escaping () -> Void) {
    lastNumber += 1
    let item = Item(time: clock.now + delay, number: lastNumber, action: action)
    items.append(item)
    if let loop { arm(item, in: loop) }
  }

  /// Moves the pending actions to another loop.
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
