// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Scenario files: read by Debian's YAML reader, whose nodes keep their places, and written by it.

/** The deepest nesting that the core reads. */
const DEEPEST = 40;
/** The most nodes of a document, with its aliases written out. */
const MOST_NODES = 100000;

/** A mistake in a text, with line and column from 1; 0 if the mistake has no place. */
class TextError extends Error {
  /**
   * @param {string} message
   * @param {number} line
   * @param {number} column
   */
  constructor(message, line = 0, column = 0) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * Reads one YAML document; throws a `TextError` for a text that is none, is too large or has NUL.
 * @param {string} text
 * @returns {{tree: YamlTree, value: any}}
 */
function readYaml(text) {
  if (text.length > LARGEST_SCENARIO) throw new TextError(say("tooLarge", "1 MiB"));
  const lines = new YAML.LineCounter();
  /** @type {Place} */
  const place = (offset) => {
    const { line, col } = lines.linePos(offset || 0);
    // Columns count characters, not the units of UTF-16.
    return [line, Array.from(text.slice((offset || 0) - col + 1, offset || 0)).length + 1];
  };
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    const before = text.slice(0, nul).split("\n");
    throw new TextError(say("hasNul"), before.length, before[before.length - 1].length + 1);
  }
  const document = parsed(text, lines);
  const problem = document.errors[0];
  if (problem) throw new TextError(problem.message, ...place(problem.pos[0]));
  return { tree: new TreeWriter(document, place).node(document.contents, 0), value: document.toJS() };
}

/**
 * Returns the parser's document; a text that nests too deeply for the parser's recursion is a `TextError`.
 * @param {string} text
 * @param {any} lineCounter
 */
function parsed(text, lineCounter) {
  try {
    // The core reports repeated keys itself.
    return YAML.parseDocument(text, {
      version: "1.2", schema: "core", lineCounter, prettyErrors: false, uniqueKeys: false, strict: true,
    });
  } catch (error) {
    throw error instanceof RangeError ? new TextError(say("tooDeep")) : error;
  }
}

/** @typedef {(offset: number) => [line: number, column: number]} Place */

/** The nodes of a document with their places, as the core reads them; aliases are written out. */
class TreeWriter {
  /**
   * @param {any} document
   * @param {Place} place
   */
  constructor(document, place) {
    this.document = document;
    this.place = place;
    this.count = 0;
  }

  /**
   * @param {any} node
   * @param {number} depth
   * @returns {YamlTree}
   */
  node(node, depth) {
    const [line, column] = this.place(node && node.range ? node.range[0] : 0);
    this.count += 1;
    if (depth > DEEPEST) throw new TextError(say("tooDeep"), line, column);
    if (this.count > MOST_NODES) throw new TextError(say("tooMany"), line, column);
    if (YAML.isAlias(node)) return this.node(node.resolve(this.document), depth + 1);
    if (node && node.tag !== undefined) throw new TextError(say("noTags"), line, column);
    if (YAML.isMap(node)) {
      return [line, column, "map", node.items.map((/** @type {any} */ pair) => [
        this.node(pair.key, depth + 1),
        pair.value ? this.node(pair.value, depth + 1) : [...this.place(pair.key.range[1]), "scalar", "", false],
      ])];
    }
    if (YAML.isSeq(node)) {
      return [line, column, "list", node.items.map((/** @type {any} */ item) => this.node(item, depth + 1))];
    }
    const isPlain = !node || node.type === "PLAIN" || node.type === undefined;
    const text = !node ? "" : isPlain ? String(node.source === undefined ? node.value : node.source) : String(node.value);
    return [line, column, "scalar", text, !isPlain];
  }
}

/**
 * Returns data of the page as the core reads it; it has no places.
 * @param {any} data
 * @returns {YamlTree}
 */
function treeOfData(data) {
  if (Array.isArray(data)) return [0, 0, "list", data.map(treeOfData)];
  if (data !== null && typeof data === "object") {
    /** @type {[YamlTree, YamlTree][]} */
    const pairs = Object.keys(data).map((key) => [[0, 0, "scalar", key, true], treeOfData(data[key])]);
    return [0, 0, "map", pairs];
  }
  return [0, 0, "scalar", String(data), typeof data === "string"];
}

/**
 * Returns a scenario as the text of a file: short maps on one line, as in the examples.
 * @param {Scenario} scenario
 * @returns {string}
 */
function writeYaml(scenario) {
  const document = new YAML.Document(scenario, { version: "1.2", schema: "core" });
  const flow = (/** @type {any} */ node) => {
    if (YAML.isMap(node) || YAML.isSeq(node)) {
      if (JSON.stringify(node.toJSON()).length <= 90) node.flow = true;
      else for (const item of node.items) flow(YAML.isPair(item) ? item.value : item);
    }
  };
  for (const pair of document.contents.items) {
    const value = pair.value;
    if (YAML.isSeq(value) && value.items.length > 0 && YAML.isMap(value.items[0])) value.items.forEach(flow);
    else flow(value);
  }
  return document.toString({ lineWidth: 110, flowCollectionPadding: false });
}
