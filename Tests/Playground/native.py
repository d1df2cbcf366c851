# SPDX-License-Identifier: Apache-2.0
"""The native program behind the interface of the page's core, to compare both or to replace the core."""
import json
import pathlib
import re
import subprocess
import tempfile

# The plain texts that are no strings in YAML's core schema.
SPECIAL = re.compile(r"|~|null|true|false|[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def yaml(node):
    """Returns a tree of the page as YAML in flow style."""
    kind, value = node[2], node[3]
    if kind == "map":
        return "{" + ", ".join(f"{yaml(key)}: {yaml(item)}" for key, item in value) + "}"
    if kind == "list":
        return "[" + ", ".join(map(yaml, value)) + "]"
    return json.dumps(value) if node[4] or not SPECIAL.fullmatch(value) else value or "null"


def tree(value):
    """Returns data as a tree without places."""
    if isinstance(value, dict):
        return [1, 1, "map", [[[1, 1, "scalar", key, True], tree(item)] for key, item in value.items()]]
    if isinstance(value, list):
        return [1, 1, "list", [tree(item) for item in value]]
    return [1, 1, "scalar", value if isinstance(value, str) else json.dumps(value), isinstance(value, str)]


class Native:
    """Answers requests of the page by running the program."""

    def __init__(self, program):
        self.program = str(pathlib.Path(program).resolve())

    def run(self, folder, *words):
        done = subprocess.run(
            [self.program, *words], cwd=folder, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"})
        return done.returncode, done.stdout, done.stderr

    def answer(self, request):
        with tempfile.TemporaryDirectory(prefix="swivel-playground-") as folder:
            return self.answer_in(folder, request)

    def answer_in(self, folder, request):
        command, options = request["command"], request.get("options") or {}
        if command == "rule-sets":
            _, out, _ = self.run(folder, "rules", "list", "--json")
            sets = [{"name": entry["id"], "family": entry["family"]} for entry in json.loads(out)]
            return {"ok": True, "result": sets, "text": ""}
        language = ["--lang", request.get("language", "en")]
        name = options.get("file", "scenario")
        if command.startswith("import-"):
            pathlib.Path(folder, "dump").write_text(request["text"], encoding="utf-8")
            rules = ["--rules", options["rules"]] if options.get("rules") else []
            return self.both(folder, ["import", command.removeprefix("import-"), "dump", *rules], ["--json"], [])
        if not pathlib.Path(folder, name).exists():
            pathlib.Path(folder, name).write_text(yaml(request["scenario"]["yaml-tree"]) + "\n", encoding="utf-8")
        words = [command, name]
        for rules in [options["rules"]] if isinstance(options.get("rules"), str) else options.get("rules", []):
            words += ["--rules", rules]
        if command in ("explain", "whatif") and options.get("step") is not None:
            words += ["--step", str(options["step"])]
        if command == "explain" and options.get("detail") in ("short", "full"):
            words.append("--" + options["detail"])
        if command == "whatif":
            words += options["answers"]
        if command == "check":
            words += ["--answers", options.get("answers", "given"), "--limit", str(options.get("states", 1_000_000))]
        if command in ("simulate", "explain", "whatif"):
            words += language
        machine = ["--format", "json"] if command == "simulate" else ["--json"]
        has_text = command in ("explain", "compare") and options.get("text") is not False
        return self.both(folder, words, machine, [] if has_text else None)

    def both(self, folder, words, machine, human):
        """Returns the JSON and, unless `human` is None, the text of one command."""
        code, out, err = self.run(folder, *words, *machine)
        try:
            result = json.loads(out)
        except ValueError:
            found = re.match(r"swivel: [^:\n]*:(\d+):(\d+): (.*)", err, re.S)
            if found:
                return {"ok": False, "error": {
                    "message": found[3].strip(), "line": int(found[1]), "column": int(found[2])}}
            return {"ok": False, "error": {"message": err.strip().removeprefix("swivel: ") or f"code {code}"}}
        text = "" if human is None else self.run(folder, *words, *human)[1]
        return {"ok": True, "result": result, "text": text}
