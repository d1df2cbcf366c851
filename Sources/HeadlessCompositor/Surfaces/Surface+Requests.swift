// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

extension Surface {
  /// The largest buffer side and the largest buffer that is copied, in pixels.
  static let longestSide: Int32 = 16384
  static let mostPixels = 1 << 26

  func start() {
    resource.owner = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in ended() }
  }

  private func handle(_ request: WlSurfaceResource.Request) {
    switch request {
    case .destroy: break
    case .attach(let buffer, let x, let y):
      guard resource.version < 5 || (x == 0 && y == 0) else {
        return post(.invalidOffset, "attach with the offset \(x),\(y): use the request offset")
      }
      attached = buffer
      pending.attachment = buffer == nil ? .nothing : .unchanged
      if resource.version < 5 { pending.offset = Point(x: x, y: y) }
    case .damage, .damageBuffer: break
    case .frame(let callback): pending.callbacks.append(callback)
    case .setOpaqueRegion: break
    case .setInputRegion(let region):
      pending.inputRegion = .some(region.flatMap { compositor.regions.value(of: $0) })
    case .commit: commit()
    case .setBufferTransform(let value):
      guard let transform = Transform(wire: value) else {
        return post(.invalidTransform, "\(value.rawValue) is no transform: 0 to 7 are")
      }
      pending.transform = transform
    case .setBufferScale(let value):
      guard value >= 1, value <= 64 else {
        return post(.invalidScale, "\(value) is no scale: 1 to 64 are")
      }
      pending.scale = value
    case .offset(let x, let y): pending.offset = Point(x: x, y: y)
    }
  }

  private func post(_ error: WlSurface.ErrorCode, _ message: String) {
    resource.post(error: error.rawValue, message)
  }

  private func commit() {
    let judge = role ?? shellSurface
    if let judge, !judge.mayCommit(self, bringsContent: bringsContent) { return }
    guard copyAttached() else { return }
    hasCommitted = true
    let state = pending
    pending = SurfaceState()
    if let subsurface = role as? Subsurface, subsurface.isSynchronised {
      cached.merge(state)
      hasCached = true
    } else {
      cached.merge(state)
      applyCached()
    }
  }

  func applyCached() {
    let state = cached
    cached = SurfaceState()
    hasCached = false
    apply(state)
    role?.committed(self)
    compositor.surfaceChanged(self)
  }

  /// Whether the commit to come attaches a buffer or removes it; nil if it leaves it.
  private var bringsContent: Bool? {
    if attached != nil { return true }
    if case .nothing = pending.attachment { return false }
    return nil
  }

  /// Takes what the attached buffer holds and gives it back to the client at once.
  private func copyAttached() -> Bool {
    guard let buffer = attached else { return true }
    attached = nil
    guard buffer.isAlive else {
      // A destroyed buffer has no content; the protocol leaves open what is shown then.
      pending.attachment = .nothing
      return true
    }
    guard let shared = SharedBuffer(buffer) else {
      resource.client.disconnect(because: "a buffer that is no shared memory")
      return false
    }
    // libwayland knows no formats: it lets rows pass that are too short for their pixels.
    guard Int(shared.stride) >= Int(shared.width) * 4 else {
      buffer.post(
        error: WlShm.ErrorCode.invalidStride.rawValue,
        "\(shared.stride) bytes are too few for a row of \(shared.width) pixels")
      return false
    }
    let ledger = ByteLedger.of(resource.client)
    let scale = pending.scale ?? cached.scale ?? self.scale
    guard shared.width % scale == 0, shared.height % scale == 0 || kind == .cursor else {
      post(.invalidSize, "a buffer of \(shared.width)x\(shared.height) with the scale \(scale)")
      return false
    }
    guard shared.width <= Self.longestSide, shared.height <= Self.longestSide,
      Int(shared.width) * Int(shared.height) <= Self.mostPixels,
      ledger.bytes + Int(shared.width) * Int(shared.height) * 4 <= compositor.options.bytesPerClient
    else {
      resource.client.refuseMemory()
      return false
    }
    pending.attachment = .content(PixelStore(copying: shared, ledger: ledger))
    buffer.release()
    return !resource.client.hasFailed
  }

  private func ended() {
    for callback in callbacks + pending.callbacks + cached.callbacks { callback.destroy() }
    rotation.policy?.surfaceGone()
    rotation.window?.surfaceGone()
    role?.surfaceGone()
    role = nil
    for child in subsurfaces { child.parentGone() }
    stack = [nil]
    compositor.surfaceGone(self)
  }
}
