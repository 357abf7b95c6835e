"""Folders with little room, for tests of disks that fill up."""

import contextlib
import subprocess

import pytest


@contextlib.contextmanager
def small_disk(folder, size):
    """A file system of so many bytes ("24k", "1m") at a folder, until the end; skips where nothing can be mounted."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system is not permitted")
    try:
        yield folder
    finally:
        # Also if a process still has a file of it open.
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def full_disk(tmp_path):
    """A folder with room for one mebibyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, "1m"):
        yield folder
