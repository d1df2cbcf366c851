// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Changed answers, such as `menu=follow-key`, as changes of a scenario: docs/scenarios.md has the keys.

/** @type {{[letter: string]: string}} */
const BY_LETTER = { P: "portrait", U: "portrait-upside-down", R: "landscape-right", L: "landscape-left" };

/**
 * Returns the orientations that an answer lists, or null if the answer is a word.
 * @param {string} word
 */
function orientationsIn(word) {
  const list = word.split(",").map((part) => BY_LETTER[part.toUpperCase()] || part);
  return list.every((name) => MASK_ORDER.includes(name)) ? list : null;
}

/**
 * Returns a copy of the scenario in which the parties give other answers from the start; null if scenario files
 * cannot express one of the answers.
 * @param {Scenario} scenario
 * @param {number} step
 * @param {string[]} edits
 * @param {Step} state the step before: a window that refuses keeps how it stands there
 * @returns {Scenario | null}
 */
function withAnswers(scenario, step, edits, state) {
  /** @type {Scenario | null} */
  let next = freeCopy(scenario);
  for (const edit of edits) {
    const sign = edit.lastIndexOf("=");
    const [name, word] = [edit.slice(0, sign), edit.slice(sign + 1)];
    if (!next) return null;
    next = new WindowsAt(next, step).find(name)
      ? answerOfWindow(next, step, name, word, state)
      : answerOfSetting(next, step, name, word, state);
  }
  return next;
}

/**
 * @param {Scenario} scenario
 * @param {number} step
 * @param {string} name
 * @param {string} word
 * @param {Step} state
 * @returns {Scenario | null}
 */
function answerOfSetting(scenario, step, name, word, state) {
  const family = familyOf(scenario.rules);
  const next = freeCopy(scenario);
  const mask = word === "YES" ? "all" : orientationsIn(word);
  if (name === "lock") {
    const isOn = word === "on";
    next.device = { ...(next.device || {}), "rotation-lock": isOn };
    if (!isOn) delete next.device["user-lock"];
    const events = next.events || [];
    // The lock's events up to this step would set it again; they stay as steps, so that the numbers stay.
    next.events = events.map((event, index) =>
      index < step && "rotation-lock" in event ? { ...event, "rotation-lock": isOn }
        : index < step && !isOn && "user-lock" in event ? { ...event, "user-lock": null } : event);
    return next;
  }
  if (name === "app" && family === "uikit") {
    const app = { ...(next.app || {}) };
    if (word === "default") { delete app.supported; delete app["supported-pad"]; }
    else if (mask) { app.supported = mask; delete app["supported-pad"]; }
    else return null;
    next.app = app;
    return next;
  }
  if (name === "delegate" && family === "uikit") {
    const key = versionOf(scenario.rules) >= 27 ? "scene-delegate" : "delegate";
    next.app = { ...(next.app || {}) };
    if (word === "default") delete next.app[key];
    else if (mask) next.app[key] = mask;
    else return null;
    return next;
  }
  if (name === "device" && word === "YES") {
    const device = { ...(next.device || {}) };
    delete device["user-rotation"];
    if (family === "android") device.settings = { "all-rotations": true };
    else if (family === "chromeos") { device.tablet = true; delete device.posture; delete device["user-lock"]; }
    else if (family === "desktop") delete device["user-lock"];
    else return null;
    next.device = device;
    return next;
  }
  return state && null;
}

/**
 * @param {Scenario} scenario
 * @param {number} step
 * @param {string} name
 * @param {string} word
 * @param {Step} state
 * @returns {Scenario | null}
 */
function answerOfWindow(scenario, step, name, word, state) {
  const windows = new WindowsAt(scenario, step);
  const window = windows.find(name);
  if (!window) return null;
  if (word === "leave" || word === "close") {
    if (window.event === null) return withoutWindow(scenario, name);
    return null;
  }
  if (word === "exempt") return withWindow(scenario, step, name, (data) => { data.diagnostic = true; });
  if (word === "shown" || word === "hidden") {
    return withWindow(scenario, step, name, (data) => { data.hidden = word === "hidden"; });
  }
  const page = state.page ? windows.find(state.page.window) : undefined;
  const current = (state.windows.find((candidate) => candidate.id === name) || { orientation: "portrait" }).orientation;
  const mask = orientationsIn(word);
  const family = familyOf(scenario.rules);
  if (family === "uikit") return uikitAnswer(scenario, step, name, word, mask, current, page);
  return withWindow(scenario, step, name, (data) => {
    if (family === "android") {
      const request = androidRequest(word, mask, page);
      if (request === undefined) delete data.request;
      else data.request = request;
    } else if (family === "chromeos") {
      if (word === "follow-key" && page) data.lock = page.data.lock || null;
      else if (word === "YES") data.lock = "any";
      else if (word === "NO") data.lock = "current";
      else if (mask) data.lock = chromeLock(mask);
      else data.lock = null;
    } else {
      if (word === "follow-key") data.policy = { ...((page && page.data.policy) || {}) };
      else if (word === "YES") data.policy = { ...(data.policy || {}), autorotate: true, supported: "all" };
      else if (word === "NO") data.policy = { ...(data.policy || {}), autorotate: false };
      else if (mask) data.policy = { ...(data.policy || {}), autorotate: true, supported: mask };
      else delete data.policy;
    }
  });
}

/**
 * @param {string} word
 * @param {string[] | null} mask
 * @param {{data: WindowData} | undefined} page
 * @returns {string | null | undefined}
 */
function androidRequest(word, mask, page) {
  if (word === "YES") return "full-sensor";
  if (word === "NO") return "locked";
  if (word === "follow-key" && page) return page.data.request;
  if (!mask) return undefined;
  const both = ["landscape-right", "landscape-left"].every((side) => mask.includes(side));
  if (mask.length === 4) return "full-sensor";
  if (mask.length === 3) return "sensor";
  if (both) return "sensor-landscape";
  if (mask.length === 2) return "sensor-portrait";
  return { portrait: "portrait", "portrait-upside-down": "reverse-portrait", "landscape-right": "landscape" }[mask[0]]
    || "reverse-landscape";
}

/** @param {string[]} mask */
function chromeLock(mask) {
  if (mask.length > 2) return "any";
  if (mask.length === 2) return mask.includes("portrait") ? "portrait" : "landscape";
  return {
    portrait: "portrait-primary", "portrait-upside-down": "portrait-secondary", "landscape-right": "landscape-primary",
  }[mask[0]] || "landscape-secondary";
}

/**
 * @param {Scenario} scenario
 * @param {number} step
 * @param {string} name
 * @param {string} word
 * @param {string[] | null} mask
 * @param {string} current
 * @param {{id: string} | undefined} page
 */
function uikitAnswer(scenario, step, name, word, mask, current, page) {
  return withWindow(scenario, step, name, (data, next) => {
    const root = data.root || {};
    const id = root.id ? { id: root.id } : {};
    if (word === "follow-key") {
      if (page && page.id !== name) data.root = { ...id, "forwards-to": page.id };
    } else {
      /** @type {ControllerData} */
      const answers =
        word === "YES" ? { autorotate: true, supported: "all", legacy: [...MASK_ORDER] }
          : word === "NO" ? { autorotate: false, supported: [current], legacy: [current] }
            : mask ? { autorotate: true, supported: mask, legacy: mask } : {};
      data.root = answeringThroughout({ ...root }, answers);
      // Later changes of the same controllers would replace the answers.
      const names = controllersOf(data).map((controller) => controller.id);
      for (const event of next.events || []) {
        if (event["set-policy"] && names.includes(event["set-policy"].controller)) Object.assign(event["set-policy"], answers);
      }
    }
  });
}

/**
 * Returns a controller that gives the same answers as all controllers under it.
 * @param {ControllerData} controller
 * @param {ControllerData} answers
 * @returns {ControllerData}
 */
function answeringThroughout(controller, answers) {
  const {
    autorotate, supported, legacy, preferred, forwards, "forwards-to": to, "container-delegate": hook,
    "prefers-orientation-locked": locked, ...rest
  } = controller;
  const made = { ...rest, ...answers };
  if (Array.isArray(made.children)) made.children = made.children.map((child) => answeringThroughout(child, answers));
  if (made.presented && made.presented.controller) {
    made.presented = { ...made.presented, controller: answeringThroughout(made.presented.controller, answers) };
  }
  return made;
}
