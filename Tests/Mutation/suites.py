# SPDX-License-Identifier: Apache-2.0
"""The suites of the tests: what they reach, how long they take, and whether a mutant makes one fail."""
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

ISSUE = re.compile(r"^✘ (?:Test|Suite) (.+?)(?: with \d+ test cases?)?(?: with .*?)? (?:recorded an issue|failed)", re.M)
# A mutant that fills the memory is ended before the machine suffers.
MEMORY = 6 << 30
# A suite that takes longer is no help here; the checker's reference search takes the most, nearly a minute at rest.
LONGEST = 180
# Suites that judge the machine beside the code, or that take their time in another program.
LEFT_OUT = re.compile(r"Benchmark$|^ModelCheckerTests\.SpinTests$")
# Suites that read a clock somewhere.
CLOCKED = re.compile(r"^(Control|Daemon|Doctor|Integration|Plugins|Sensors)Tests\.")
# The simulation plays this many made-up machines.
SEEDS = "1000"


class Runner:
    """Starts the tests and ends them, whatever the mutant does."""

    def __init__(self, program, root):
        self.program = program
        self.root = root
        self.running = set()
        self.stopped = False
        self.lock = threading.Lock()

    def list(self):
        """The names of all suites; a test outside of one counts as one."""
        words = subprocess.run([str(self.program), "--testing-library", "swift-testing", "--list-tests"],
                               cwd=self.root, check=True, stdout=subprocess.PIPE, text=True).stdout
        names = {re.match(r"[^/(]+", line)[0] for line in words.splitlines() if "." in line}
        return sorted(name for name in names if not LEFT_OUT.search(name))

    def run(self, suites, seconds, mutant=None, reached=None):
        """Runs suites; gives the outcome (passed, failed, crashed, timeout, stopped), the first test that failed
        and the seconds that it took."""
        filters = [word for suite in suites for word in ("--filter", f"^{re.escape(suite)}(/|\\()")]
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", SWIVEL_SEEDS=SEEDS)
        for name, value in (("SWIVEL_MUTANT", mutant), ("SWIVEL_MUTANTS_REACHED", reached)):
            environment.pop(name, None)
            if value:
                environment[name] = str(value)
        started = time.monotonic()
        with tempfile.TemporaryFile() as words:
            with self.lock:
                if self.stopped:
                    return "stopped", "", 0
                process = subprocess.Popen(
                    [str(self.program), "--testing-library", "swift-testing", "--no-parallel", *filters],
                    cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=words,
                    stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit)
                self.running.add(process)
            code, text = None, ""
            while code is None and time.monotonic() - started < seconds and not ISSUE.search(text):
                try:
                    code = process.wait(timeout=0.05 if time.monotonic() - started < 2 else 0.5)
                except subprocess.TimeoutExpired:
                    pass
                text = os.pread(words.fileno(), 1 << 20, 0).decode(errors="replace")
            self.end(process)
            taken = time.monotonic() - started
        if self.stopped:
            return "stopped", "", taken
        failed = ISSUE.search(text)
        test = failed[1].strip('"') if failed else ""
        if code == 0:
            return "passed", "", taken
        if code is None:
            return ("failed" if failed else "timeout"), test, taken
        return ("crashed" if code < 0 else "failed"), test, taken

    def end(self, process):
        """Ends a run and all that it has started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        with self.lock:
            self.running.discard(process)

    def stop(self):
        """Ends everything; nothing starts any more."""
        with self.lock:
            self.stopped = True
            running = list(self.running)
        for process in running:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def limit():
    """In the new process: no dumps, and no more memory than is good."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def record(runner, suite):
    """What one suite reaches without any mutant, as {print, seconds, reached, error}.

    It runs twice: one that fails, or that takes too long, cannot judge.
    """
    with tempfile.NamedTemporaryFile(prefix="swivel-reached-") as file:
        first, test, taken = runner.run([suite], LONGEST, reached=file.name)
        reached = sorted(set(pathlib.Path(file.name).read_text(encoding="ascii").split()))
    if first != "passed":
        return {"seconds": taken, "reached": [], "error": f"{first} without a mutant: {test}"}
    second, test, again = runner.run([suite], LONGEST) if reached else (first, "", taken)
    if second != "passed":
        return {"seconds": taken, "reached": [], "error": f"passed, then {second}, without a mutant: {test}"}
    return {"seconds": max(taken, again), "reached": reached, "error": ""}


def batches(suites, seconds):
    """The suites in the order of their time, in groups: what is quick goes first, and pays for one process."""
    groups, total, group = [], 0, []
    for suite in sorted(suites, key=lambda suite: (seconds[suite], suite)):
        group.append(suite)
        if sum(seconds[member] for member in group) >= max(1, total):
            groups.append(group)
            total += sum(seconds[member] for member in group)
            group = []
    return groups + ([group] if group else [])
