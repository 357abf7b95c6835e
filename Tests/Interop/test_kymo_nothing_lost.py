"""What goes through a server, its capture and its recording at the same time is the same in all of them.

A hundred thousand requests with KYMOGRAPH_LONG=1, ten thousand otherwise: first as many as the server answers, then at
half of that rate.
"""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import ROOT

COUNT = 100_000 if os.environ.get("KYMOGRAPH_LONG") else 10_000
SESSION = ROOT / "Recordings/devicecatalog/session.mcap"


class Served:
    """A server that is captured and recorded while it serves."""

    def __init__(self, kymo, folder, *options):
        self.kymo, self.folder = kymo, folder
        self.process = subprocess.Popen(
            [str(kymo.binary), "serve", "--port", "0", "--format", "json"]
            + ["--record", str(folder / "s.mcap"), "--pcap", str(folder / "s.pcap"), *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        line = self.process.stderr.readline()
        assert " at http" in line, line + self.process.stderr.read()
        self.url = line.rsplit(" at ", 1)[1].strip().rstrip("/")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=120)
        assert self.process.returncode in (0, 3), err
        return json.loads(out)


def offer(kymo, url, rate, count):
    """Offers calls at a rate; what the client says of them."""
    done = subprocess.run(
        [str(kymo.binary), "load", url, str(SESSION), "--arrivals", "constant"]
        + ["--rate", str(rate), "--duration", str(count / rate), "--warm-up", "0", "--format", "json"],
        capture_output=True, text=True, timeout=240,
    )
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


def exchanges(kymo, path):
    return kymo.json("inspect", str(path))


@pytest.mark.parametrize("by", ["kernel", "server"])
def test_live_extracted_and_recorded_are_the_same_requests(kymo, tmp_path, by):
    if by == "kernel":
        probe = subprocess.run(
            [str(kymo.binary), "capture", "-i", "lo", "--port", "9", "-w", str(tmp_path / "p.pcap")]
            + ["--duration", "0.1"], capture_output=True, text=True,
        )
        if probe.returncode != 0:
            pytest.skip(f"no privilege to capture: {probe.stderr.strip()}")
    rate = 20_000.0
    for step in ("full", "half"):
        folder = tmp_path / step
        folder.mkdir()
        served = Served(kymo, folder, "--pcap-from", by)
        started = time.monotonic()
        told = offer(kymo, served.url, rate, COUNT if step == "half" else COUNT // 2)
        seconds = time.monotonic() - started
        report = served.stop()
        http = told["http"]
        # Everything that the client has a reply for was dispatched, recorded, and answered.
        answered = sum(report["responses"].values())
        assert http["replies"] == http["sent"] == answered, (http, report["responses"])
        recorded = kymo.json("inspect", str(folder / "s.mcap"))
        requests = {c["topic"]: c["count"] for c in recorded["channels"]}["/bridge/request"]
        # What is no call is answered, and is no command: pages that the recording goes to.
        commands = kymo.json("replay", str(folder / "s.mcap"), "--verify")
        assert commands["diverged"] is False
        found = exchanges(kymo, folder / "s.pcap")
        pcap = report["pcap"]
        if by == "server":
            assert pcap["lost"] == 0
            assert found["exchanges"] == answered
        elif step == "half":
            assert pcap["kernel"]["ps_drop"] == pcap["kernel"]["ps_ifdrop"] == 0, pcap
            assert found["exchanges"] == answered, (found["exchanges"], answered)
        else:
            # At full speed the kernel may lose some: then it says so, and nothing is missing silently.
            missing = answered - found["exchanges"]
            assert missing == 0 or pcap["kernel"]["ps_drop"] > 0, (missing, pcap)
        if found["exchanges"] == answered:
            again = kymo.json("replay", str(folder / "s.pcap"))
            assert again["events"] == requests
            assert again["digest"] == recorded["digest"], "stamps bring back the recording's digest"
        rate = max(500.0, http["replies"] / seconds / 2)
        print(f"{by}, {step}: {answered} answered of {http['sent']} in {seconds:.1f} s")
