# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks have in common: building, running programs to their end, and middles."""
import argparse
import contextlib
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def start_run(document, argument=None, **options):
    """Reads the command line of a benchmark: --help prints its text, and a wrong argument ends it with 2.

    Every signal that asks for the end unwinds from here on, so that what was started is ended. Returns the
    argument, if the benchmark takes one.
    """
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    if argument:
        parser.add_argument(argument, nargs="?", **options)
    found = vars(parser.parse_args())

    def end(number, _):
        for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    return found.get(argument)


def run(command, **options):
    """Runs a program to its end and returns what it printed; asks it to end if we have to."""
    options = {"cwd": ROOT, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **options}
    process = subprocess.Popen(command, text=True, **options)
    try:
        text, _ = process.communicate()
    except BaseException:
        stop(process)
        raise
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}\n{text or ''}")
    return text


def stop(process, number=signal.SIGTERM, patience=5):
    """Sends a signal to a program, waits for its end, and does not ask a second time."""
    if process.poll() is None:
        process.send_signal(number)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def build(product):
    """Builds a product, optimised, and returns its path."""
    command = ["swift", "build", "-c", "release", "--product", product]
    run(command, stdout=sys.stderr)
    return f"{run([*command, '--show-bin-path']).strip()}/{product}"


def installed():
    """The program as it is installed, which `make release` builds, or the one that SWIVEL_PROGRAM names."""
    named = os.environ.get("SWIVEL_PROGRAM")
    if named:
        return os.path.abspath(named)
    return str(ROOT / run(["scripts/build-release"], stderr=sys.stderr).split()[-1] / "swivel")


def quartiles(values):
    """The lower quartile, the median and the upper quartile."""
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return lower, middle, upper


def judge(what, value, most, unit=""):
    """Prints whether a goal is met, and returns it."""
    is_met = value <= most
    print(f"{'met' if is_met else 'missed'}: {what} {value:.3f}{unit}, at most {most}{unit}")
    return is_met


@contextlib.contextmanager
def compositor(folder, outputs=1):
    """A headless phoc with outputs that answers; yields what its clients need in their environment."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_SOCKET", "WAYLAND_DEBUG")}
    environment |= {"XDG_RUNTIME_DIR": folder, "HOME": folder, "WAYLAND_DISPLAY": "wayland-0"}
    of_phoc = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
               "WLR_RENDERER": "pixman", "WLR_HEADLESS_OUTPUTS": str(outputs)}
    configuration = pathlib.Path(folder, "phoc.ini")
    configuration.write_text("[core]\nxwayland=false\n[output:HEADLESS-1]\nmode = 1280x800\n")
    log = pathlib.Path(folder, "phoc.log")
    server = {name: value for name, value in environment.items() if name != "WAYLAND_DISPLAY"}
    with open(log, "w", encoding="utf-8") as file:
        # A session of its own, for Ctrl-C is ours to handle; the kernel ends it should we be killed.
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "phoc", "-C", str(configuration)], cwd=folder,
            env=server | of_phoc, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
            start_new_session=True)
    try:
        deadline = time.monotonic() + 20
        while not answers(environment):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"phoc does not answer\n{log.read_text(encoding='utf-8')}")
            time.sleep(0.05)
        yield environment
    finally:
        stop(process)


def answers(environment):
    command = ["wlr-randr"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run(command, env=environment, check=False, timeout=20, **quiet).returncode == 0


def judge_least(what, value, least, unit=""):
    """Prints whether a goal of at least something is met, and returns it."""
    is_met = value >= least
    print(f"{'met' if is_met else 'missed'}: {what} {value:.3f}{unit}, at least {least}{unit}")
    return is_met
