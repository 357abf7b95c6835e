"""Prints the slowest tests of JUnit reports: slowest.py COUNT REPORT..."""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def tests(path):
    """The seconds and the name of each test of a report; none if there is no report, or half of one."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    kind = pathlib.Path(path).stem
    return [
        (float(case.get("time", 0)), f"{kind}: {case.get('classname', '')} {case.get('name', '')}")
        for case in root.iter("testcase")
    ]


def main():
    found = [test for path in sys.argv[2:] for test in tests(path)]
    print(f"\nthe slowest of {len(found)} tests")
    for seconds, name in sorted(found, reverse=True)[: int(sys.argv[1])]:
        print(f"{seconds:8.1f} s  {name[:150]}")


main()
