// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The state of a scenario after a step, and changes of a scenario, which return a copy.

const UPRIGHT = ["portrait", "landscape-left", "portrait-upside-down", "landscape-right"];
const MASK_ORDER = ["portrait", "portrait-upside-down", "landscape-right", "landscape-left"];
/** @type {{[orientation: string]: string}} */
const LETTERS = { portrait: "P", "portrait-upside-down": "U", "landscape-right": "R", "landscape-left": "L" };
const REQUESTS = [
  "unset", "unspecified", "portrait", "landscape", "reverse-portrait", "reverse-landscape", "sensor", "full-sensor",
  "sensor-portrait", "sensor-landscape", "user", "full-user", "user-portrait", "user-landscape", "nosensor", "behind",
  "locked",
];
const LOCKS = [
  "any", "natural", "current", "portrait", "landscape", "portrait-primary", "portrait-secondary", "landscape-primary",
  "landscape-secondary",
];

/**
 * Returns the platform of a rule set.
 * @param {string} rules
 * @returns {Family}
 */
function familyOf(rules) {
  const name = String(rules).split(/[-+]/)[0];
  return name === "android" || name === "chromeos" || name === "desktop" ? name : "uikit";
}

/**
 * Returns the version of a UIKit rule set.
 * @param {string} rules
 */
function versionOf(rules) {
  return Number((/^uikit-(\d+)/.exec(rules) || [])[1] || 0);
}

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function copy(value) {
  return JSON.parse(JSON.stringify(value));
}

/**
 * Returns the name of an event: its key beside `at`.
 * @param {EventData} event
 */
function eventName(event) {
  return Object.keys(event).find((key) => key !== "at") || "";
}

/**
 * Returns an event in one line, such as `device: landscape-left`.
 * @param {EventData} event
 */
function eventText(event) {
  const name = eventName(event);
  const value = event[name];
  if (value === true && !/lock|tablet|split/.test(name)) return name;
  if (value === null || typeof value !== "object") return `${name}: ${shown(value)}`;
  if (Array.isArray(value)) return `${name}: ${shown(value.join(", "))}`;
  const first = value.id || value.window || value.in || value.controller || value.output;
  const rest = Object.entries(value)
    .filter(([key, part]) => !["id", "window", "in", "controller", "output", "root"].includes(key) && typeof part !== "object")
    .map(([, part]) => shown(part));
  return shown(`${name}: ${[typeof first === "string" ? first : "", ...rest].filter(Boolean).join(" ")}`, 70);
}

/**
 * Returns the orientation in which the user holds the device after a step, whatever apps read.
 * @param {Scenario} scenario
 * @param {number} step
 * @returns {{held: string, upright: string}}
 */
function heldAt(scenario, step) {
  const device = scenario.device || {};
  let held = String(device.orientation || "portrait");
  let upright = UPRIGHT.includes(held) ? held : String(device.felt || "portrait");
  for (const event of (scenario.events || []).slice(0, step)) {
    if (typeof event.device === "string") held = event.device;
    if (Array.isArray(event.accelerometer)) held = heldBy(event.accelerometer) || held;
    if (UPRIGHT.includes(held)) upright = held;
  }
  return { held, upright: UPRIGHT.includes(upright) ? upright : "portrait" };
}

/**
 * Returns the device orientation of a reading in g, by its largest component; nothing if none is clear.
 * @param {number[]} reading
 */
function heldBy([x, y, z]) {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (c > 0.85 && c > a && c > b) return z > 0 ? "face-up" : "face-down";
  if (Math.max(a, b) < 0.5 || Math.abs(a - b) < 0.25) return null;
  if (b > a) return y > 0 ? "portrait" : "portrait-upside-down";
  return x > 0 ? "landscape-left" : "landscape-right";
}

/** The windows of a scenario after a step, in the order of creation. */
class WindowsAt {
  /**
   * @param {Scenario} scenario
   * @param {number} step
   */
  constructor(scenario, step) {
    /** @type {{id: string, data: WindowData, event: number | null, hidden: boolean}[]} */
    this.list = (scenario.windows || []).map((window) => ({
      id: String(window.id), data: copy(window), event: null, hidden: window.hidden === true,
    }));
    (scenario.events || []).slice(0, step).forEach((event, index) => this.apply(event, index));
  }

  /** @param {string} id */
  find(id) {
    return this.list.find((window) => window.id === id);
  }

  /**
   * @param {EventData} event
   * @param {number} index
   */
  apply(event, index) {
    const name = eventName(event);
    const value = event[name];
    if (name === "add" && value && typeof value === "object") {
      this.list.push({ id: String(value.id), data: copy(value), event: index, hidden: value.hidden === true });
    } else if (name === "remove") {
      this.list = this.list.filter((window) => window.id !== value);
    } else if (name === "show" || name === "hide") {
      const window = this.find(value);
      if (window) window.hidden = name === "hide";
    } else if (value && typeof value === "object") {
      this.set(name, value);
    }
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    const window = this.find(value.window);
    if (name === "set-request" && window) window.data.request = value.request;
    if (name === "set-lock" && window) window.data.lock = value.lock;
    if (name === "set-floated" && window) window.data.floated = value.floated;
    if (name === "set-root" && window) window.data.root = copy(value.controller || null);
    if (name === "present" || name === "push") {
      const owner = this.list.find(({ id, data }) => id === value.in || findController(data, value.in));
      if (owner && value.controller) {
        const kind = name === "present" ? "presented" : "pushed";
        const controller = { id: `${owner.id}.${kind}`, ...copy(value.controller) };
        const root = owner.data.root || (owner.data.root = {});
        let top = root;
        while (name === "present" && top.presented && top.presented.controller) top = top.presented.controller;
        if (name === "present") top.presented = { style: value.style, controller };
        else root.children = [...(root.children || []), controller];
      }
    }
    if (name !== "set-policy") return;
    const { controller, ...answers } = value;
    for (const candidate of this.list) {
      if (candidate.id === controller && !candidate.data.root) {
        candidate.data.policy = { ...(candidate.data.policy || {}), ...answers };
      }
      const found = findController(candidate.data, controller);
      if (found) Object.assign(found, answers);
    }
  }
}

/**
 * Returns the controllers of a window with their identifiers, explicit or by default.
 * @param {WindowData} window
 * @returns {{id: string, data: ControllerData}[]}
 */
function controllersOf(window) {
  /** @type {{id: string, data: ControllerData}[]} */
  const found = [];
  const walk = (/** @type {any} */ data, /** @type {string} */ standard, /** @type {number} */ depth) => {
    if (!data || typeof data !== "object" || depth > 40) return;
    const id = String(data.id || standard);
    found.push({ id, data });
    if (Array.isArray(data.children)) {
      data.children.forEach((/** @type {any} */ child, /** @type {number} */ index) => walk(child, `${id}.${index + 1}`, depth + 1));
    }
    if (data.presented) walk(data.presented.controller, `${id}.presented`, depth + 1);
  };
  walk(window.root, `${window.id}.root`, 0);
  return found;
}

/**
 * @param {WindowData} window
 * @param {string | null} id
 */
function findController(window, id) {
  const found = controllersOf(window).find((controller) => controller.id === id);
  return found && found.data;
}

/**
 * Returns the list of orientations of a mask as scenario files write it.
 * @param {Mask | undefined} mask
 * @returns {string[] | null}
 */
function maskList(mask) {
  if (Array.isArray(mask)) return mask.map(String);
  if (mask === "all") return [...MASK_ORDER];
  if (mask === "all-but-upside-down") return MASK_ORDER.filter((name) => name !== "portrait-upside-down");
  if (mask === "landscape") return ["landscape-right", "landscape-left"];
  if (mask === "none") return [];
  if (typeof mask === "number") {
    // The bits of UIInterfaceOrientationMask.
    return MASK_ORDER.filter((_, index) => (mask & [2, 4, 8, 16][index]) !== 0);
  }
  return typeof mask === "string" ? [mask] : null;
}

/**
 * Returns a copy of a scenario without its expectations, which a change makes wrong.
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
function freeCopy(scenario) {
  const { expect, ...rest } = copy(scenario);
  return /** @type {Scenario} */ (rest);
}

/**
 * Returns a copy in which an event follows a step; the events after the step are dropped.
 * @param {Scenario} scenario
 * @param {number} step
 * @param {EventData} event
 */
function withEvent(scenario, step, event) {
  const next = freeCopy(scenario);
  next.events = [...(next.events || []).slice(0, step), event];
  return next;
}

/**
 * Returns a copy in which the data of a window is changed where the scenario creates it.
 * @param {Scenario} scenario
 * @param {number} step
 * @param {string} id
 * @param {(window: WindowData, next: Scenario) => void} change
 */
function withWindow(scenario, step, id, change) {
  const next = freeCopy(scenario);
  const place = new WindowsAt(scenario, step).find(id);
  const data =
    place && place.event !== null
      ? (next.events || [])[place.event].add
      : (next.windows || []).find((window) => String(window.id) === id);
  if (data) change(data, next);
  return next;
}

/**
 * Returns a copy without a window and the events that name it.
 * @param {Scenario} scenario
 * @param {string} id
 */
function withoutWindow(scenario, id) {
  const next = freeCopy(scenario);
  const gone = (next.windows || []).find((window) => String(window.id) === id);
  const names = new Set([id, ...(gone ? controllersOf(gone).map((controller) => controller.id) : [])]);
  next.windows = (next.windows || []).filter((window) => String(window.id) !== id);
  const isFree = (/** @type {any} */ value) =>
    typeof value === "string"
      ? !names.has(value)
      : !value || typeof value !== "object" || Array.isArray(value) ||
        !["id", "in", "window", "controller"].some((key) => typeof value[key] === "string" && names.has(value[key]));
  next.events = (next.events || []).filter((event) => isFree(event[eventName(event)]));
  return next;
}
