// SPDX-License-Identifier: Apache-2.0
// The types of the documents that the core reads and prints; docs/scenarios.md describes their members.

type Family = "uikit" | "android" | "chromeos" | "desktop";
type Mask = string | number | string[];

interface ControllerData {
  id?: string;
  autorotate?: boolean;
  supported?: Mask;
  legacy?: Mask;
  container?: string;
  children?: ControllerData[];
  presented?: { style?: string; controller?: ControllerData };
  [key: string]: unknown;
}

interface WindowData {
  id: string;
  level?: string | number;
  hidden?: boolean;
  key?: boolean;
  root?: ControllerData | null;
  policy?: { autorotate?: boolean; supported?: Mask; veto?: boolean; [key: string]: unknown };
  request?: string | null;
  lock?: string | null;
  size?: "full" | [number, number];
  [key: string]: any;
}

type EventData = { [name: string]: any };

interface Scenario {
  swivel: number;
  title?: string;
  rules: string;
  device?: { [key: string]: any };
  app?: { [key: string]: any };
  windows?: WindowData[];
  events?: EventData[];
  expect?: unknown;
  [key: string]: any;
}

interface StepWindow {
  id: string;
  orientation: string;
  transform: [number, number, number, number] | null;
  bounds: [number, number] | null;
}

interface Step {
  step: number;
  at: number;
  event: EventData | null;
  device: string;
  "status-bar": { orientation: string; hidden: boolean; writer: string | null; word: string };
  keyboard: string | null;
  windows: StepWindow[];
  page: { window: string; controller: string | null; orientation: string; word: string } | null;
  outcome: string;
  conflicts: { kind: string; culprits: string[]; since: number }[];
  error: { name: string } | null;
  asked: { window: string }[];
  ignored?: string[];
  stopped?: boolean;
}

interface Run {
  title: string;
  rules: string;
  steps: Step[];
}

interface ExplainedWindow {
  window: string;
  app: string | null;
  level: number | null;
  shown: boolean;
  key: boolean;
  "asked-via": string | null;
  turn: boolean | null;
  "turn-origin": string | null;
  supports: string[] | null;
  "supports-origin": string | null;
  request: string | null;
  allows: string | null;
  effect: string;
  culprit: boolean;
}

interface Repair {
  edits: string[];
  applicability: string;
  outcome: string;
  page: string | null;
  "status-bar": string | null;
  predicts: string;
}

interface Explained {
  code: string;
  title: string;
  outcome: string;
  headline: string;
  event: string;
  requested: string | null;
  moved: string;
  rules: string;
  step: number;
  windows: ExplainedWindow[];
  because: { sentences: string[]; rules: { id: string; statement: string }[] };
  blame: { findings: { sentence: string; repairs: Repair[] }[] } | null;
  fixes: string[];
  actions: { kind: string; text: string; command: string | null; predicts: string | null }[];
  next: string | null;
}

interface WhatIfResult {
  differs: boolean;
  following: number;
  differing: number;
  differences: { decision: number; was: { line: string }; would: { line: string } }[];
}

interface CompareResult {
  runs: { rules: string; run: Run }[];
  differences: { left: string; right: string; step: number; rule: string }[];
}

interface CheckResult {
  states: number;
  transitions: number;
  properties: {
    property: string;
    claim: string;
    result: string;
    detail: string;
    "by-design": string | null;
    script?: string;
  }[];
}

interface CoreRequest {
  command: string;
  scenario?: { "yaml-tree": YamlTree };
  text?: string;
  options?: { [key: string]: unknown };
  language?: "en" | "zh";
}

interface CoreResponse {
  ok: boolean;
  result?: any;
  text?: string;
  error?: { message: string; line?: number; column?: number };
}

/** A node of a YAML document with its place, as the core reads it. */
type YamlTree =
  | [line: number, column: number, kind: "scalar", text: string, isQuoted: boolean]
  | [line: number, column: number, kind: "list", items: YamlTree[]]
  | [line: number, column: number, kind: "map", pairs: [YamlTree, YamlTree][]];

/** Debian's YAML reader, which the build bundles. */
declare const YAML: any;
/** The stories of the page, by the build: the text of a scenario file and the page's name of it. */
declare const STORIES: { name: string; zh: string; text: string }[];
/** The function that a test injects in place of the core; absent in a page. */
declare function swivelBridge(message: string): void;
interface Window {
  swivelBridge?: (message: string) => void;
  swivelReply?: (id: number, response: CoreResponse) => void;
  DeviceMotionEvent?: any;
}
