// SPDX-License-Identifier: Apache-2.0
public import WaylandClient

/// An output's name, scale and logical width, as a client needs them to draw.
public final class OutputScale {
  /// The number of the output's global in the registry.
  public let global: UInt32
  /// The protocol object of the output.
  public let proxy: WlOutputProxy
  /// The connector's name; nil until the compositor has sent it, which it does from version 4 of
  /// wl_output on.
  public private(set) var name: String?
  /// The integer scale: buffer pixels per logical pixel.
  public private(set) var scale = 1
  /// The width in logical pixels; nil before the compositor has sent the output's size.
  public private(set) var width: Int?

  private let onChange: () -> Void
  private var layout: ZxdgOutputV1Proxy?
  private var mode = (width: 0, height: 0)
  private var isUpright = true

  /// Creates an output; `onChange` is called at each wl_output.done.
  public init(global: UInt32, proxy: WlOutputProxy, onChange: @escaping () -> Void) {
    self.global = global
    self.proxy = proxy
    self.onChange = onChange
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Begins to receive the logical size from xdg-output, which is exact at fractional scales too.
  public func follow(_ manager: ZxdgOutputManagerV1Proxy) {
    layout = try? manager.getXdgOutput(output: proxy)
    layout?.onEvent = { [weak self] event in
      if case .logicalSize(let width, _) = event { self?.width = Int(width) }
    }
  }

  /// Destroys the protocol objects; called when the output is removed.
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
