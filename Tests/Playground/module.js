// SPDX-License-Identifier: Apache-2.0
// The playground's module in node, and the tree of a YAML file for it.
"use strict";

const fs = require("fs");
const YAML = require("yaml");

/**
 * Returns a function that answers requests, as docs/design/playground-module.md describes; `progress` is called during
 * a check with the number of states.
 */
async function load(path, progress = () => {}) {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(path), { swivel: { progress } });
  const { memory, swivel_alloc, swivel_answer, swivel_free } = instance.exports;
  return (request) => {
    const bytes = Buffer.from(typeof request === "string" ? request : JSON.stringify(request));
    const address = swivel_alloc(bytes.length);
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    const answer = swivel_answer(address, bytes.length);
    const length = new DataView(memory.buffer).getUint32(answer, true);
    const text = Buffer.from(memory.buffer, answer + 4, length).toString();
    swivel_free(address);
    swivel_free(answer);
    return text;
  };
}

/** Returns the tree of a YAML text; throws the reader's first error. */
function tree(text) {
  const lines = new YAML.LineCounter();
  const document = YAML.parseDocument(text, {
    lineCounter: lines, schema: "failsafe", uniqueKeys: false, version: "1.2",
  });
  if (document.errors.length) throw document.errors[0];
  const place = (offset) => {
    const { line, col } = lines.linePos(offset);
    return [line, [...text.slice(offset - col + 1, offset)].length + 1];
  };
  const node = (value, outer) => {
    if (YAML.isAlias(value)) return node(value.resolve(document), outer);
    const at = value && value.range ? place(value.range[0]) : outer;
    if (YAML.isMap(value)) {
      return [...at, "map", value.items.map((pair) => {
        const key = node(pair.key, at);
        return [key, node(pair.value, key.slice(0, 2))];
      })];
    }
    if (YAML.isSeq(value)) return [...at, "list", value.items.map((item) => node(item, at))];
    if (!value) return [...at, "scalar", "", false];
    const isPlain = value.type === "PLAIN";
    return [...at, "scalar", isPlain ? value.source : value.value, !isPlain];
  };
  return node(document.contents, [1, 1]);
}

module.exports = { load, tree };
