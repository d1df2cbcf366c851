// SPDX-License-Identifier: Apache-2.0
public import WaylandClient

/// An output, as far as a client that draws cares: its name, its scale and how wide it is as it is turned.
public final class OutputScale {
  /// The number of its global.
  public let global: UInt32
  /// The object that stands for it.
  public let proxy: WlOutputProxy
  /// The connector's name; nil where the compositor is too old to tell.
  public private(set) var name: String?
  /// Whole pixels per logical pixel.
  public private(set) var scale = 1
  /// Logical pixels across; nil until they are told.
  public private(set) var width: Int?

  private let onChange: () -> Void
  private var layout: ZxdgOutputV1Proxy?
  private var mode = (width: 0, height: 0)
  private var isUpright = true

  /// Listens to an output; `onChange` is called whenever it has said all of a change.
  public init(global: UInt32, proxy: WlOutputProxy, onChange: @escaping () -> Void) {
    self.global = global
    self.proxy = proxy
    self.onChange = onChange
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Learns the logical size from who knows it exactly, also at fractional scales.
  public func follow(_ manager: ZxdgOutputManagerV1Proxy) {
    layout = try? manager.getXdgOutput(output: proxy)
    layout?.onEvent = { [weak self] event in
      if case .logicalSize(let width, _) = event { self?.width = Int(width) }
    }
  }

  /// Lets go of everything; the output is gone.
  public func end() {
    layout?.destroy()
    proxy.release()
  }

  private func handle(_ event: WlOutputProxy.Event) {
    switch event {
    case .geometry(_, _, _, _, _, _, _, let transform):
      isUpright = transform.rawValue & 1 == 0
    case .mode(let flags, let width, let height, _) where flags.contains(.current):
      mode = (Int(width), Int(height))
    case .scale(let factor): scale = max(1, min(16, Int(factor)))
    case .name(let name): self.name = name.string
    case .done:
      if layout == nil { width = (isUpright ? mode.width : mode.height) / scale }
      onChange()
    default: break
    }
  }
}
