// SPDX-License-Identifier: Apache-2.0
import Orientation
import Pixels
import WaylandServer

/// The server of wlr-screencopy: captures of outputs into shared memory.
final class Screencopy {
  unowned let compositor: CompositorCore
  private var waiting: [CaptureFrame] = []

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(ZwlrScreencopyManagerV1Resource.self, version: 3) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .captureOutput(let frame, _, let output): capture(frame, of: output, region: nil)
        case .captureOutputRegion(let frame, _, let output, let x, let y, let width, let height):
          capture(
            frame, of: output,
            region: Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height)))
        case .destroy: break
        }
      }
    }
  }

  /// Called after a frame was shown; copies the waiting captures whose output has changed.
  func frameShown() {
    let due = waiting
    waiting = []
    for frame in due { frame.copyIfChanged() }
  }

  func wait(_ frame: CaptureFrame) {
    waiting.append(frame)
    compositor.frames.schedule()
  }

  /// Returns the revision of the output that a client captured last; -1 if none.
  func lastSeen(by client: Client, of output: CompositorOutput?) -> Int {
    output.flatMap { $0.seen[ObjectIdentifier(client)] } ?? -1
  }

  func note(_ state: Int, seenBy client: Client, of output: CompositorOutput) {
    let key = ObjectIdentifier(client)
    if output.seen[key] == nil {
      client.whenGone { [weak output] in output?.seen[key] = nil }
    }
    output.seen[key] = state
  }

  func forget(_ frame: CaptureFrame) { waiting.removeAll { $0 === frame } }

  private func capture(
    _ resource: ZwlrScreencopyFrameV1Resource, of output: WlOutputResource, region: Rectangle?
  ) {
    guard let output = compositor.outputs.output(of: output), output.isEnabled else {
      resource.makeInert()
      return resource.failed()
    }
    CaptureFrame(resource, output: output, region: region, capture: self).start()
  }
}

/// A capture of an output that a client requested (`zwlr_screencopy_frame_v1`).
final class CaptureFrame {
  private let resource: ZwlrScreencopyFrameV1Resource
  private weak var output: CompositorOutput?
  private unowned let capture: Screencopy
  /// The captured part of the panel, in physical pixels.
  private let part: Rectangle
  private var isUsed = false
  private var buffer: WlBufferResource?
  /// The revision of the output that the client captured last; nil if the client accepts any
  /// revision.
  private var seen: Int?

  init(
    _ resource: ZwlrScreencopyFrameV1Resource, output: CompositorOutput, region: Rectangle?,
    capture: Screencopy
  ) {
    self.resource = resource
    self.output = output
    self.capture = capture
    let whole = Rectangle(origin: Point(x: 0, y: 0), size: output.size)
    part = region.map { Self.part($0, of: output) } ?? whole
  }

  func start() {
    guard part.size.width > 0, part.size.height > 0 else { return resource.failed() }
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in capture.forget(self) }
    let size = part.size
    resource.buffer(
      format: .xrgb8888, width: UInt32(size.width), height: UInt32(size.height),
      stride: UInt32(size.width) * 4)
    resource.bufferDone()
  }

  /// Copies the output now if it has changed since the client's last capture; otherwise waits for a
  /// frame.
  func copyIfChanged() {
    guard let output else { return fail() }
    if let seen, seen == output.changes { return capture.wait(self) }
    copy()
  }

  private func handle(_ request: ZwlrScreencopyFrameV1Resource.Request) {
    switch request {
    case .copy(let buffer): begin(buffer, afterChange: false)
    case .copyWithDamage(let buffer): begin(buffer, afterChange: true)
    case .destroy: break
    }
  }

  private func begin(_ buffer: WlBufferResource, afterChange: Bool) {
    guard !isUsed else {
      return resource.post(
        ZwlrScreencopyFrameV1.ErrorCode.alreadyUsed, "a frame can be copied once only")
    }
    isUsed = true
    guard let shared = SharedBuffer(buffer), shared.width == part.size.width,
      shared.height == part.size.height, shared.stride >= shared.width * 4,
      shared.format == .xrgb8888 || shared.format == .argb8888
    else {
      return resource.post(
        ZwlrScreencopyFrameV1.ErrorCode.invalidBuffer,
        "the buffer is not \(part.size.width)x\(part.size.height) in shared memory as xrgb8888")
    }
    self.buffer = buffer
    let client = resource.client
    if afterChange { seen = capture.lastSeen(by: client, of: output) }
    // A capture must not show a turn that is not complete.
    capture.compositor.transaction.whenShown { [weak self] in
      guard let self else { return }
      seen == nil ? copy() : copyIfChanged()
    }
  }

  private func copy() {
    guard let output, let buffer, let shared = SharedBuffer(buffer), resource.isAlive,
      let shown = capture.compositor.outputs.output(named: output.name),
      let canvas = capture.compositor.renderer.drawList(of: shown).drawn(),
      canvas.size.width >= part.origin.x + part.size.width,
      canvas.size.height >= part.origin.y + part.size.height
    else { return fail() }
    unsafe shared.withBytes { bytes in
      let width = Int(part.size.width) * 4
      let pixels = canvas.view
      for row in 0..<Int(part.size.height) {
        let first =
          (Int(part.origin.y) + row) * Int(pixels.stride) + Int(part.origin.x) * 4
        let start = row * Int(shared.stride)
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + width])
          .copyMemory(from: UnsafeRawBufferPointer(start: pixels.address + first, count: width))
      }
    }
    withExtendedLifetime(canvas) {}
    capture.note(output.changes, seenBy: resource.client, of: output)
    resource.flags(flags: [])
    if seen != nil {
      resource.damage(x: 0, y: 0, width: UInt32(part.size.width), height: UInt32(part.size.height))
    }
    let time = capture.compositor.now.nanoseconds
    let seconds = UInt64(max(0, time)) / 1_000_000_000
    resource.ready(
      tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32),
      tvSecLo: UInt32(truncatingIfNeeded: seconds),
      tvNsec: UInt32(UInt64(max(0, time)) % 1_000_000_000))
  }

  private func fail() {
    resource.failed()
    resource.makeInert()
  }

  /// Converts a region from logical pixels to panel pixels, clipped to the panel.
  private static func part(_ region: Rectangle, of output: CompositorOutput) -> Rectangle {
    let size = output.logicalSize
    let left = max(0, min(region.origin.x, size.width))
    let top = max(0, min(region.origin.y, size.height))
    let right = max(left, min(region.origin.x &+ max(0, region.size.width), size.width))
    let bottom = max(top, min(region.origin.y &+ max(0, region.size.height), size.height))
    let whole = Size(width: size.width * output.scale, height: size.height * output.scale)
    return output.transform.apply(
      to: Rectangle(
        origin: Point(x: left * output.scale, y: top * output.scale),
        size: Size(width: (right - left) * output.scale, height: (bottom - top) * output.scale)),
      in: whole)
  }
}
