#!/usr/bin/env python3
"""Set up and run Import/Export Explorer. Needs nothing but Python.

  python3 run.py lab      open JupyterLab on the first notebook
  python3 run.py test     lint, type check and the whole test suite, installing what it needs
  python3 run.py check    lint and type check only
  python3 run.py bench    the benchmarks
  python3 run.py remake   make anew, in their order, the pages, tables and notebook outputs that follow from other files

Options after the command go to the program it starts:

  python3 run.py lab --no-browser --port 9000
  python3 run.py test -k harness -n 0         (with options: pytest only)

Everything is installed into .venv in this folder, by uv if that is on the PATH, else by pip.
Delete .venv to start afresh. Environment variables: EXPLORER_NO_APT=1 never installs
Chromium, CHROMIUM=/path/to/browser names the browser of the tests, EXPLORER_REQUIRE_BROWSER=1
makes the browser tests fail instead of being skipped where there is no browser.
"""
# This file must also start on a Python that is too old for the project, in order to say so.

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)
FIRST_NOTEBOOK = "notebooks/01_learn_to_play.ipynb"
# What follows from other files; the notebooks come last, as they show what the others write.
MADE_BY = ("docs/make_language.py", "docs/make_rulings.py", "docs/make_powers.py", "tests/support/savenotebooks.py")
EXTRAS = {"lab": "lab", "test": "lab,test,browser"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def say(text):
    print("run.py: " + text, flush=True)


def stop(text):
    sys.exit("run.py: " + text)


def call(command, **options):
    """Run a command in the project's folder and hand back its exit code."""
    return subprocess.call([str(part) for part in command], cwd=str(ROOT), **options)


# --- the environment ------------------------------------------------------------------------------------------


def venv_python():
    return VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"


def new_enough(python):
    code = "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)
    try:
        return subprocess.call([python, "-c", code], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def find_python():
    """The Python to build .venv with: this one, or a newer one that is on the PATH; None if there is none."""
    if sys.version_info >= OLDEST:
        return sys.executable
    for minor in (13, 12, 11, 14):
        found = shutil.which("python3.%d" % minor)
        if found and new_enough(found):
            return found
    return None


def too_old():
    return (
        "Python %d.%d or newer is needed, this is %d.%d (%s). Install a newer one (Debian, Ubuntu: "
        "apt install python3.11 python3.11-venv; or get uv, which brings its own) and try again."
        % (OLDEST + tuple(sys.version_info[:2]) + (sys.executable,))
    )


def create_venv():
    uv = shutil.which("uv")
    python = find_python()
    if uv:
        wanted = python or ">=%d.%d" % OLDEST
        if call([uv, "venv", "--quiet", "--seed", "--clear", "--python", wanted, VENV]):
            stop("uv could not make the environment .venv." + ("" if python else " " + too_old()))
        return
    if python is None:
        stop(too_old())
    if subprocess.call([python, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL):
        stop("this Python lacks its venv module. On Debian and Ubuntu: apt install python3-venv")
    if call([python, "-m", "venv", "--clear", VENV]):
        stop("could not make the environment .venv. On Debian and Ubuntu this may help: apt install python3-venv")


def complete(python):
    """Whether an environment was made to its end: without uv it needs a pip, which comes last."""
    if shutil.which("uv"):
        return True
    return subprocess.call([str(python), "-c", "import pip"], stderr=subprocess.DEVNULL) == 0


def fingerprint(extras):
    """What an installed environment depends on; when it changes, the next run installs again."""
    text = (ROOT / "pyproject.toml").read_bytes() + extras.encode() + str(ROOT).encode()
    return hashlib.sha256(text).hexdigest()


def prepare(kind):
    """Make .venv and install the project into it, unless a stamp file says that this was done."""
    extras = EXTRAS[kind]
    stamp = VENV / (".installed-" + kind)
    python = venv_python()
    if not (python.exists() and new_enough(str(python)) and complete(python)):
        say("making the environment .venv")
        create_venv()
    elif stamp.exists() and stamp.read_text() == fingerprint(extras):
        return python
    what = "what the notebooks need" if kind == "lab" else "everything"
    say("installing %s (the first time takes a minute)" % what)
    target = "%s[%s]" % (".", extras)
    uv = shutil.which("uv")
    started = time.time()
    if uv:
        failed = call([uv, "pip", "install", "--quiet", "--python", python, "--editable", target])
    else:
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        failed = call(pip + ["--editable", target])
    if failed:
        stop("the installation failed; its messages are above. Is a package index within reach?")
    write_overrides()
    # Whoever has installed everything also has what the notebooks need.
    for done in EXTRAS if kind == "test" else (kind,):
        (VENV / (".installed-" + done)).write_text(fingerprint(EXTRAS[done]))
    say("installed in %.0f s" % (time.time() - started))
    return python


def write_overrides():
    """JupyterLab settings of this environment: widget messages on the main thread, no news pop-up."""
    folder = VENV / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(str(ROOT / "binder" / "overrides.json"), str(folder / "overrides.json"))


# --- the browser of the tests ---------------------------------------------------------------------------------


def find_browser():
    """The path of a Chromium or Chrome, or None. The variable CHROMIUM goes before everything else."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    for path in MAC_BROWSERS:
        if Path(path).exists():
            return path
    return None


def browser_command():
    """The command a person types to get the browser."""
    if shutil.which("apt-get"):
        return ("" if is_root() else "sudo ") + "apt-get install -y chromium"
    return "%s -m playwright install chromium" % venv_python()


def is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def ensure_browser():
    """Install Chromium where that can be done without asking for a password; else say how."""
    if find_browser():
        return
    if is_root() and shutil.which("apt-get") and not os.environ.get("EXPLORER_NO_APT"):
        say("installing Chromium for the browser tests (about 30 s)")
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        quiet = {"env": environment, "stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        install = ["apt-get", "install", "-y", "-qq", "chromium"]
        if call(install, stderr=subprocess.DEVNULL, **quiet):
            call(["apt-get", "update", "-qq"], **quiet)
            call(install, **quiet)
    if not find_browser():
        say("no Chromium found: unless Playwright has a browser of its own, the browser tests will be skipped.")
        say("to run them: " + browser_command())


# --- the commands ---------------------------------------------------------------------------------------------


def lab(options):
    python = prepare("lab")
    command = [python, "-m", "jupyterlab", "--LabApp.extension_manager=readonly", "--ServerApp.root_dir=" + str(ROOT)]
    if is_root():
        command.append("--allow-root")
    if (ROOT / FIRST_NOTEBOOK).exists():
        command.append("--LabApp.default_url=/lab/tree/" + FIRST_NOTEBOOK)
    try:
        return call(command + options)
    except KeyboardInterrupt:
        return 0


def check(options):
    python = prepare("test")
    failed = []
    if call([python, "-m", "ruff", "check", "--quiet", "."]):
        failed.append("ruff")
    if call([python, "-m", "mypy"] + options):
        failed.append("mypy")
    return failed


def test(options):
    python = prepare("test")
    ensure_browser()
    failed = [] if options else check([])
    code = call([python, "-m", "pytest"] + options)
    if failed:
        say("pytest apart, there are complaints above from: " + ", ".join(failed))
    return code or len(failed)


def bench(options):
    program = ROOT / "benchmarks" / "run.py"
    if not program.exists():
        stop("there are no benchmarks yet (benchmarks/run.py)")
    return call([prepare("test"), program] + options)


def remake(options):
    python = prepare("test")
    for script in MADE_BY:
        say("running " + script)
        if call([python, script] + options):
            stop(script + " failed; its messages are above. What comes after it was not made.")
    return 0


def main(arguments):
    commands = {
        "lab": lab,
        "test": test,
        "check": lambda options: len(check(options)),
        "bench": bench,
        "remake": remake,
    }
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0
    if arguments[0] not in commands:
        stop("no command %r; there are: %s" % (arguments[0], ", ".join(commands)))
    return commands[arguments[0]](arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
