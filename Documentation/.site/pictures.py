#!/usr/bin/env python3
"""Takes the pictures of the README and the guide: pictures.py KYMO

Each is a page that the tool has written of a run that is made here, as Chromium shows it, in light and in dark.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "Documentation" / "pictures"
SESSION = "Recordings/devicecatalog/session.mcap"
# What each picture is of: the command that writes PAGE, and how much of the page is shown, in pixels.
RUNS = {
    "bench": (["bench", SESSION, "--attempts", "9", "--rate", "50k", "--export", "html=PAGE"], 900),
}
WIDTH = 1200


def main(binary, names):
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        pathlib.Path(folder, "Recordings").symlink_to(ROOT / "Recordings")
        shutil.copy(binary, pathlib.Path(folder, "kymo"))  # Pages name the tool as it was called.
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name in names or RUNS:
            words, height = RUNS[name]
            page = pathlib.Path(folder, f"{name}.html")
            words = [word.replace("PAGE", page.name).replace("KYMO", "./kymo") for word in words]
            done = subprocess.run(["./kymo", *words], cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{name}: the run is not one to show, exit {done.returncode}:\n{done.stdout[:600]}{done.stderr[-600:]}")
            for scheme in ("light", "dark"):
                view = browser.new_page(viewport={"width": WIDTH, "height": height}, color_scheme=scheme)
                view.goto(page.as_uri())
                view.wait_for_timeout(300)
                view.screenshot(path=PICTURES / f"{name}-{scheme}.png")
                view.close()
                print(f"{name}-{scheme}.png")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:])
