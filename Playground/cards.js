// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The windows as cards, whose facts and answers are edited in place.

/** The editor of the windows at the shown step. */
const Cards = {
  /** Whether changes become events after the shown step; otherwise they change the story from its start. */
  isLater: false,

  render() {
    const { scenario, step, run, explained } = Page;
    if (!run) return;
    const state = run.steps[step];
    const known = new WindowsAt(scenario, step);
    const facts = new Map((explained ? explained.windows : []).map((window) => [window.window, window]));
    const rows = state.windows
      .map((window, index) => {
        const found = known.find(window.id);
        return { window, index, data: found ? found.data : { id: window.id }, isHidden: found ? found.hidden : false };
      })
      .sort((left, right) => levelNumber(right.data.level) - levelNumber(left.data.level) || right.index - left.index);
    const culprits = state.conflicts.flatMap((conflict) => conflict.culprits);
    fill(
      "windows",
      element("div", { class: "bar-of-part" },
        element("h2", {}, say("windows")),
        element("span", { class: "apply" }, element("span", { class: "label" }, say("changesApply")),
          element("span", { class: "segments", role: "group", "aria-label": say("changesApply") },
            toggle("from-start", say("fromStart"), !this.isLater, () => this.apply(false)),
            toggle("from-now", say("fromNow"), this.isLater, () => this.apply(true))))),
      element("div", { class: "cards" },
        ...rows.map((row) => this.card(row, facts.get(row.window.id), culprits.includes(row.window.id)))),
      rows.length === 0 && element("p", { class: "soft" }, say("windowsNone")),
      element("p", { class: "add" }, button("add-window", `+ ${say("addWindow")}`, () => this.addWindow())));
  },

  /** @param {boolean} isLater */
  apply(isLater) {
    this.isLater = isLater;
    this.render();
  },

  addWindow() {
    const { scenario, step } = Page;
    const taken = new Set([
      ...(scenario.windows || []).map((window) => String(window.id)),
      ...(scenario.events || []).map((event) => (event.add ? String(event.add.id) : "")),
    ]);
    let number = 1;
    while (taken.has(`window-${number}`)) number += 1;
    const data = { id: `window-${number}` };
    if (this.isLater) return Page.happen({ add: data });
    const next = freeCopy(scenario);
    next.windows = [...(next.windows || []), data];
    return Page.change(next, step);
  },

  /**
   * @param {{window: StepWindow, data: WindowData, isHidden: boolean}} row
   * @param {ExplainedWindow | undefined} facts
   * @param {boolean} isBlamed
   */
  card({ window, data, isHidden }, facts, isBlamed) {
    const id = window.id;
    const isKey = facts ? facts.key : data.key === true;
    const family = familyOf(Page.scenario.rules);
    const title = element("h3", {}, shown(id));
    if (isBlamed) title.append(" ", element("span", { class: "tag bad" }, say("toBlame")));
    if (isKey) title.append(" ", element("span", { class: "tag" }, say(family === "desktop" ? "focus" : "key")));
    if (isHidden) title.append(" ", element("span", { class: "tag" }, say("hidden")));
    return element(
      "article", { class: `card${isBlamed ? " blamed" : ""}${isHidden ? " unseen" : ""}`, "data-card": id, "aria-label": shown(id) },
      element("header", {}, title,
        button(`remove-${id}`, "×", () => this.remove(id), { class: "quiet", "aria-label": say("removeWindow", shown(id)) })),
      this.facts(window, data, facts),
      element("div", { class: "row" },
        element("div", { class: "segments", role: "group", "aria-label": shown(id) },
          toggle(`shown-${id}`, say("shown"), !isHidden, () => this.show(id, true)),
          toggle(`hidden-${id}`, say("hidden"), isHidden, () => this.show(id, false))),
        toggle(`key-${id}`, say(family === "desktop" ? "focus" : "key"), isKey, () => this.makeKey(id)),
        family === "desktop" ? null : this.level(id, data),
        family === "desktop" ? null : this.kind(id, data, family)),
      ...this.answers(id, data, facts, family));
  },

  /**
   * @param {StepWindow} window
   * @param {WindowData} data
   * @param {ExplainedWindow | undefined} facts
   */
  facts(window, data, facts) {
    const words = [`${say("level")} ${facts && facts.level !== null ? facts.level : levelNumber(data.level)}`, say("orientation", window.orientation)];
    if (!facts) return element("p", { class: "soft" }, words.join(" · "));
    if (facts["asked-via"]) words.push(say("askedVia", shown(facts["asked-via"])));
    const answers = [];
    if (facts.turn !== null) answers.push(`${facts.turn ? say("yes") : say("no")}${facts["turn-origin"] ? ` (${facts["turn-origin"]})` : ""}`);
    if (facts.supports) {
      const letters = facts.supports.map((name) => LETTERS[name] || name).join(" ") || "–";
      answers.push(`${letters}${facts["supports-origin"] ? ` (${facts["supports-origin"]})` : ""}`);
    }
    if (facts.request) answers.push(shown(facts.request));
    if (facts.allows && facts.allows !== "-") answers.push(shown(facts.allows));
    return element("div", {},
      element("p", { class: "soft" }, words.join(" · ")),
      element("p", { class: "effect" },
        answers.length > 0 ? element("b", {}, answers.join(", ")) : null, answers.length > 0 ? " → " : null,
        shown(facts.effect, 200)));
  },

  /**
   * @param {string} id
   * @param {WindowData} data
   */
  level(id, data) {
    /** @type {[string, string][]} */
    const levels = [["0", "normal 0"], ["1000", "status-bar 1000"], ["2000", "alert 2000"]];
    const now = String(levelNumber(data.level));
    if (!levels.some(([value]) => value === now)) levels.push([now, now]);
    return choice(`level-${id}`, `${say("level")}: ${shown(id)}`, levels, now, (value) =>
      this.edit(id, (window) => { window.level = Number(value); }));
  },

  /**
   * @param {string} id
   * @param {WindowData} data
   * @param {Family} family
   */
  kind(id, data, family) {
    if (family === "uikit") {
      const now = data.diagnostic === true ? "diagnostic" : data.follower === true ? "follower" : "plain";
      /** @type {[string, string][]} */
      const kinds = [["plain", say("plain")], ["follower", say("follower")], ["diagnostic", say("diagnostic")]];
      return choice(`kind-${id}`, `${say("kind")}: ${shown(id)}`, kinds, now, (value) =>
        this.edit(id, (window) => {
          delete window.follower;
          delete window.diagnostic;
          if (value !== "plain") window[value] = true;
        }));
    }
    if (family === "android") {
      return toggle(`kind-${id}`, say("small"), data["fills-parent"] !== false, () =>
        this.edit(id, (window) => { window["fills-parent"] = window["fills-parent"] === false; }));
    }
    return toggle(`kind-${id}`, say("floated"), data.floated === true, () =>
      this.isLater
        ? Page.happen({ "set-floated": { window: id, floated: data.floated !== true } })
        : this.edit(id, (window) => { window.floated = window.floated !== true; }));
  },

  /**
   * @param {string} id
   * @param {WindowData} data
   * @param {ExplainedWindow | undefined} facts
   * @param {Family} family
   * @returns {HTMLElement[]}
   */
  answers(id, data, facts, family) {
    if (family === "android") {
      return [this.list(id, say("request"), REQUESTS, data.request || "unspecified", (value) =>
        this.isLater
          ? Page.happen({ "set-request": { window: id, request: value } })
          : this.edit(id, (window) => { window.request = value; }))];
    }
    if (family === "chromeos") {
      return [this.list(id, say("lock"), ["", ...LOCKS], data.lock || "", (value) =>
        this.isLater
          ? Page.happen({ "set-lock": { window: id, lock: value || null } })
          : this.edit(id, (window) => { window.lock = value || null; }))];
    }
    if (family === "desktop") return this.desktopAnswers(id, data);
    return this.uikitAnswers(id, data, facts);
  },

  /**
   * @param {string} id
   * @param {string} label
   * @param {string[]} values
   * @param {string} chosen
   * @param {(value: string) => void} action
   */
  list(id, label, values, chosen, action) {
    /** @type {[string, string][]} */
    const options = values.map((value) => [value, value || say("noLock")]);
    return element("div", { class: "row" }, element("span", { class: "label" }, label),
      choice(`answer-${id}`, `${label}: ${shown(id)}`, options, chosen, action));
  },

  /**
   * @param {string} id
   * @param {WindowData} data
   */
  desktopAnswers(id, data) {
    const policy = data.policy || {};
    const set = (/** @type {object} */ answers) =>
      this.isLater
        ? Page.happen({ "set-policy": { controller: id, ...answers } })
        : this.edit(id, (window) => { window.policy = { ...(window.policy || {}), ...answers }; });
    const turns = policy.autorotate !== false;
    return [
      element("div", { class: "row" }, element("span", { class: "label" }, say("turns")),
        element("div", { class: "segments", role: "group", "aria-label": `${say("turns")} ${shown(id)}` },
          toggle(`yes-${id}`, say("yes"), turns, () => set({ autorotate: true })),
          toggle(`no-${id}`, say("no"), !turns, () => set({ autorotate: false }))),
        this.isLater ? null : toggle(`veto-${id}`, say("vetoes"), policy.veto === true, () =>
          set({ veto: policy.veto !== true }))),
      this.mask(id, maskList(policy.supported) || [...MASK_ORDER], true, (supported) => set({ supported })),
    ];
  },

  /**
   * @param {string} id
   * @param {WindowData} data
   * @param {ExplainedWindow | undefined} facts
   * @returns {HTMLElement[]}
   */
  uikitAnswers(id, data, facts) {
    const version = versionOf(Page.scenario.rules);
    const all = controllersOf(data);
    const asked = (facts && all.find((controller) => controller.id === facts["asked-via"])) || all[0];
    if (data.root === null) return [];
    const answers = asked ? asked.data : {};
    const name = asked ? asked.id : `${id}.root`;
    const usual = (Page.scenario.device || {}).idiom === "pad" ? "all" : "all-but-upside-down";
    const isLegacy = version === 5;
    const maskKey = isLegacy ? "legacy" : "supported";
    const follows = typeof answers["forwards-to"] === "string";
    const set = (/** @type {ControllerData} */ changes) =>
      this.isLater
        ? Page.happen({ "set-policy": { controller: name, ...changes } })
        : this.edit(id, (window) => {
          if (!window.root) window.root = {};
          const target = findController(window, name) || window.root;
          delete target["forwards-to"];
          Object.assign(target, changes);
          for (const key of Object.keys(changes)) if (changes[key] === undefined) delete target[key];
        });
    const rows = [];
    if (!isLegacy) {
      const isWritten = typeof answers.autorotate === "boolean";
      rows.push(element("div", { class: "row" },
        element("span", { class: "label", title: version >= 16 ? say("ignoredHere") : null }, say("turns")),
        element("div", { class: "segments", role: "group", "aria-label": `${say("turns")} ${shown(id)}` },
          toggle(`yes-${id}`, say("yes"), !follows && answers.autorotate === true, () => set({ autorotate: true }), this.dim(version >= 16)),
          toggle(`no-${id}`, say("no"), !follows && answers.autorotate === false, () => set({ autorotate: false }), this.dim(version >= 16)),
          toggle(`default-${id}`, say("standard"), !follows && !isWritten, () => set({ autorotate: undefined }),
            { ...this.dim(version >= 16), disabled: this.isLater })),
        this.isLater ? null : this.follow(id, follows)));
    }
    rows.push(this.mask(
      id, maskList(/** @type {Mask} */ (answers[maskKey])) || (isLegacy ? ["portrait"] : maskList(usual)) || [],
      answers[maskKey] !== undefined, (supported) => set({ [maskKey]: supported }),
      this.isLater ? undefined : () => set({ [maskKey]: undefined })));
    return rows;
  },

  /** @param {boolean} isIgnored */
  dim(isIgnored) {
    return isIgnored ? { class: "ignored", title: say("ignoredHere") } : {};
  },

  /**
   * @param {string} id
   * @param {boolean} follows
   */
  follow(id, follows) {
    const state = Page.state();
    const page = state ? state.page : null;
    if (!follows && (!page || page.window === id)) return null;
    return toggle(`follow-${id}`, say("followKey"), follows, () =>
      this.edit(id, (window) => {
        const old = window.root || {};
        if (follows) { delete old["forwards-to"]; window.root = old; return; }
        window.root = { ...(old.id ? { id: old.id } : {}), "forwards-to": page ? page.window : id };
      }));
  },

  /**
   * @param {string} id
   * @param {string[]} mask
   * @param {boolean} isWritten
   * @param {(mask: string[]) => void} set
   * @param {() => void} [reset]
   */
  mask(id, mask, isWritten, set, reset) {
    return element("div", { class: "row" }, element("span", { class: "label" }, say("supports")),
      element("div", { class: "segments", role: "group", "aria-label": `${say("supports")} ${shown(id)}` },
        ...MASK_ORDER.map((orientation) =>
          toggle(`mask-${orientation}-${id}`, LETTERS[orientation], mask.includes(orientation), () =>
            set(MASK_ORDER.filter((name) => mask.includes(name) !== (name === orientation))),
          { "aria-label": orientation, title: orientation }))),
      reset ? toggle(`mask-default-${id}`, say("standard"), !isWritten, reset) : null);
  },

  /**
   * Changes a window from the start of the story.
   * @param {string} id
   * @param {(window: WindowData) => void} change
   */
  edit(id, change) {
    return Page.change(withWindow(Page.scenario, Page.step, id, change), Page.step);
  },

  /**
   * @param {string} id
   * @param {boolean} isShown
   */
  show(id, isShown) {
    if (this.isLater) return Page.happen(isShown ? { show: id } : { hide: id });
    const next = withWindow(Page.scenario, Page.step, id, (window) => {
      if (isShown) delete window.hidden;
      else window.hidden = true;
    });
    // An event that shows or hides the window up to this step would replace the change.
    const before = (next.events || []).slice(0, Page.step).filter((event) => event.show !== id && event.hide !== id);
    const removed = Math.min(Page.step, (next.events || []).length) - before.length;
    next.events = [...before, ...(next.events || []).slice(Page.step)];
    return Page.change(next, Page.step - removed);
  },

  /** @param {string} id */
  makeKey(id) {
    if (this.isLater) return Page.happen({ "make-key": id });
    const next = freeCopy(Page.scenario);
    for (const window of next.windows || []) delete window.key;
    const place = new WindowsAt(next, Page.step).find(id);
    const data = place && place.event !== null ? (next.events || [])[place.event].add : (next.windows || []).find((window) => String(window.id) === id);
    if (data) data.key = true;
    return Page.change(next, Page.step);
  },

  /** @param {string} id */
  remove(id) {
    if (this.isLater) return Page.happen({ remove: id });
    const next = withoutWindow(Page.scenario, id);
    return Page.change(next, Math.min(Page.step, (next.events || []).length));
  },
};
