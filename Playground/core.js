// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The connection to the core: a WebAssembly module, in the page and in a worker.

/** The size limits of scenarios and dumps, in characters. */
const LARGEST_SCENARIO = 1 << 20;
const LARGEST_DUMP = 8 << 20;

/** An instance of the module. The class uses nothing outside of itself, because a worker receives its source. */
class CoreInstance {
  /**
   * @param {WebAssembly.Module} module
   * @param {(states: number) => void} [progress] called during a check with the number of states found so far
   */
  constructor(module, progress = () => {}) {
    /** @type {any} */
    this.exports = new WebAssembly.Instance(module, { swivel: { progress } }).exports;
  }

  /**
   * Returns the core's response to a request.
   * @param {CoreRequest} request
   * @returns {CoreResponse}
   */
  answer(request) {
    const { memory, swivel_alloc, swivel_answer, swivel_free } = this.exports;
    const input = new TextEncoder().encode(JSON.stringify(request));
    const at = swivel_alloc(input.length);
    new Uint8Array(memory.buffer).set(input, at);
    const reply = swivel_answer(at, input.length);
    const length = new DataView(memory.buffer).getUint32(reply, true);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, reply + 4, length));
    swivel_free(reply);
    swivel_free(at);
    return JSON.parse(text);
  }
}

/** Answers one request, with the number of states of a check every 100 ms; the function runs in a worker. */
function workWithCore() {
  onmessage = (event) => {
    const { module, request } = event.data;
    let last = performance.now();
    const progress = (/** @type {number} */ states) => {
      if (performance.now() - last < 100) return;
      last = performance.now();
      postMessage({ states });
    };
    try {
      postMessage({ response: new CoreInstance(module, progress).answer(request) });
    } catch (error) {
      postMessage({ response: { ok: false, error: { message: String(error) } } });
    }
  };
}

/** The core of the page. */
const Core = {
  /** @type {WebAssembly.Module | null} */
  module: null,
  /** @type {CoreInstance | null} */
  instance: null,
  /** @type {Map<number, (response: CoreResponse) => void>} */
  waiting: new Map(),
  next: 1,

  /**
   * Compiles the module of the page.
   * @param {string} base64 the compressed module
   */
  async start(base64) {
    if (base64.length > 0) {
      const Stream = /** @type {any} */ (globalThis).DecompressionStream;
      const packed = new Blob([fromBase64(base64)]).stream().pipeThrough(new Stream("deflate-raw"));
      this.module = await WebAssembly.compileStreaming(
        new Response(packed, { headers: { "Content-Type": "application/wasm" } }));
    } else {
      window.swivelReply = (id, response) => {
        const resolve = this.waiting.get(id);
        this.waiting.delete(id);
        if (resolve) resolve(response);
      };
    }
  },

  /**
   * Returns the core's response; a trap of the module is a response as well.
   * @param {CoreRequest} request
   * @returns {Promise<CoreResponse>}
   */
  async ask(request) {
    if (!this.module) return this.askBridge(request);
    try {
      this.instance = this.instance || new CoreInstance(this.module);
      return this.instance.answer(request);
    } catch (error) {
      // A trapped instance is not used again: its memory may be inconsistent.
      this.instance = null;
      return Core.failure(`${say("coreFailed")} (${error instanceof Error ? error.message : error})`);
    }
  },

  /**
   * Asks the program that a test injected in place of the core.
   * @param {CoreRequest} request
   * @returns {Promise<CoreResponse>}
   */
  askBridge(request) {
    const bridge = window.swivelBridge;
    if (!bridge) return Promise.resolve(Core.failure(say("coreMissing")));
    return new Promise((resolve) => {
      const id = this.next;
      this.next += 1;
      this.waiting.set(id, resolve);
      bridge(JSON.stringify({ id, request }));
    });
  },

  /**
   * Asks in a worker; the returned function terminates the worker.
   * @param {CoreRequest} request
   * @param {(response: CoreResponse) => void} done
   * @param {(states: number) => void} [progress] called during a check with the number of states found so far
   * @returns {() => void}
   */
  askAside(request, done, progress = () => {}) {
    let isOver = false;
    if (!this.module) {
      this.ask(request).then((response) => { if (!isOver) done(response); });
      return () => { isOver = true; };
    }
    const source = `"use strict";${CoreInstance};(${workWithCore})();`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = (event) => {
      const { states, response } = event.data;
      if (!response) return progress(states);
      worker.terminate();
      return done(response);
    };
    worker.onerror = (event) => done(Core.failure(event.message || say("coreFailed")));
    worker.postMessage({ module: this.module, request });
    return () => worker.terminate();
  },

  /**
   * Returns a response that only carries a message.
   * @param {string} message
   * @returns {CoreResponse}
   */
  failure(message) {
    return { ok: false, error: { message } };
  },
};
