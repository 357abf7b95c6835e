"""The pages for readers, and the commands that they show.

A block of the kind `console` shows commands behind `$ `, each with what it prints. `Page.run` types them into a shell,
in the order of the page, and holds what is printed against what is shown:

- A line `...` stands for any lines, and ` ...` at the end of a line for the rest of it.
- White space is not compared, and neither are lines that are not shown at the end, behind `...`.
- A comment before a block says more: `<!-- figures vary -->` compares neither times nor fractions; `<!-- timed -->` compares
  no numbers, and takes a run that the machine disturbed (exit 3) for one that says nothing; `<!-- counts -->` compares what a
  release build counts, but for fractions, and of a debug build nothing; `<!-- not run: REASON -->` leaves the block
  out, and the reason names the test that has it, or what no machine of ours has.
- What is shown under `$ COMMAND; echo $?` has its exit code as its last line. Any other command ends with 0.

`python Tests/Interop/guide.py --write PAGE...` writes what the commands print into the pages, to be shortened by hand.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
DOCUMENTATION = ROOT / "Documentation"
PAGES = [README, *sorted(DOCUMENTATION.rglob("*.md"))]

BLOCK = re.compile(r"(?P<note>(?:^<!-- [^\n]* -->\n)*)^```console\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
UNIT = r"(?:ns|µs|ms|s|k|M|G|kB|MB|GB|KiB|MiB|%)(?!\w)"
# What differs from run to run: times, rates and sizes with their units, and numbers with a point.
FIGURE = re.compile(rf"[-+]?\d[\d,]*\.\d+(?:e[-+]?\d+)?(?:\s*{UNIT})?|(?<![\w#])[-+]?\d[\d,]*\s*{UNIT}")
# Under load the counts do, too.
NUMBER = re.compile(rf"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?:\s*{UNIT})?(?!\w)|(?<=\s)-(?=\s|$)")
# A command is one line.
PROMPT = "$ "


class Command:
    """A command of a page, with the lines that are shown of what it prints."""

    def __init__(self, place, text, note):
        self.place, self.text, self.note = place, text, note
        self.shown = []

    @property
    def is_timed(self):
        return "timed" in self.note

    @property
    def is_counted(self):
        return "counts" in self.note

    @property
    def masked(self):
        """What is not compared of its lines; None if all is."""
        return NUMBER if self.is_timed else FIGURE if "figures vary" in self.note or self.is_counted else None

    @property
    def why_not_run(self):
        match = re.search(r"not run: (.*?) -->", self.note)
        return match.group(1) if match else None


class Page:
    """A page with its commands."""

    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(ROOT))
        self.text = path.read_text()
        self.commands = []
        for match in BLOCK.finditer(self.text):
            line = self.text.count("\n", 0, match.start("text")) + 1
            for offset, row in enumerate(match.group("text").splitlines()):
                if row.startswith(PROMPT):
                    place = f"{self.name}:{line + offset}"
                    self.commands.append(Command(place, row[len(PROMPT):], match.group("note")))
                else:
                    assert self.commands, f"{self.name}:{line + offset}: output before the first command"
                    self.commands[-1].shown.append(row)

    def run(self, folder, tools):
        """Runs all commands in a folder, with folders of tools on the path; gives what is not as shown."""
        problems = []
        is_debug = any("debug" in pathlib.Path(tool).parts for tool in tools)
        for command in self.commands:
            if command.why_not_run:
                continue
            status, said = type_in(command.text, folder, tools)
            problem = compare(command, status, said) if status or not (is_debug and command.is_counted) else None
            if problem:
                problems.append(f"{command.place}: $ {command.text}\n{problem}\n")
        return problems

    def write(self, folder, tools):
        """Writes what its commands print into the page."""

        def block(match):
            if "not run" in match.group("note"):
                return match.group(0)
            rows = []
            for row in match.group("text").splitlines():
                if row.startswith(PROMPT):
                    rows.append(row)
                    rows += type_in(row[len(PROMPT):], folder, tools)[1].splitlines()
            return f"{match.group('note')}```console\n" + "\n".join(rows) + "\n```"

        self.path.write_text(BLOCK.sub(block, self.text))


def prepare(folder):
    """Makes a folder in which a page's commands run: beside them lie the repository's recordings and examples."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("Recordings", "Examples"):
        (folder / name).symlink_to(ROOT / name)
    (folder / ".home").mkdir()
    return folder


def type_in(text, folder, tools):
    """Types a line into a shell; gives its exit code, and what it prints on both streams, in order."""
    environment = {
        "PATH": os.pathsep.join([*map(str, tools), os.environ["PATH"]]),
        "HOME": str(folder / ".home"),
        "LANG": "C.UTF-8",
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        "COLUMNS": "100",
    }
    # The state of the shell goes on: a page may change into a folder, and name what it needs again.
    state = folder / ".shell"
    script = f"[ ! -f {state} ] || . {state}\n{text}\nkept=$?\n{{ echo cd \"'$PWD'\"; }} >{state}\nexit $kept\n"
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=600,
    )
    return done.returncode, done.stdout


def compare(command, status, said):
    """What is not as the page shows it; None if all is."""
    if command.is_timed and ("INVALID" in said or status == 3):
        return None
    if status != 0:
        return f"it ended with {status}:\n{said}"
    actual = [plain(row, command.masked) for row in said.splitlines()]
    position, anywhere = 0, False
    for row in command.shown:
        if row.strip() == "...":
            anywhere = True
            continue
        wanted = plain(row.removesuffix(" ..."), command.masked)
        is_start = row.endswith(" ...")

        def fits(line, wanted=wanted, is_start=is_start):
            return line.startswith(wanted) if is_start else line == wanted

        found = next((at for at in range(position, len(actual)) if fits(actual[at])), None)
        if found is None or (not anywhere and any(actual[position:found])):
            there = "\n".join(said.splitlines()[position:position + 12])
            return f"  shown:   {row}\n  printed from there on:\n{there}"
        position, anywhere = found + 1, False
    if not anywhere and command.shown and any(actual[position:]):
        return "  printed, and not shown:\n" + "\n".join(said.splitlines()[position:position + 12])
    return None


def plain(row, masked):
    """A line without what is not compared."""
    if masked:
        row = masked.sub("#", row)
    return " ".join(row.split())


if __name__ == "__main__":
    assert sys.argv[1:2] == ["--write"], __doc__
    binary = pathlib.Path(os.environ.get("KYMO", ROOT / ".build" / "release" / "kymo")).resolve()
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as scratch:
            page = Page(pathlib.Path(name).resolve())
            page.write(prepare(pathlib.Path(scratch) / "page"), [binary.parent])
