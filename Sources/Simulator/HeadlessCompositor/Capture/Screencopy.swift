// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// Serves wlr-screencopy: captures of outputs in shared memory.
final class Screencopy {
  unowned(unsafe) let compositor: HeadlessCompositor
  private var waiting: [CaptureFrame] = []

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(ZwlrScreencopyManagerV1Resource.self, version: 3) {
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

  /// Called after a frame was shown: waiting captures are copied if their output has changed.
  func frameShown() {
    let due = waiting
    waiting = []
    for frame in due { frame.copyIfChanged() }
  }

  func wait(_ frame: CaptureFrame) {
    waiting.append(frame)
    unsafe compositor.frames.schedule()
  }

  /// Returns the revision of the output that a client captured last, or -1 if none.
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
    guard let output = unsafe compositor.outputs.output(of: output), output.isEnabled else {
      resource.makeInert()
      return resource.failed()
    }
    CaptureFrame(resource, output: output, region: region, capture: self).start()
  }
}
