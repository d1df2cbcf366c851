# SPDX-License-Identifier: Apache-2.0
"""A copy of the project whose sources hold mutants, and its build."""
import collections
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

import mutants as m

# The test targets that need neither compositors nor other programs; of IntegrationTests only some files.
TESTS = ["OrientationTests", "ArbitrationTests", "SensingTests", "ModelCheckerTests", "ExplanationTests",
         "ScenariosTests", "RecordingTests", "ConfigurationTests", "FormatsTests", "ImportTests", "ReportTests",
         "ControlTests", "DaemonTests", "SensorsTests", "DesktopTests", "DoctorTests", "PixelsTests", "PluginsTests"]
IN_PROCESS = ["Daemon/CrashJournalTests.swift", "Daemon/FoldTrackerTests.swift",
              "Daemon/NewcomersTests.swift", "Daemon/PhaseTests.swift", "Daemon/SceneTrackerTests.swift",
              "Support/Deadline.swift", "Support/Limit.swift", "Support/RuntimeDirectory.swift"]
IMPORTED = ["Arbitration", "Configuration", "Daemon", "Desktop", "EventLoop", "Explanation", "Orientation", "Sensing",
            "Sensors", "WaylandClient"]
ADDED = """
package.targets.append(.target(name: "MutationSwitch", path: "Tests/Mutation/Switch"))
let mutated: Set = [%(mutated)s]
let tests: Set = [%(tests)s]
package.products = []
package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
for target in package.targets where mutated.contains(target.name) {
  target.dependencies.append("MutationSwitch")
}
for target in package.targets where target.name == "IntegrationTests" {
  target.sources = [%(in_process)s]
  target.dependencies = [%(imported)s]
}
needed = tests
var isGrowing = true
while isGrowing {
  let before = needed.count
  for target in package.targets where needed.contains(target.name) {
    for dependency in target.dependencies {
      if case .byNameItem(let name, _) = dependency { needed.insert(name) }
      if case .targetItem(let name, _) = dependency { needed.insert(name) }
    }
    for case .plugin(let name, _) in target.plugins ?? [] { needed.insert(name) }
  }
  isGrowing = needed.count > before
}
package.targets.removeAll { !needed.contains($0.name) }
package.dependencies = []
"""
BUILD = ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "-debug-info-format", "none",
         "--build-tests"]
ERROR = re.compile(r"^(/[^:\n]+\.swift):(\d+):\d+: error: (.*)$", re.M)
# Where the compiler was when it ended itself.
STACK = re.compile(r"(/[^\s:\[\]\"']+\.swift):(\d+):\d+")


def listed(names):
    return ", ".join(f'"{name}"' for name in names)


class Tree:
    """The copy: `project` is where it comes from, `folder` holds all that belongs to it."""

    def __init__(self, project, folder):
        self.project = project
        self.folder = folder
        self.root = folder / "tree"
        self.scratch = folder / "build"
        # Of each mutated file: the lines in which a mutant is, by its id.
        self.lines = {}

    def synchronize(self, chosen):
        """Brings the copy to the state of the project, with these mutants in its sources.

        What does not change keeps its date, so that it is not built again.
        """
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                               cwd=self.project, check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
        names = {name for name in names if name and (self.project / name).is_file()}
        by_file = collections.defaultdict(list)
        for mutant in chosen:
            by_file[mutant.file].append(mutant)
        for path in self.root.rglob("*") if self.root.exists() else []:
            if (path.is_file() or path.is_symlink()) and str(path.relative_to(self.root)) not in names:
                path.unlink()
        self.lines = {}
        for name in sorted(names):
            source, copy = self.project / name, self.root / name
            data = source.read_bytes()
            if name in by_file:
                data, self.lines[name] = m.held(data, by_file[name])
            elif name == "Package.swift":
                text = data.decode().replace(".treatAllWarnings(as: .error)", "")
                data = (text + ADDED % {
                    "mutated": listed(m.CORE + m.OTHERS), "tests": listed([*TESTS, "IntegrationTests"]),
                    "in_process": listed(IN_PROCESS), "imported": listed(IMPORTED)}).encode()
            if copy.is_file() and copy.read_bytes() == data:
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
            shutil.copymode(source, copy)

    def build(self, jobs):
        """Builds the tests; gives the words of the compiler if that fails. They are in build.log as they come."""
        command = [*BUILD, "--jobs", str(jobs), "--scratch-path", str(self.scratch)]
        words = self.folder / "build.log"
        with words.open("w", encoding="utf-8") as file:
            code = subprocess.run(command, cwd=self.root, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
        return words.read_text(encoding="utf-8", errors="replace") if code else None

    def blamed(self, words):
        """The ids of the mutants that the compiler does not like, each with what it says."""
        found = {}
        elsewhere = []
        places = [(match[1], int(match[2]), match[3]) for match in ERROR.finditer(words)]
        if not places:
            places = [(match[1], int(match[2]), "the compiler ended itself") for match in STACK.finditer(words)]
        for path, line, message in places:
            file = path.removeprefix(f"{self.root}/")
            there = self.lines.get(file, {})
            around = [(last - first, name) for name, (first, last) in there.items() if first <= line <= last]
            # Something in a closure may be said of the line where its statement begins, or ends.
            near = [(abs(first - line), name) for name, (first, _) in there.items() if abs(first - line) <= 25]
            if around:
                smallest = min(around)[0]
                found |= {name: message for size, name in around if size == smallest}
            elif near:
                nearest = min(near)[0]
                found |= {name: message for size, name in near if size == nearest}
            elif there:
                found |= {name: message for name in there}
            else:
                elsewhere.append(f"{file}:{line}: {message}")
        if not found:
            print("\n".join(elsewhere) or words[-3000:], file=sys.stderr)
            sys.exit(f"the copy does not build, and no mutant is to blame; see {self.folder / 'build.log'}")
        return found

    def program(self):
        """The program that runs the tests."""
        return next((self.scratch / "release").resolve().glob("*.xctest"))

    def prints(self):
        """For each test target, a number that changes with whatever its outcome could depend on."""
        shared, own = hashlib.sha256(), collections.defaultdict(hashlib.sha256)
        for path in sorted(path for path in self.root.rglob("*") if path.is_file()):
            name = path.relative_to(self.root)
            if name.parts[0] == "Tests" and len(name.parts) > 3 and name.parts[2] in [*TESTS, "IntegrationTests"]:
                digest = own[name.parts[2]]
            elif name.parts[:2] == ("Tests", "Mutation") or name.name in ("CHANGELOG.md", "CONTRIBUTING.md"):
                continue
            else:
                digest = shared
            digest.update(str(name).encode() + path.read_bytes())
        return {name: hashlib.sha256(shared.digest() + digest.digest()).hexdigest()[:16]
                for name, digest in own.items()}
