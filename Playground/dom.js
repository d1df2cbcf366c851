// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Elements of the page. Text enters the document as text nodes only, so no input becomes markup.

/** The length from which on names are shortened, in characters. */
const LONGEST_NAME = 60;

/**
 * Returns a foreign text with control and direction characters written as U+XXXX, shortened if it is long.
 * @param {unknown} text
 * @param {number} [longest]
 * @returns {string}
 */
function shown(text, longest = LONGEST_NAME) {
  const whole = String(text);
  let result = "";
  for (const character of whole) {
    if (result.length >= longest) return `${result}…`;
    const point = character.codePointAt(0) || 0;
    const isControl =
      point < 32 || (point >= 127 && point < 160) || (point >= 0x200b && point <= 0x200f) ||
      (point >= 0x2028 && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) || point === 0xfeff ||
      (point >= 0xd800 && point <= 0xdfff);
    result += isControl ? `U+${point.toString(16).toUpperCase().padStart(4, "0")}` : character;
  }
  return result;
}

/**
 * Creates an element. Attributes whose name begins with `on` are listeners; `false`, `null` and `undefined` are
 * left out; children that are no nodes become text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: any}} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

/**
 * Creates a button; `data-name` identifies it across renderings, so that it keeps the focus.
 * @param {string} name
 * @param {string} label
 * @param {() => void} action
 * @param {{[name: string]: any}} [attributes]
 */
function button(name, label, action, attributes = {}) {
  return element("button", { type: "button", "data-name": name, onclick: action, ...attributes }, label);
}

/**
 * Creates a button that is chosen or not.
 * @param {string} name
 * @param {string} label
 * @param {boolean} isChosen
 * @param {() => void} action
 * @param {{[name: string]: any}} [attributes]
 */
function toggle(name, label, isChosen, action, attributes = {}) {
  return button(name, label, action, { "aria-pressed": isChosen ? "true" : "false", ...attributes });
}

/**
 * Creates a list of options with its label as the accessible name.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} action
 */
function choice(name, label, options, chosen, action) {
  const made = element("select", { "data-name": name, "aria-label": label });
  for (const [value, text] of options) {
    const option = element("option", { value }, text);
    if (value === chosen) option.selected = true;
    made.append(option);
  }
  made.addEventListener("change", () => action(made.value));
  return made;
}

/**
 * Replaces the children of a part of the page; the control that has the focus keeps it by its `data-name`.
 * @param {string} id
 * @param {...(Node | string | null | false)} children
 */
function fill(id, ...children) {
  const place = part(id);
  const active = document.activeElement;
  const name = active instanceof HTMLElement && place.contains(active) ? active.dataset.name : undefined;
  place.replaceChildren();
  for (const child of children) if (child) place.append(child);
  if (name === undefined) return;
  for (const candidate of place.querySelectorAll("[data-name]")) {
    if (candidate instanceof HTMLElement && candidate.dataset.name === name) {
      candidate.focus({ preventScroll: true });
      return;
    }
  }
}

/**
 * Returns a part of the page by its identifier.
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no part ${id}`);
  return found;
}
