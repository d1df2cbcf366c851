// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A device with its windows, which turn one by one; each window has the transform that its step records.

/**
 * The clockwise angle of the device, in degrees, as the user sees it.
 * @type {{[held: string]: number}}
 */
const HELD_ANGLES = { portrait: 0, "landscape-left": -90, "portrait-upside-down": 180, "landscape-right": 90 };
/**
 * The clockwise angle of content on a portrait panel, in degrees.
 * @type {{[orientation: string]: number}}
 */
const CONTENT_ANGLES = { portrait: 0, "landscape-right": 90, "portrait-upside-down": 180, "landscape-left": -90 };
/**
 * The clockwise angle of content on a landscape panel, in degrees: its natural orientation is landscape-right.
 * @type {{[orientation: string]: number}}
 */
const LANDSCAPE_PANEL_ANGLES = { "landscape-right": 0, portrait: 90, "landscape-left": 180, "portrait-upside-down": -90 };

/**
 * Returns the angle nearest to an old one that shows the same orientation.
 * @param {number} old
 * @param {number} angle
 */
function nearestAngle(old, angle) {
  let turn = (((angle - old) % 360) + 360) % 360;
  if (turn > 180) turn -= 360;
  return old + turn;
}

/**
 * Returns the angle of a matrix that only rotates.
 * @param {number[]} matrix
 */
function angleOf([a, b]) {
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

/** A drawn device: its body is turned as the user holds it, its windows as the core decided. */
class DeviceView {
  /** @param {boolean} isSmall */
  constructor(isSmall) {
    this.isSmall = isSmall;
    this.screen = element("div", { class: "screen" });
    this.body = element("div", { class: "body" }, element("span", { class: "camera" }), this.screen);
    this.turntable = element("div", { class: "turntable" }, this.body);
    this.element = element("div", { class: isSmall ? "device small" : "device", "aria-hidden": isSmall || null }, this.turntable);
    /** @type {Map<string, {element: HTMLElement, angle: number}>} */
    this.windows = new Map();
    this.angle = 0;
    this.bar = { element: this.makeBar(), angle: 0 };
    this.screen.append(this.bar.element);
    this.base = 0;
  }

  makeBar() {
    return element(
      "div", { class: "layer bar", "data-bar": "" },
      element("div", { class: "strip" }, element("span", {}, "9:41"), element("span", { class: "battery" })));
  }

  /**
   * Shows a step.
   * @param {Scenario} scenario
   * @param {Step} step
   * @param {{windows: ExplainedWindow[]} | null} explained
   */
  show(scenario, step, explained) {
    const size = deviceSize(scenario);
    const unit = Math.max(...size) / 480;
    this.element.style.setProperty("--unit", String(unit));
    this.screen.style.width = `${size[0]}px`;
    this.screen.style.height = `${size[1]}px`;
    const isResized = !this.size || this.size[0] !== size[0] || this.size[1] !== size[1];
    this.size = size;
    const { held, upright } = heldAt(scenario, step.step);
    this.turn(HELD_ANGLES[upright]);
    this.element.classList.toggle("flat", held === "face-up" || held === "face-down");
    this.element.classList.toggle("unknown", held === "unknown");
    const isLandscapePanel = (scenario.device || {}).panel === "landscape";
    const family = familyOf(scenario.rules);
    const angles = isLandscapePanel && family !== "uikit" ? LANDSCAPE_PANEL_ANGLES : CONTENT_ANGLES;
    this.placeWindows(scenario, step, explained, angles, size);
    const bar = step["status-bar"];
    const angle = nearestAngle(this.bar.angle, angles[bar.orientation] || 0);
    const isTurned = angle !== this.bar.angle;
    this.bar.angle = angle;
    this.place(this.bar.element, angle, size, isTurned ? this.windows.size : -1);
    this.bar.element.dataset.orientation = bar.orientation;
    this.bar.element.classList.toggle("hidden", bar.hidden);
    this.bar.element.classList.toggle("plain", family === "desktop");
    // Reading the room for the device costs a layout.
    if (isResized) this.fit();
  }

  /**
   * @param {Scenario} scenario
   * @param {Step} step
   * @param {{windows: ExplainedWindow[]} | null} explained
   * @param {{[orientation: string]: number}} angles
   * @param {[number, number]} size
   */
  placeWindows(scenario, step, explained, angles, size) {
    const known = new WindowsAt(scenario, step.step);
    const culprits = step.conflicts.flatMap((conflict) => conflict.culprits);
    const order = step.asked.map((question) => question.window);
    const rank = (/** @type {string} */ id) => (order.indexOf(id) < 0 ? 1000 : order.indexOf(id));
    const changed = step.windows
      .filter(({ id, transform, orientation }) => {
        const old = this.windows.get(id);
        const angle = transform ? angleOf(transform) : angles[orientation] || 0;
        return old && nearestAngle(old.angle, angle) !== old.angle;
      })
      .sort((left, right) => rank(left.id) - rank(right.id))
      .map((window) => window.id);
    const kept = new Set(step.windows.map((window) => window.id));
    for (const [id, window] of this.windows) {
      if (kept.has(id)) continue;
      window.element.remove();
      this.windows.delete(id);
    }
    const levels = step.windows.map((window, index) => {
      const facts = explained && explained.windows.find((candidate) => candidate.window === window.id);
      /** @type {WindowData} */
      const data = (known.find(window.id) || { data: { id: window.id } }).data;
      return { id: window.id, index, level: facts && facts.level !== null ? facts.level : levelNumber(data.level) };
    }).sort((left, right) => left.level - right.level || left.index - right.index);
    for (const window of step.windows) {
      const found = known.find(window.id);
      const data = found ? found.data : { id: window.id };
      const facts = explained && explained.windows.find((candidate) => candidate.window === window.id);
      const isHidden = facts ? !facts.shown : found ? found.hidden : false;
      const isPage = step.page !== null && step.page.window === window.id;
      let view = this.windows.get(window.id);
      if (!view) {
        view = { element: this.makeWindow(window.id), angle: 0 };
        this.windows.set(window.id, view);
        this.screen.insertBefore(view.element, this.bar.element);
      }
      // Up to uikit-7 bounds stay portrait; the transform alone shows how the window stands.
      const target = window.transform ? angleOf(window.transform) : angles[window.orientation] || 0;
      view.angle = nearestAngle(view.angle, target);
      const area = this.areaOf(data, window, size);
      this.place(view.element, view.angle, area, changed.indexOf(window.id));
      const height = levels.findIndex((level) => level.id === window.id);
      view.element.style.zIndex = String(height + 1);
      view.element.style.setProperty("--height", String(height));
      view.element.dataset.orientation = window.orientation;
      view.element.classList.toggle("hidden", isHidden);
      view.element.classList.toggle("page", isPage);
      view.element.classList.toggle("above", !isPage && height > levels.findIndex((level) => step.page && level.id === step.page.window));
      view.element.classList.toggle("follower", data.follower === true);
      view.element.classList.toggle("partial", area[0] * area[1] < size[0] * size[1] * 0.9);
      view.element.classList.toggle("blamed", culprits.includes(window.id));
      const note = view.element.querySelector(".note");
      if (note) note.textContent = isHidden ? `${say("hidden")} · ${window.orientation}` : window.orientation;
    }
  }

  /**
   * Returns the width and height of a window in its own orientation before the turn.
   * @param {WindowData} data
   * @param {StepWindow} window
   * @param {[number, number]} size
   * @returns {[number, number]}
   */
  areaOf(data, window, size) {
    if (Array.isArray(data.size)) return [Number(data.size[0]) || size[0], Number(data.size[1]) || size[1]];
    const covers = data["fills-parent"] !== false && data.floated !== true;
    return covers ? size : [size[0] * 0.62, size[1] * 0.3];
  }

  /**
   * @param {HTMLElement} layer
   * @param {number} angle
   * @param {[number, number]} area
   * @param {number} turn the layer's place among those that turn; -1 if the layer does not turn now
   */
  place(layer, angle, [width, height], turn) {
    const isQuarter = Math.abs(angle / 90) % 2 === 1 && !layer.classList.contains("partial");
    layer.style.width = `${isQuarter ? height : width}px`;
    layer.style.height = `${isQuarter ? width : height}px`;
    layer.style.setProperty("--angle", `${angle}deg`);
    if (turn >= 0) layer.style.setProperty("--turn", String(turn));
  }

  /** @param {string} id */
  makeWindow(id) {
    const content = element(
      "div", { class: "content" },
      element("strong", {}, shown(id, 24)), element("span", { class: "note" }), landscape(), ...lines(5));
    return element("div", { class: `layer window hue-${hueOf(id)}`, "data-window": id }, content);
  }

  /**
   * Turns the body to an angle, the short way round.
   * @param {number} angle
   */
  turn(angle) {
    this.angle = nearestAngle(this.angle, angle + this.base);
    this.turntable.style.setProperty("--held", `${this.angle}deg`);
  }

  /** Scales the device so that it fits into its place in every orientation. */
  fit() {
    if (!this.size) return;
    const longest = Math.max(...this.size) * 1.1;
    const room = this.isSmall ? 118 : Math.min(this.element.clientWidth, this.element.clientHeight) - 8;
    if (room > 0) this.turntable.style.setProperty("--scale", String(room / longest));
  }
}

/**
 * @param {Scenario} scenario
 * @returns {[number, number]}
 */
function deviceSize(scenario) {
  const device = scenario.device || {};
  let [width, height] = device.idiom === "pad" ? [768, 1024] : [320, 480];
  if (Array.isArray(device.size) && device.size[0] > 0 && device.size[1] > 0) {
    [width, height] = [Number(device.size[0]), Number(device.size[1])];
  }
  // Drawing has limits of its own; only the proportion matters beyond them.
  const scale = Math.min(1, 4000 / Math.max(width, height));
  [width, height] = [Math.max(40, width * scale), Math.max(40, height * scale)];
  const isLandscape = device.panel === "landscape" && familyOf(scenario.rules) !== "uikit";
  return isLandscape && height > width ? [height, width] : [width, height];
}

/** @param {string | number | undefined} level */
function levelNumber(level) {
  if (typeof level === "number") return level;
  return level === "alert" ? 2000 : level === "status-bar" ? 1000 : 0;
}

/** @param {string} id */
function hueOf(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) || 0)) % 997;
  return sum % 5;
}

/** Returns a picture for a window, so that its top is seen at a glance. */
function landscape() {
  const name = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(name, "svg");
  picture.setAttribute("viewBox", "0 0 200 110");
  picture.setAttribute("aria-hidden", "true");
  const draw = (/** @type {string} */ tag, /** @type {{[key: string]: string}} */ attributes) => {
    const shape = document.createElementNS(name, tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    picture.append(shape);
  };
  draw("rect", { width: "200", height: "110", class: "sky" });
  draw("circle", { cx: "152", cy: "30", r: "13", class: "sun" });
  draw("path", { d: "M0 82 L52 30 L98 82 Z", class: "far" });
  draw("path", { d: "M60 82 L118 40 L164 82 Z", class: "near" });
  draw("rect", { y: "80", width: "200", height: "30", class: "sea" });
  return picture;
}

/** @param {number} count */
function lines(count) {
  return Array.from({ length: count }, (_, index) => element("i", { class: index === count - 1 ? "short" : "" }));
}
