// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The state of the page as the fragment of its address: `z` and compressed, or `j` and plain, in base64url.

/** The largest state that a fragment may unpack to, in bytes. */
const LARGEST_STATE = 2 << 20;

/**
 * @param {Uint8Array} bytes
 */
function toBase64(bytes) {
  let text = "";
  for (let index = 0; index < bytes.length; index += 8192) {
    text += String.fromCharCode(...bytes.subarray(index, index + 8192));
  }
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * @param {string} text
 */
function fromBase64(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/**
 * Passes bytes through a stream that compresses or decompresses; throws if the result is too large.
 * @param {Uint8Array} bytes
 * @param {any} stream
 */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST_STATE) {
      reader.cancel();
      throw new TextError(say("tooLarge", "2 MiB"));
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Returns a state as a fragment, without its `#`.
 * @param {object} state
 * @returns {Promise<string>}
 */
async function packState(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const Stream = /** @type {any} */ (globalThis).CompressionStream;
  if (!Stream) return `j${toBase64(bytes)}`;
  return `z${toBase64(await through(bytes, new Stream("deflate-raw")))}`;
}

/**
 * Returns the state of a fragment; throws a `TextError` if it has none.
 * @param {string} fragment
 * @returns {Promise<{scenario: Scenario, step: number, language?: string}>}
 */
async function unpackState(fragment) {
  /** @type {any} */
  let state;
  if (fragment.length > LARGEST_STATE) throw new TextError(say("tooLarge", "2 MiB"));
  try {
    const packed = fromBase64(fragment.slice(1));
    const Stream = /** @type {any} */ (globalThis).DecompressionStream;
    const bytes = fragment[0] === "z" ? await through(packed, new Stream("deflate-raw")) : packed;
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof TextError ? error : new TextError(say("badLink"));
  }
  if (!isScenario(state && state.scenario)) throw new TextError(say("badLink"));
  return { scenario: state.scenario, step: Number.isInteger(state.step) ? state.step : 0, language: state.language };
}

/**
 * Returns whether a value nests at most `depth` levels deep.
 * @param {any} value
 * @param {number} depth
 * @returns {boolean}
 */
function isShallow(value, depth) {
  if (value === null || typeof value !== "object") return true;
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1));
}

/**
 * Returns whether a value has the shape that the page relies on; the core checks the rest.
 * @param {any} value
 * @returns {value is Scenario}
 */
function isScenario(value) {
  const isMap = (/** @type {any} */ part) => part !== null && typeof part === "object" && !Array.isArray(part);
  return isMap(value) && typeof value.rules === "string" && isShallow(value, DEEPEST) &&
    (value.device === undefined || isMap(value.device)) && (value.app === undefined || isMap(value.app)) &&
    (value.windows === undefined ||
      (Array.isArray(value.windows) && value.windows.length <= 200 && value.windows.every(isMap))) &&
    (value.events === undefined ||
      (Array.isArray(value.events) && value.events.length <= 2000 && value.events.every(isMap)));
}
