# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks have in common: building, running programs to their end, and middles."""
import pathlib
import signal
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def end_on_signals():
    """Makes every signal that asks for the end unwind, so that what was started is ended."""

    def end(number, _):
        for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


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


def quartiles(values):
    """The lower quartile, the median and the upper quartile."""
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return lower, middle, upper


def judge(what, value, most, unit=""):
    """Prints whether a goal is met, and returns it."""
    is_met = value <= most
    print(f"{'met' if is_met else 'missed'}: {what} {value:.3f}{unit}, at most {most}{unit}")
    return is_met
