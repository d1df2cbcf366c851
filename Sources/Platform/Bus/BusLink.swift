// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Orientation

/// A connection to a message bus that reconnects after each loss, until it is closed or released.
public final class BusLink {
  /// The time between a loss, or a failed attempt, and the next attempt to connect.
  private static let retryAfter = Duration.seconds(5)

  private let address: BusAddress
  private let loop: EventLoop
  private let onJoin: (BusConnection) throws(BusError) -> Void
  private let onLoss: () -> Void
  /// The current connection; `nil` while there is none.
  public private(set) var connection: BusConnection?
  private var isWanted = false
  private var retry: Registration?

  /// Creates a link without connecting; `onJoin` sets up each new connection, and `onLoss` is
  /// called after each loss, but not after `close()`.
  ///
  /// If `onJoin` throws, the attempt to connect has failed.
  public init(
    _ address: BusAddress, on loop: EventLoop,
    onJoin: @escaping (BusConnection) throws(BusError) -> Void, onLoss: @escaping () -> Void
  ) {
    (self.address, self.loop) = (address, loop)
    (self.onJoin, self.onLoss) = (onJoin, onLoss)
  }

  deinit { close() }

  /// Closes the current connection, if any, and begins another; makes no further attempts if it
  /// throws.
  ///
  /// - Throws: the error if no server listens on the bus, or the error of `onJoin`.
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

  /// Connects after five seconds, and retries after the same delay until an attempt succeeds or the
  /// link is closed.
  public func openLater() {
    isWanted = true
    guard retry == nil else { return }
    retry = loop.timer(after: Self.retryAfter) { [weak self] in
      guard let self else { return }
      retry = nil
      do throws(BusError) { try open() } catch { openLater() }
    }
  }

  /// Closes the connection without reconnecting.
  public func close() {
    isWanted = false
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
