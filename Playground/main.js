// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The page: its state, its history, the device's controls and the timeline.

/** The number of changes that `Undo` restores at most. */
const MOST_STATES = 200;
/** The duration of a step while the story plays, in milliseconds. */
const FILM_PACE = 1500;

const Page = {
  /** @type {Scenario} */
  scenario: { swivel: 1, rules: "uikit-8" },
  step: 0,
  /** @type {Run | null} */
  run: null,
  /** @type {Explained | null} */
  explained: null,
  headline: "",
  /** The name of the story; empty for an own one. */
  story: "",
  /** @type {{scenario: Scenario, step: number, story: string}[]} */
  past: [],
  /** @type {{scenario: Scenario, step: number, story: string}[]} */
  future: [],
  /** @type {{scenario: Scenario, step: number, story: string} | null} */
  before: null,
  /** @type {DeviceView | null} */
  view: null,
  playing: 0,
  isSensing: false,
  /** The number of the latest request: an older answer of the core is not shown any more. */
  turn: 0,
  /** The number of the request whose answer is shown. */
  shownTurn: 0,
  link: "",
  /** The timer of the search that checks the fixes; 0 if the explanation is complete. */
  refining: 0,
  stopRefining: () => {},
  /**
   * The explanation in progress; null if the explanation of the shown step is shown.
   * @type {Promise<void> | null}
   */
  explaining: null,
  /** Milliseconds from the start of the page to the first explanation, of the last turn, and of its explanation. */
  times: { first: 0, turn: 0, explanation: 0 },

  /** Returns the shown step of the run. */
  state() {
    return this.run ? this.run.steps[this.step] : undefined;
  },

  /**
   * Returns the step before the shown one; set-up has none and stands for itself.
   * @returns {Step}
   */
  stateBefore() {
    if (!this.run) throw new Error("no run");
    return this.run.steps[Math.max(0, this.step - 1)];
  },

  /**
   * @param {string} command
   * @param {{[key: string]: unknown}} options
   * @param {Scenario} [scenario] the shown one, if absent
   * @returns {CoreRequest}
   */
  request(command, options, scenario) {
    return { command, scenario: { "yaml-tree": treeOfData(scenario || this.scenario) }, options: { file: "story.yaml", ...options }, language: Speech.language };
  },

  /**
   * @param {string} command
   * @param {{[key: string]: unknown}} options
   * @param {Scenario} [scenario] the shown one, if absent
   */
  ask(command, options, scenario) {
    return Core.ask(this.request(command, options, scenario));
  },

  /**
   * Decides a scenario and shows one of its steps: without a number the first with a conflict, or the last one. The
   * explanation follows once the windows are painted. Returns false, with a message and no change, if the scenario has a
   * mistake.
   * @param {Scenario} scenario
   * @param {number | null} wanted
   * @param {() => void} [accept] called before the step is shown
   */
  async decide(scenario, wanted, accept = () => {}) {
    const since = performance.now();
    const turn = ++this.turn;
    let run = this.run;
    if (!run || scenario !== this.scenario) {
      const played = await this.ask("simulate", { text: false }, scenario);
      if (turn !== this.turn) return false;
      if (!played.ok) {
        this.tell(say("refused", this.errorText(played)), "bad");
        return false;
      }
      run = /** @type {Run} */ (played.result);
    }
    const telling = run.steps.findIndex((step) => step.conflicts.length > 0 || step.error !== null);
    this.step = Math.max(0, Math.min(wanted === null ? (telling >= 0 ? telling : run.steps.length - 1) : wanted, run.steps.length - 1));
    this.scenario = scenario;
    this.run = run;
    this.shownTurn = turn;
    accept();
    this.renderTurn();
    this.times.turn = performance.now() - since;
    this.explaining = this.explain(turn);
    return true;
  },

  /**
   * Explains the shown step, unless another one is shown meanwhile.
   * @param {number} turn
   */
  async explain(turn) {
    this.forgetRefinement();
    await painted();
    if (turn !== this.shownTurn) return;
    const since = performance.now();
    // Whether a fix holds in every sequence of events is found out afterwards.
    const response = await this.ask("explain", { step: this.step, text: false, checks: !Core.module });
    if (turn !== this.shownTurn) return;
    this.explaining = null;
    if (!response.ok) return this.complain(response);
    this.explained = response.result;
    this.headline = headlineOf(response.result);
    this.render();
    this.times.explanation = performance.now() - since;
    if (!this.times.first) this.times.first = performance.now();
    if (Core.module) this.refine();
  },

  /** Replaces the explanation by the one whose fixes were checked, once the page rests. */
  refine() {
    this.forgetRefinement();
    this.refining = window.setTimeout(() => {
      this.stopRefining = Core.askAside(this.request("explain", { step: this.step, text: false }), (response) => {
        this.refining = 0;
        if (!response.ok) return;
        this.explained = response.result;
        Why.render();
      });
    }, 250);
  },

  forgetRefinement() {
    clearTimeout(this.refining);
    this.refining = 0;
    this.stopRefining();
  },

  /**
   * Opens a story; the history begins anew.
   * @param {Scenario} scenario
   * @param {number | null} step
   * @param {string} story
   */
  async open(scenario, step, story) {
    this.pause();
    Check.forget();
    WhatIf.forget();
    const old = this.story;
    this.story = story;
    const isShown = await this.decide(freeCopy(scenario), step, () => {
      this.past = [];
      this.future = [];
      this.tell("");
    });
    if (!isShown) this.story = old;
    return isShown;
  },

  /**
   * Changes the scenario; `Undo` brings the old one back.
   * @param {Scenario} scenario
   * @param {number} step
   */
  async change(scenario, step) {
    const old = { scenario: this.scenario, step: this.step, story: this.story };
    this.pause();
    WhatIf.forget();
    return this.decide(scenario, step, () => {
      Check.forget();
      this.past.push(old);
      if (this.past.length > MOST_STATES) this.past.shift();
      this.future = [];
      this.tell("");
    });
  },

  /**
   * Inserts an event after the shown step and drops the later ones.
   * @param {EventData} event
   */
  async happen(event) {
    const dropped = (this.scenario.events || []).length - this.step;
    const isDone = await this.change(withEvent(this.scenario, this.step, event), this.step + 1);
    if (isDone && dropped > 0) this.tell(say("dropped", dropped));
    return isDone;
  },

  /** @param {number} step */
  go(step) {
    WhatIf.forget();
    return this.decide(this.scenario, step);
  },

  async undo() {
    const old = this.past.pop();
    if (!old) return;
    this.future.push({ scenario: this.scenario, step: this.step, story: this.story });
    await this.restore(old);
  },

  async redo() {
    const next = this.future.pop();
    if (!next) return;
    this.past.push({ scenario: this.scenario, step: this.step, story: this.story });
    await this.restore(next);
  },

  /** @param {{scenario: Scenario, step: number, story: string}} state */
  async restore(state) {
    this.pause();
    Check.forget();
    WhatIf.forget();
    this.story = state.story;
    this.tell("");
    await this.decide(state.scenario, state.step);
  },

  /** @param {number} index */
  removeEvent(index) {
    const next = freeCopy(this.scenario);
    next.events = (next.events || []).filter((_, number) => number !== index);
    return this.change(next, Math.min(this.step, next.events.length));
  },

  /**
   * Plays a counterexample from its first step, and offers to return to the story.
   * @param {string} property
   * @param {string} script
   */
  async film(property, script) {
    const before = { scenario: this.scenario, step: this.step, story: this.story };
    const { value } = readYaml(script);
    const title = say("filmTitle", property, (value.events || []).length);
    if (!isScenario(value) || !await this.open(value, 0, "")) return;
    this.before = before;
    this.tell(title, "", { label: say("backToStory"), action: () => { this.before = null; this.open(before.scenario, before.step, before.story); } });
    this.play();
    part("stage").scrollIntoView({ block: "nearest" });
  },

  play() {
    if (!this.run) return;
    if (this.step >= this.run.steps.length - 1) this.go(0);
    this.playing = window.setInterval(() => {
      if (!this.run || this.step >= this.run.steps.length - 1) return this.pause();
      return this.go(this.step + 1);
    }, FILM_PACE);
    this.renderTimeline();
  },

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = 0;
    this.renderTimeline();
  },

  /**
   * Turns the held device.
   * @param {number} quarters clockwise, as the user sees it
   */
  turnBy(quarters) {
    const { upright } = heldAt(this.scenario, this.step);
    const order = ["portrait", "landscape-right", "portrait-upside-down", "landscape-left"];
    const index = (order.indexOf(upright) + quarters + 4) % 4;
    return this.happen({ device: order[index] });
  },

  layFlat() {
    const { held, upright } = heldAt(this.scenario, this.step);
    return this.happen({ device: held === "face-up" ? upright : "face-up" });
  },

  isLocked() {
    let isLocked = (this.scenario.device || {})["rotation-lock"] === true;
    for (const event of (this.scenario.events || []).slice(0, this.step)) {
      if (typeof event["rotation-lock"] === "boolean") isLocked = event["rotation-lock"];
    }
    return isLocked;
  },

  /**
   * Shows a message; an empty one removes it.
   * @param {string} text
   * @param {string} [mood]
   * @param {{label: string, action: () => void}} [offer]
   */
  tell(text, mood = "", offer) {
    const place = part("message");
    place.className = `message ${mood}`;
    fill("message",
      text && element("span", {}, text),
      text && offer ? button("offer", offer.label, offer.action) : null,
      text && button("dismiss", "×", () => this.tell(""), { "aria-label": say("dismiss"), class: "quiet" }));
    place.hidden = !text;
  },

  /** @param {CoreResponse} response */
  complain(response) {
    this.tell(this.errorText(response), "bad");
  },

  /** @param {CoreResponse} response */
  errorText(response) {
    const { message, line, column } = response.error || { message: "?", line: 0, column: 0 };
    return line ? say("at", line, column || 1, shown(message, 600)) : shown(message, 600);
  },

  /**
   * @param {string} text
   * @param {HTMLTextAreaElement} [source]
   */
  async copyText(text, source) {
    try {
      await navigator.clipboard.writeText(text);
      this.tell(say(source ? "copied" : "shared"), "good");
    } catch {
      if (source) source.select();
      if (source && document.execCommand("copy")) this.tell(say("copied"), "good");
      else this.tell(say("shareByHand"));
    }
  },

  /** Renders what a turn changes at once: the device and its windows, the controls and the timeline. */
  renderTurn() {
    const state = this.state();
    if (state && this.view) this.view.show(this.scenario, state, null);
    this.renderControls();
    this.renderTimeline();
  },

  /** Renders the rest of the page, which needs the explanation. */
  render() {
    const state = this.state();
    if (!state || !this.explained || !this.run) return;
    this.renderHeadline(state, this.explained);
    if (this.view) this.view.show(this.scenario, state, this.explained);
    this.renderStory();
    Rules.render();
    Why.render();
    Cards.render();
    WhatIf.render();
    Panels.render();
    this.updateLink();
  },

  /**
   * @param {Step} state
   * @param {Explained} explained
   */
  renderHeadline(state, explained) {
    const event = state.event ? eventText(state.event) : say("setUp");
    const place = part("headline");
    place.className = `headline ${state.outcome}`;
    place.dataset.outcome = state.outcome;
    place.dataset.code = explained.code;
    part("headline-facts").textContent =
      [`${say("stepOf", state.step, (this.scenario.events || []).length)}: ${event}`, explained.code, shown(explained.rules)].join(" · ");
    part("headline-text").textContent = this.headline;
    document.title = `${this.headline.slice(0, 80)} - ${say("product")}`;
  },

  renderControls() {
    const { held } = heldAt(this.scenario, this.step);
    const isFlat = held === "face-up" || held === "face-down";
    const canSense = typeof window.DeviceMotionEvent === "function" && navigator.maxTouchPoints > 0;
    fill(
      "controls",
      button("turn-left", `↺ ${say("turnLeft")}`, () => this.turnBy(-1)),
      button("turn-right", `↻ ${say("turnRight")}`, () => this.turnBy(1)),
      button("lay-flat", isFlat ? say("pickUp") : say("layFlat"), () => this.layFlat()),
      toggle("rotation-lock", say("lockRotation"), this.isLocked(), () => this.happen({ "rotation-lock": !this.isLocked() })),
      toggle("layers", say("layers"), part("stage").classList.contains("layered"), () => this.showLayers()),
      canSense && toggle("sensor", say("sensor"), this.isSensing, () => this.sense()),
      element("span", { class: "soft held" }, say("heldAs", held)));
    const stage = part("device");
    stage.setAttribute("aria-label", say("deviceLabel"));
    stage.setAttribute("aria-valuetext", held);
    stage.setAttribute("aria-valuenow", String(Math.max(0, UPRIGHT.indexOf(held))));
    part("device-help").textContent = say("deviceHelp");
  },

  showLayers() {
    part("stage").classList.toggle("layered");
    this.renderControls();
  },

  renderTimeline() {
    const { run, scenario } = this;
    if (!run) return;
    const events = scenario.events || [];
    const items = [null, ...events].map((event, step) => {
      const state = run.steps[step];
      const text = event ? eventText(event) : say("setUp");
      const outcome = state ? state.outcome : "missing";
      const label = `${step} ${text}: ${state ? outcomeWord(state.outcome) : say("notPlayed")}`;
      return element("li", { class: outcome },
        element("button", {
          type: "button", "data-name": `step-${step}`, "aria-current": step === this.step ? "step" : null,
          "aria-label": label, disabled: !state, onclick: () => { this.pause(); this.go(step); },
        }, element("span", { class: "dot" }), element("span", { class: "what" }, text)),
        event && step === this.step
          ? button(`remove-event-${step}`, "×", () => this.removeEvent(step - 1), { class: "quiet", "aria-label": say("removeEvent") }) : null);
    });
    fill(
      "timeline",
      element("div", { class: "row transport" },
        button("previous", "◀", () => { this.pause(); this.go(this.step - 1); }, { "aria-label": say("previous"), disabled: this.step === 0 }),
        button("play", this.playing ? say("pause") : say("play"), () => (this.playing ? this.pause() : this.play()), { class: "main" }),
        button("next", "▶", () => { this.pause(); this.go(this.step + 1); }, { "aria-label": say("nextStep"), disabled: this.step >= run.steps.length - 1 }),
        element("span", { class: "gap" }),
        button("undo", say("undo"), () => this.undo(), { disabled: this.past.length === 0 }),
        button("redo", say("redo"), () => this.redo(), { disabled: this.future.length === 0 })),
      element("ol", { "aria-label": say("timeline") }, ...items));
    // Places are known without a layout of their own in the next frame.
    requestAnimationFrame(() => {
      const current = part("timeline").querySelector("[aria-current]");
      const list = part("timeline").querySelector("ol");
      if (current instanceof HTMLElement && list) list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
    });
  },

  renderStory() {
    /** @type {[string, string][]} */
    const stories = STORIES.map((story) => [story.name, Speech.language === "zh" ? story.zh : titleOf(story.text)]);
    if (!this.story) stories.unshift(["", shown(this.scenario.title || say("ownStory"))]);
    fill("story",
      element("label", {}, element("span", { class: "label" }, say("story")),
        choice("story", say("story"), stories, this.story, (name) => this.openStory(name))));
    fill("tools",
      choice("language", say("language"), [["en", "English"], ["zh", "中文"]], Speech.language, (language) => this.speak(language)),
      button("share", say("share"), () => this.copyText(location.href)));
  },

  /** @param {string} name */
  async openStory(name) {
    const story = STORIES.find((candidate) => candidate.name === name);
    if (story) await this.open(readYaml(story.text).value, null, name);
  },

  /** @param {string} language */
  async speak(language) {
    Speech.language = language === "zh" ? "zh" : "en";
    sayFixedWords();
    await this.decide(this.scenario, this.step);
  },

  async updateLink() {
    const turn = this.turn;
    const state = { scenario: this.scenario, step: this.step, language: Speech.language };
    const link = await packState(state).catch(() => "");
    if (!link || turn !== this.turn) return;
    this.link = link;
    history.replaceState(null, "", `#${link}`);
  },

  /** Follows the sensor of the phone that shows the page, or no longer. */
  async sense() {
    if (this.isSensing) {
      window.removeEventListener("devicemotion", feel);
      this.isSensing = false;
      if (this.view) this.view.base = 0;
      return this.renderControls();
    }
    const Motion = window.DeviceMotionEvent;
    if (Motion.requestPermission && (await Motion.requestPermission().catch(() => "denied")) !== "granted") {
      return this.tell(say("sensorDenied"), "bad");
    }
    this.isSensing = true;
    window.addEventListener("devicemotion", feel);
    return this.renderControls();
  },
};

/**
 * Turns the device of the story as the phone is held.
 * @param {any} event
 */
function feel(event) {
  const force = event.accelerationIncludingGravity;
  if (!force || force.x === null || Page.playing) return;
  // A page reads the force on the device, which points away from the ground; iOS has the opposite sign.
  const sign = /iPhone|iPad/.test(navigator.userAgent) ? -1 : 1;
  const held = heldBy([(sign * force.x) / 9.81, (sign * force.y) / 9.81, (sign * force.z) / 9.81]);
  if (Page.view) Page.view.base = screen.orientation ? screen.orientation.angle : 0;
  if (held && held !== heldAt(Page.scenario, Page.step).held) Page.happen({ device: held });
}

/** Waits until the browser has painted; a page in the background is not painted and waits for 50 ms. */
function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });
}

/**
 * Returns the headline of an explanation, as the program prints it after its code.
 * @param {Explained} explained
 */
function headlineOf(explained) {
  const line = say("happened", outcomeWord(explained.outcome), explained.headline);
  return shown(line.charAt(0).toUpperCase() + line.slice(1), 400);
}

/** @param {string} text */
function titleOf(text) {
  const match = /^title: *"?(.*?)"?$/m.exec(text);
  // The seeds begin with their number.
  const title = match ? match[1].replace(/^C\d+, /, "") : "";
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Writes the fixed words of the page in its language. */
function sayFixedWords() {
  document.documentElement.lang = Speech.language === "zh" ? "zh-Hans" : "en";
  for (const place of document.querySelectorAll("[data-say]")) {
    if (place instanceof HTMLElement) place.textContent = say(place.dataset.say || "");
  }
  part("timeline").setAttribute("aria-label", say("timeline"));
  part("stage").setAttribute("aria-label", say("device"));
}

/** Registers the listeners that turn the device by dragging and by the arrow keys. */
function makeTurnable() {
  const place = part("device");
  /** @type {{center: [number, number], start: number, angle: number, held: string} | null} */
  let drag = null;
  const angleAt = (/** @type {PointerEvent} */ event, /** @type {[number, number]} */ [x, y]) =>
    (Math.atan2(event.clientY - y, event.clientX - x) * 180) / Math.PI;
  const view = /** @type {DeviceView} */ (Page.view);
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const box = place.getBoundingClientRect();
    /** @type {[number, number]} */
    const center = [box.left + box.width / 2, box.top + box.height / 2];
    drag = { center, start: angleAt(event, center), angle: view.angle, held: heldAt(Page.scenario, Page.step).upright };
    place.setPointerCapture(event.pointerId);
    place.classList.add("dragged");
  });
  place.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const turn = nearestAngle(0, angleAt(event, drag.center) - drag.start);
    const now = nearestAngle(view.angle, drag.angle + turn);
    view.turntable.style.setProperty("--held", `${now}deg`);
    const nearest = UPRIGHT.find((name) => Math.abs(nearestAngle(0, HELD_ANGLES[name] - now)) < 38);
    if (!nearest || nearest === drag.held) return;
    // Beyond this angle the device counts as turned: the windows turn while it is still moved.
    drag.held = nearest;
    Page.happen({ device: nearest }).then(() => {
      if (drag) view.turntable.style.setProperty("--held", `${now}deg`);
    });
  });
  const release = () => {
    if (!drag) return;
    drag = null;
    place.classList.remove("dragged");
    view.turntable.style.setProperty("--held", `${view.angle}deg`);
  };
  place.addEventListener("pointerup", release);
  place.addEventListener("pointercancel", release);
  place.addEventListener("keydown", (event) => {
    const quarters = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 2, ArrowDown: 2 }[event.key];
    if (!quarters || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    Page.turnBy(quarters);
  });
}

/** Registers the listeners of the page: dropped files, Ctrl+Z, the size and the address. */
function listen() {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = event.dataTransfer;
    if (!data) return;
    Panels.show("files");
    if (data.files[0]) Files.readFile(data.files[0]);
    else Files.read(data.getData("text/plain"));
  });
  document.addEventListener("keydown", (event) => {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) Page.redo();
    else Page.undo();
  });
  window.addEventListener("resize", () => { if (Page.view) Page.view.fit(); });
  window.addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== Page.link) openFragment();
  });
}

/** Opens the case in the fragment of the address; returns whether there is a valid one. */
async function openFragment() {
  const fragment = location.hash.slice(1);
  if (!fragment) return false;
  try {
    const { scenario, step, language } = await unpackState(fragment);
    if (language === "zh" || language === "en") {
      Speech.language = language;
      sayFixedWords();
    }
    return await Page.open(scenario, step, "");
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    Page.tell(error.message, "bad");
    return false;
  }
}

/** Opens the case that `swivel report` wrote into the file; returns whether there is a valid one. */
async function openCase() {
  const found = JSON.parse(part("case").textContent || "null");
  if (!found) return false;
  try {
    const { value } = readYaml(String(found.text));
    if (!isScenario(value)) throw new TextError(say("noScenario"));
    return await Page.open(value, Number.isInteger(found.step) ? found.step : null, "");
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    Page.tell(error.message, "bad");
    return false;
  }
}

async function start() {
  Speech.language = navigator.language.startsWith("zh") ? "zh" : "en";
  sayFixedWords();
  const core = part("core");
  await Core.start((core.textContent || "").trim());
  core.remove();
  Page.view = new DeviceView(false);
  part("device").append(Page.view.element);
  makeTurnable();
  listen();
  const sets = await Core.ask({ command: "rule-sets", options: {}, language: Speech.language });
  if (sets.ok) Rules.sets = sets.result;
  else Page.complain(sets);
  if (!await openFragment()) {
    const message = part("message");
    const [text, mood] = [(message.firstChild && message.firstChild.textContent) || "", message.className];
    if (!await openCase()) await Page.openStory(STORIES[0].name);
    if (text) Page.tell(text, mood.includes("bad") ? "bad" : "");
  }
  await Page.explaining;
  document.documentElement.dataset.ready = "true";
}

start();
