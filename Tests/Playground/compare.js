// SPDX-License-Identifier: Apache-2.0
// Asks the playground's module in node, the program around it in WasmKit, and the native program for
// every example and recording, compares what they answer, and times checks. Run by Tests/Playground/run.
"use strict";

const { execFile, execFileSync, spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { load, tree } = require("./module.js");

const [program, module_, lines, option] = process.argv.slice(2);
/** Whether a part is compared: every recording, and of the requests for scenarios one in so many. */
const isShort = option === "--built";
const STRIDE = 29;
let failed = 0;

function complain(what, left, right) {
  failed += 1;
  if (failed > 10) return;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const part = (text) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  console.log(`${what}: at character ${at}\n  ${part(left)}\n  ${part(right)}`);
}

function files(folder, suffix) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return files(name, suffix);
    return name.endsWith(suffix) ? [name] : [];
  }).sort();
}

/** Returns the requests for a scenario, each with the arguments of the program for JSON and for text. */
function cases(file, index) {
  const scenario = { "yaml-tree": tree(fs.readFileSync(file, "utf8")) };
  const found = [];
  const add = (command, options, json, text, language = "en") => found.push({
    name: `${command} ${language} ${file}`, json, text,
    request: { command, scenario, language, options: { file, ...options } },
  });
  add("simulate", {}, ["simulate", file, "--format", "json"], ["simulate", file, "--lang", "en"]);
  for (const language of ["en", "zh"]) {
    const explain = ["explain", file, "--lang", language];
    add("explain", { detail: "full" }, [...explain, "--json"], [...explain, "--full"], language);
  }
  add("compare", {}, ["compare", file, "--json"], ["compare", file]);
  const answer = "main=NO";
  add("whatif", { answers: [answer] }, ["whatif", file, answer, "--json", "--lang", "en"],
    ["whatif", file, answer, "--lang", "en"]);
  if (index % 9 === 0) {
    const check = ["check", file, "--limit", "20000", "--memory", "256"];
    add("check", { states: 20000 }, [...check, "--json"], check);
  }
  // WasmKit interprets, at a hundredth of the speed: one command for each scenario, in turn.
  found[index % found.length].isForWasmKit = true;
  return found;
}

/** Returns the program's output, or the first line of its complaint. */
function native(words) {
  return new Promise((resolve) => {
    const environment = { ...process.env, LC_ALL: "C.UTF-8" };
    execFile(program, words, { env: environment, maxBuffer: 1 << 28 }, (error, output, complaint) => {
      resolve(output !== "" || !error ? { output } : { complaint: complaint.split("\n")[0] });
    });
  });
}

/** Compares the program's answers with a response of the module. */
async function compareNative(test, response) {
  const [json, text] = await Promise.all([native(test.json), native(test.text)]);
  if (!response.ok) {
    if (!(json.complaint || "").includes(response.error.message)) {
      complain(test.name, response.error.message, JSON.stringify(json));
    }
    return;
  }
  if (json.output === undefined) return complain(test.name, "an answer", json.complaint);
  const theirs = JSON.parse(json.output);
  const [left, right] = [JSON.stringify(response.result), JSON.stringify(theirs)];
  if (left !== right) complain(`${test.name}, JSON`, left, right);
  if (response.text.trimEnd() !== text.output.trimEnd()) {
    complain(`${test.name}, text`, response.text.trimEnd(), text.output.trimEnd());
  }
}

/** Prints how long checks of random stacks of eight windows take, three for every rule set and cure. */
function timeChecks(answer) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "swivel-playground-"));
  execFileSync("python3", ["-c", `
import stacks
for index, rules in enumerate(stacks.RULES):
    for seed in range(3):
        stacks.random_stack(f"{index:02}-{seed}.yaml", rules, seed)
`], { cwd: folder, env: { ...process.env, PYTHONPATH: path.resolve("Benchmarks/check"), PYTHONDONTWRITEBYTECODE: "1" } });
  const times = files(folder, ".yaml").map((file) => {
    const scenario = { "yaml-tree": tree(fs.readFileSync(file, "utf8")) };
    const started = performance.now();
    const response = JSON.parse(answer({ command: "check", scenario, options: { file } }));
    if (!response.ok) complain(`check ${file}`, response.error.message, "");
    return performance.now() - started;
  }).sort((one, other) => one - other);
  fs.rmSync(folder, { recursive: true });
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0);
  console.log(`checks of ${times.length} stacks of eight windows: median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`);
}

/** Returns the responses of WasmKit to requests. */
function wasmkit(requests) {
  return new Promise((resolve, reject) => {
    const child = spawn("wasmkit", ["run", "--stack-size", "16777216", lines]);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.pipe(process.stderr);
    child.on("error", reject);
    child.on("close", () => resolve(Buffer.concat(chunks).toString().split("\n")));
    child.stdin.on("error", () => {});
    child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  });
}

async function main() {
  const answer = await load(module_);
  const scenarios = files("examples", ".yaml").filter((file) => !file.includes("examples/config/"));
  const all = scenarios.flatMap(cases);
  const tests = isShort ? all.filter((_, index) => index % STRIDE === 0) : all;
  for (const file of files("Tests/Recordings", ".jsonl")) {
    const recording = fs.readFileSync(file, "utf8");
    tests.push({
      name: `replay ${file}`, json: ["replay", file], isReplay: true,
      request: { command: "replay", recording, options: { file } },
    });
  }
  const started = Date.now();
  const responses = tests.map((test) => answer(test.request));
  console.log(`node: ${tests.length} answers in ${Date.now() - started} ms`);
  if (!isShort) timeChecks(answer);
  const shared = tests.filter((test, index) => (isShort ? index % 7 === 0 : test.isForWasmKit || test.isReplay));
  const others = wasmkit(shared.map((test) => test.request));
  let next = 0;
  const work = async () => {
    while (next < tests.length) {
      const index = next++;
      const [test, response] = [tests[index], JSON.parse(responses[index])];
      if (!test.isReplay) {
        await compareNative(test, response);
        continue;
      }
      const { output, complaint } = await native(test.json);
      const chain = response.ok ? response.result.chain : response.error.message;
      if (!(output || complaint).includes(chain)) complain(test.name, chain, output || complaint);
    }
  };
  await Promise.all([work(), work()]);
  console.log("native: compared");
  const theirs = await others;
  shared.forEach((test, index) => {
    const response = responses[tests.indexOf(test)];
    if (theirs[index] !== response) {
      complain(`${test.name} in WasmKit`, response, theirs[index] || "");
    }
  });
  console.log(`${tests.length} answers, ${failed} differ`);
  process.exit(failed ? 1 : 0);
}

main();
