// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Orientation

/// A connection to a message bus that is made anew after it was lost, for as long as this is kept.
public final class BusLink {
  /// How long to wait before another attempt at a bus that is not there.
  private static let retryAfter = Duration.seconds(5)

  private let address: BusAddress
  private let loop: EventLoop
  private let onJoin: (BusConnection) throws(BusError) -> Void
  private let onLoss: () -> Void
  /// The one that there is now; nil while there is none.
  public private(set) var connection: BusConnection?
  private var isWanted = false
  private var retry: Token?

  /// `onJoin` asks each new connection for what is wanted, and `onLoss` forgets what came of that.
  public init(
    _ address: BusAddress, on loop: EventLoop,
    onJoin: @escaping (BusConnection) throws(BusError) -> Void, onLoss: @escaping () -> Void
  ) {
    (self.address, self.loop) = (address, loop)
    (self.onJoin, self.onLoss) = (onJoin, onLoss)
  }

  deinit { close() }

  /// Connects now; throws if there is no such bus, and then there is no other attempt.
  public func open() throws(BusError) {
    close()
    let connection = try BusConnection(address, on: loop)
    connection.onDisconnect = { [weak self] in self?.lose() }
    self.connection = connection
    isWanted = true
    do throws(BusError) {
      try onJoin(connection)
    } catch {
      close()
      throw error
    }
  }

  /// Connects after a while, and again and again until that works.
  public func openLater() {
    isWanted = true
    guard retry == nil else { return }
    retry = loop.schedule(after: Self.retryAfter) { [weak self] in
      guard let self else { return }
      retry = nil
      do throws(BusError) { try open() } catch { openLater() }
    }
  }

  /// Leaves the bus for good.
  public func close() {
    isWanted = false
    if let retry { loop.remove(retry) }
    retry = nil
    connection?.close()
    connection = nil
  }

  private func lose() {
    connection = nil
    onLoss()
    if isWanted { openLater() }
  }
}
