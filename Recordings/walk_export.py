#!/usr/bin/env python3
"""Writes the first half minute of the recorded walk as phyphox exports one: walk_export.py SESSION FOLDER.

The folder is Examples/Walk, which the guide imports. It has the columns and units of phyphox, and times since the start
of the experiment; the last line of the locations is one without a fix, as phones write it.
"""

import csv
import pathlib
import sys

from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

SECONDS = 30


def written(path, header, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([header, *rows])


def main(session, folder):
    folder = pathlib.Path(folder)
    accelerations, fixes, start = [], [], None
    with open(session, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        for _, channel, message, value in reader.iter_decoded_messages(topics=["/accelerometer", "/location"]):
            start = message.log_time if start is None else start
            time = (message.log_time - start) / 1e9
            if time > SECONDS:
                break
            if channel.topic == "/accelerometer":
                accelerations.append([f"{time:.9f}", *(f"{axis:.6f}" for axis in (value.x, value.y, value.z))])
            else:
                fix = [f"{time:.9f}", f"{value.latitude:.7f}", f"{value.longitude:.7f}", f"{value.altitude:.3f}",
                       f"{value.speed:.3f}", f"{value.course:.2f}", f"{value.horizontal_accuracy:.2f}",
                       f"{value.vertical_accuracy:.2f}"]
                fixes.append([word.replace("nan", "NaN") for word in fix])
    fixes.append([f"{float(fixes[-1][0]) + 1:.9f}", *["NaN"] * 7])
    written(folder / "Accelerometer.csv", ["Time (s)", "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"], accelerations)
    written(
        folder / "Location.csv",
        ["Time (s)", "Latitude (°)", "Longitude (°)", "Height (m)", "Velocity (m/s)", "Direction (°)",
         "Horizontal Accuracy (m)", "Vertical Accuracy (m)"],
        fixes,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
