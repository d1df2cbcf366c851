// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The explanation with its fixes, what-if, comparison, check, import and export.

const CURES = ["follow-key", "ignore-hidden", "key-only", "intersection"];

/** The explanation of the shown step. */
const Why = {
  render() {
    const { explained, step, run } = Page;
    if (!explained || !run) return;
    const rules = explained.because.rules;
    fill(
      "why",
      element("h2", {}, say("why")),
      element("p", {}, shown(explained.event, 300)),
      element("p", { class: "soft" }, shown(explained.moved, 300)),
      ...explained.because.sentences.map((sentence) => element("p", {}, shown(sentence, 2000))),
      ...(explained.blame ? explained.blame.findings : []).map((finding) =>
        element("p", { class: "soft" }, shown(finding.sentence, 600))),
      rules.length > 0 &&
        element("details", {},
          element("summary", { "data-name": "rules-cited" }, `${say("rulesCited")} ${rules.map((rule) => rule.id).join(", ")}`),
          ...rules.map((rule) => element("p", { class: "rule" }, element("b", {}, rule.id), ` ${shown(rule.statement, 2000)}`))));
    this.renderFixes(explained, run.steps[step]);
  },

  /**
   * @param {Explained} explained
   * @param {Step} state
   */
  renderFixes(explained, state) {
    /** @type {Map<string, Repair>} */
    const repairs = new Map();
    for (const finding of explained.blame ? explained.blame.findings : []) {
      for (const repair of finding.repairs) if (!repairs.has(repair.edits.join())) repairs.set(repair.edits.join(), repair);
    }
    const cure = /--rules (\S+\+\S+)/.exec(explained.next || "");
    const code = explained.actions.filter((action) => action.kind !== "trial");
    const list = element("ul", { class: "fixes" });
    for (const [key, repair] of repairs) {
      list.append(element("li", {},
        button(`fix-${key}`, repair.edits.map(editText).join(", "), () => this.applyRepair(repair), { "data-fix": key, class: "fix" }),
        element("span", { class: "soft" }, `${say(repair.applicability)} · ${say("predicted", shown(repair.predicts, 200))}`)));
    }
    if (cure) {
      list.append(element("li", {},
        button(`cure-${cure[1]}`, say("useRules", cure[1]), () => Rules.use(cure[1]), { class: "fix" })));
    }
    const isBad = !["turned", "unchanged"].includes(state.outcome) || state.conflicts.length > 0;
    fill(
      "fixes",
      element("h2", {}, say("fixes")),
      list.childElementCount > 0 ? list : element("p", { class: "soft" }, say(isBad ? "noFixHelps" : "noFix")),
      code.length > 0 &&
        element("details", { open: list.childElementCount === 0 },
          element("summary", { "data-name": "in-code" }, say("inCode")),
          ...code.map((action) => element("p", { class: "rule" }, shown(action.text, 600)))));
  },

  /**
   * Applies a repair to the story, and reports whether the step has the predicted result.
   * @param {Repair} repair
   */
  async applyRepair(repair) {
    const label = repair.edits.map(editText).join(", ");
    const next = withAnswers(Page.scenario, Page.step, repair.edits, Page.stateBefore());
    if (!next) return Page.tell(say("cannotApply", label));
    if (!await Page.change(next, Math.min(Page.step, (next.events || []).length))) return;
    const result = Page.state();
    if (!result) return;
    const isSame = result.outcome === repair.outcome && (result.page ? result.page.orientation : null) === repair.page;
    Page.tell(isSame
      ? say("asPredicted", label, shown(repair.predicts, 200))
      : say("notPredicted", label, outcomeWord(result.outcome), shown(repair.predicts, 200)), isSame ? "good" : "");
  },
};

/**
 * Returns a changed answer as words.
 * @param {string} edit
 */
function editText(edit) {
  const sign = edit.lastIndexOf("=");
  const [name, word] = [edit.slice(0, sign), edit.slice(sign + 1)];
  const mask = orientationsIn(word);
  if (mask) return say("edit_mask", shown(name), mask.map((orientation) => LETTERS[orientation]).join(" "));
  return WORDS[`edit_${word}`] ? say(`edit_${word}`, shown(name)) : shown(edit);
}

/** The choice of a rule set. */
const Rules = {
  /** @type {{name: string, family: string}[]} */
  sets: [],

  render() {
    const { scenario } = Page;
    const family = familyOf(scenario.rules);
    const [base, cure = ""] = String(scenario.rules).split("+");
    /** @type {[string, string][]} */
    const names = this.sets.filter((set) => set.family === family).map((set) => [set.name, set.name]);
    if (!names.some(([id]) => id === base)) names.unshift([base, shown(base)]);
    /** @type {[string, string][]} */
    const cures = [["", say("noCure")], ...CURES.map((name) => /** @type {[string, string]} */ ([name, `+${name}`]))];
    const hasCures = family === "uikit" || family === "desktop";
    fill(
      "rules",
      element("label", {}, element("span", { class: "label" }, say("rules")),
        choice("rules", say("rules"), names, base, (name) => this.use(cure ? `${name}+${cure}` : name))),
      hasCures && element("label", {}, element("span", { class: "label" }, say("cure")),
        choice("cure", say("cure"), cures, cure, (name) => this.use(name ? `${base}+${name}` : base))));
  },

  /** @param {string} rules */
  use(rules) {
    const next = freeCopy(Page.scenario);
    next.rules = rules;
    return Page.change(next, Page.step);
  },
};

/** The trial of a changed answer in the shown step and the following ones. */
const WhatIf = {
  name: "",
  word: "NO",
  /** @type {WhatIfResult | null} */
  result: null,

  forget() {
    this.result = null;
  },

  render() {
    const state = Page.state();
    if (!state) return;
    const family = familyOf(Page.scenario.rules);
    const parties = [...state.windows.map((window) => window.id), ...(family === "uikit" ? ["app", "delegate"] : []), "lock"];
    if (!parties.includes(this.name)) this.name = parties[0];
    const words = this.name === "lock" ? ["off", "on"]
      : ["app", "delegate"].includes(this.name) ? ["YES", "default", "P", "R,L"]
        : ["YES", "NO", "default", "follow-key", "hidden", "shown", "leave", "exempt", "P", "R,L", "P,R,L"];
    if (!words.includes(this.word)) this.word = words[0];
    const edit = `${this.name}=${this.word}`;
    fill(
      "whatif",
      element("h2", {}, say("whatIf")),
      element("p", { class: "soft" }, say("whatIfHelp")),
      element("div", { class: "row" },
        choice("whatif-window", say("whatIfWindow"), parties.map((name) => [name, shown(name)]), this.name, (name) => {
          this.name = name;
          this.result = null;
          this.render();
        }),
        choice("whatif-answer", say("whatIfAnswer"), words.map((word) => [word, word]), this.word, (word) => {
          this.word = word;
          this.result = null;
          this.render();
        }),
        button("whatif-try", say("tryIt"), () => this.tryIt(edit)),
        button("whatif-apply", say("apply"), () => this.apply(edit))),
      this.result && this.outcome(this.result));
  },

  /** @param {WhatIfResult} result */
  outcome(result) {
    const later = result.following > 0 ? say("laterDiffer", result.differing, result.following) : "";
    if (!result.differs && result.differing === 0) return element("p", { "data-whatif": "same" }, say("noDifference"));
    return element("div", { "data-whatif": "differs" },
      ...result.differences.slice(0, 6).map((difference) =>
        element("dl", { class: "whatif" },
          element("dt", {}, `${difference.decision} ${say("was")}`), element("dd", {}, shown(difference.was.line, 400)),
          element("dt", {}, `${difference.decision} ${say("wouldBe")}`), element("dd", {}, element("b", {}, shown(difference.would.line, 400))))),
      later ? element("p", { class: "soft" }, later) : null);
  },

  /** @param {string} edit */
  async tryIt(edit) {
    const response = await Page.ask("whatif", { step: Page.step, answers: [edit], text: false });
    if (!response.ok) return Page.complain(response);
    this.result = response.result;
    this.render();
  },

  /** @param {string} edit */
  async apply(edit) {
    const next = withAnswers(Page.scenario, Page.step, [edit], Page.stateBefore());
    if (!next) return Page.tell(say("cannotApply", editText(edit)));
    await Page.change(next, Math.min(Page.step, (next.events || []).length));
  },
};

/** The comparison of the shown step under all rule sets of the platform. */
const Compare = {
  /** @type {{key: string, result: CompareResult, text: string} | null} */
  last: null,

  timer: 0,

  /** Renders once the page rests, because the comparison decides the story under every rule set. */
  render() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.renderNow(), 120);
  },

  async renderNow() {
    this.timer = 0;
    if (Panels.open !== "compare") return;
    const key = JSON.stringify([Page.scenario, Speech.language]);
    if (!this.last || this.last.key !== key) {
      const response = await Page.ask("compare", {});
      // The page may have gone on meanwhile.
      if (Panels.open !== "compare" || key !== JSON.stringify([Page.scenario, Speech.language])) return;
      if (!response.ok) {
        fill("panel", element("p", { class: "bad" }, Page.errorText(response)));
        return;
      }
      this.last = { key, result: response.result, text: response.text || "" };
    }
    const { result, text } = this.last;
    const statements = new Map();
    for (const match of text.matchAll(/^ {2}(\S+) -> (\S+), step (\d+): (\S+) {2}(.*)$/gm)) {
      statements.set(`${match[1]} ${match[2]} ${match[3]} ${match[4]}`, match[5]);
    }
    fill(
      "panel",
      element("p", { class: "soft" }, say("compareHelp", Page.step)),
      element("div", { class: "versions" }, ...result.runs.map((version) => this.version(version))),
      element("h3", {}, say("compareDiffers")),
      result.differences.length === 0
        ? element("p", { class: "soft" }, say(result.runs.length > 1 ? "compareSame" : "compareOne"))
        : element("ul", { class: "differences" }, ...result.differences.map((difference) =>
          element("li", {},
            button(`difference-${difference.right}-${difference.step}`, `${difference.left} → ${difference.right}, ${difference.step}: ${difference.rule}`,
              () => Page.go(difference.step), { class: "link" }),
            " ", statements.get(`${difference.left} ${difference.right} ${difference.step} ${difference.rule}`) || ""))));
  },

  /** @param {{rules: string, run: Run}} version */
  version({ rules, run }) {
    const state = run.steps[Math.min(Page.step, run.steps.length - 1)];
    const view = new DeviceView(true);
    view.show({ ...Page.scenario, rules }, state, null);
    const isChosen = rules === Page.scenario.rules;
    const bar = state["status-bar"].orientation;
    return element("button", {
      type: "button", class: `version ${state.outcome}`, "data-name": `version-${rules}`, "aria-pressed": isChosen ? "true" : "false",
      onclick: () => Rules.use(rules),
    },
    element("b", {}, rules), view.element,
    element("span", { class: `outcome ${state.outcome}` }, outcomeWord(state.outcome)),
    element("span", { class: "soft" }, say("pageAndBar", state.page ? state.page.orientation : "–", bar)));
  },
};

/** The state limits of successive searches; a search that leaves a property undecided is followed by a larger one. */
const STAGES = [20_000, 200_000, 2_000_000];

/** The model check of the windows, in a worker. */
const Check = {
  /** @type {(() => void) | null} */
  stop: null,
  isAny: false,
  since: 0,
  states: 0,
  timer: 0,
  message: "",
  /** @type {{result: CheckResult, time: number} | null} */
  last: null,

  forget() {
    if (this.stop) this.end();
    this.last = null;
    this.message = "";
  },

  end() {
    if (this.stop) this.stop();
    this.stop = null;
    clearInterval(this.timer);
  },

  start() {
    this.forget();
    this.since = performance.now();
    this.states = 0;
    this.timer = setInterval(() => this.tick(), 200);
    this.search(0);
    this.render();
  },

  /**
   * Searches up to the state limit of a stage, and shows the result while a larger search follows.
   * @param {number} stage
   */
  search(stage) {
    const request = Page.request("check", { answers: this.isAny ? "any" : "given", states: STAGES[stage] });
    this.stop = Core.askAside(request, (response) => {
      const time = Math.round(performance.now() - this.since);
      if (response.ok) {
        this.last = { result: response.result, time };
        this.states = response.result.states;
        const isOpen = this.last.result.properties.some((property) => property.result === "undecided");
        if (isOpen && stage + 1 < STAGES.length) {
          this.search(stage + 1);
          return this.render();
        }
      } else {
        this.message = Page.errorText(response);
      }
      this.end();
      return this.render();
    }, (states) => {
      this.states = states;
      const bar = document.querySelector("#panel progress");
      // The limit bounds the search; most searches end before it.
      if (bar instanceof HTMLProgressElement) bar.value = Math.min(1, states / STAGES[stage]);
    });
  },

  tick() {
    const line = document.getElementById("check-progress");
    const seconds = ((performance.now() - this.since) / 1000).toFixed(1);
    if (line) line.textContent = say("checking", seconds, this.states || "…");
  },

  render() {
    if (Panels.open !== "check") return;
    const isRunning = this.stop !== null;
    const any = element("input", { type: "checkbox", id: "check-any", "data-name": "check-any" });
    any.checked = this.isAny;
    any.addEventListener("change", () => { this.isAny = any.checked; });
    fill(
      "panel",
      element("p", { class: "soft" }, say("checkHelp")),
      element("div", { class: "row" },
        isRunning
          ? button("check-stop", say("checkStop"), () => { this.end(); this.message = say("checkStopped"); this.render(); })
          : button("check-start", say("checkStart"), () => this.start(), { class: "main" }),
        element("label", {}, any, ` ${say("checkAny")}`)),
      isRunning && element("p", { role: "status" }, element("span", { id: "check-progress" }, say("checking", "0.0", "…")), element("progress", { "aria-label": say("check") })),
      this.message && element("p", { class: "bad" }, this.message),
      this.last && this.table(this.last));
  },

  /** @param {{result: CheckResult, time: number}} last */
  table({ result, time }) {
    return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("check") },
      element("table", { "data-check": "" },
        element("tbody", {}, ...result.properties.map((property) => {
          const word = property["by-design"] ? say("byDesign", property["by-design"]) : say(property.result);
          const { script } = property;
          return element("tr", { class: property["by-design"] ? "design" : property.result.replace(" ", "-") },
            element("th", { scope: "row" }, property.property),
            element("td", {}, shown(property.claim, 200), element("br"), element("span", { class: "soft" }, shown(property.detail, 200))),
            element("td", {}, element("b", {}, word)),
            element("td", {}, script ? button(`film-${property.property}`, say("film"), () => Page.film(property.property, script)) : null));
        }))),
      element("p", { class: "soft" }, say("checkDone", result.states, result.transitions, time)));
  },
};

/** Import and export of texts. */
const Files = {
  kind: "auto",
  /** @type {string[]} */
  notes: [],

  render() {
    if (Panels.open !== "files") return;
    const old = document.getElementById("import-text");
    const text = element("textarea", { id: "import-text", rows: "7", spellcheck: "false", "aria-label": say("importText"), "data-name": "import-text" });
    if (old instanceof HTMLTextAreaElement) text.value = old.value;
    const file = element("input", { type: "file", id: "import-file", "data-name": "import-file" });
    file.addEventListener("change", () => { if (file.files && file.files[0]) this.readFile(file.files[0]); });
    let yaml = "";
    try {
      yaml = writeYaml(Page.scenario);
    } catch (error) {
      yaml = `# ${error instanceof Error ? error.message : error}`;
    }
    const output = element("textarea", { id: "export-text", rows: "14", readonly: true, spellcheck: "false", "aria-label": say("exportText"), "data-name": "export-text" });
    output.value = yaml;
    fill(
      "panel",
      element("div", { class: "two" },
        element("section", {},
          element("h3", {}, say("importTitle")), element("p", { class: "soft" }, say("importHelp")), text,
          element("div", { class: "row" },
            choice("import-kind", say("importKind"), [
              ["auto", say("kindAuto")], ["scenario", say("kindScenario")], ["android", say("kindAndroid")], ["uikit", say("kindUIKit")],
            ], this.kind, (kind) => { this.kind = kind; }),
            button("import-do", say("importDo"), () => this.read(text.value), { class: "main" }),
            element("label", { class: "file" }, say("importFile"), file)),
          this.notes.length > 0 && element("ul", { class: "soft" }, ...this.notes.slice(0, 12).map((note) => element("li", {}, shown(note, 400))))),
        element("section", {},
          element("h3", {}, say("exportTitle")), element("p", { class: "soft" }, say("exportHelp")), output,
          element("div", { class: "row" },
            button("export-copy", say("copyIt"), () => Page.copyText(output.value, output)),
            button("export-download", say("download"), () => this.download(output.value))))));
  },

  /** @param {string} text */
  download(text) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    element("a", { href: address, download: "story.yaml" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  },

  /** @param {File} file */
  async readFile(file) {
    if (file.size > LARGEST_DUMP) return Page.tell(say("tooLarge", "8 MiB"), "bad");
    return this.read(await file.text());
  },

  /**
   * Returns the kind of a text, by its content.
   * @param {string} text
   */
  kindOf(text) {
    if (this.kind !== "auto") return this.kind;
    const head = text.slice(0, 200000);
    if (/^swivel: *\d/m.test(head) && !/^\(lldb\)/m.test(head)) return "scenario";
    if (/UIWindow|UIViewController|\(lldb\)|^[ |+]*<\S+ 0x[0-9a-f]+>, state: /m.test(head)) return "uikit";
    if (/WINDOW MANAGER|ACTIVITY MANAGER|mRotation|mDisplayId|Display: mDisplay|ro\.build\.version/.test(head)) return "android";
    return "scenario";
  },

  /**
   * Returns the rule set for a dump of UIKit, which has no version: the shown one, or the newest. A debugger's scenario
   * names its own.
   * @param {string} text
   */
  versionFor(text) {
    if (text.includes("# swivel: a scenario begins")) return null;
    const names = Rules.sets.filter((set) => set.family === "uikit").map((set) => set.name);
    const base = String(Page.scenario.rules).split("+")[0];
    return names.includes(base) ? base : names[names.length - 1];
  },

  /**
   * Imports a text; a mistake in it becomes a message, and the story stays.
   * @param {string} text
   */
  async read(text) {
    this.notes = [];
    if (text.length > LARGEST_DUMP) return Page.tell(say("tooLarge", "8 MiB"), "bad");
    const kind = this.kindOf(text);
    try {
      let yaml = text;
      if (kind !== "scenario") {
        if (text.includes("\0")) throw new TextError(say("hasNul"));
        const options = kind === "uikit" ? { rules: this.versionFor(text) } : {};
        const response = await Core.ask({ command: `import-${kind}`, text, options, language: Speech.language });
        if (!response.ok) return Page.complain(response);
        yaml = String(response.result.scenario);
        this.notes = (response.result.notes || []).map(String);
      }
      await this.readScenario(yaml);
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      Page.tell(error.line > 0 ? say("at", error.line, error.column, shown(error.message, 400)) : shown(error.message, 400), "bad");
    }
    this.render();
    return undefined;
  },

  /** @param {string} text */
  async readScenario(text) {
    const { tree, value } = readYaml(text);
    if (!isScenario(value)) throw new TextError(say("noScenario"), 1, 1);
    const response = await Core.ask({ command: "simulate", scenario: { "yaml-tree": tree }, options: { text: false }, language: Speech.language });
    if (!response.ok) return Page.complain(response);
    await Page.open(value, null, "");
    Page.tell(say("imported", shown(value.title || say("ownStory"))), "good");
    return undefined;
  },
};

/** The tabs under the device. */
const Panels = {
  open: "compare",
  names: ["compare", "check", "files"],

  render() {
    fill(
      "tabs",
      ...this.names.map((name) =>
        element("button", {
          type: "button", role: "tab", id: `tab-${name}`, "data-name": `tab-${name}`, "aria-controls": "panel",
          "aria-selected": name === this.open ? "true" : "false", tabindex: name === this.open ? "0" : "-1",
          onclick: () => this.show(name),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.move(event),
        }, say(name))));
    part("panel").setAttribute("aria-labelledby", `tab-${this.open}`);
    Compare.render();
    Check.render();
    Files.render();
  },

  /** @param {string} name */
  show(name) {
    this.open = name;
    part("panel").replaceChildren();
    this.render();
  },

  /** @param {KeyboardEvent} event */
  move(event) {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const index = (this.names.indexOf(this.open) + by + this.names.length) % this.names.length;
    this.show(this.names[index]);
    part(`tab-${this.names[index]}`).focus();
  },
};
