"""Apps of 2009 in `kymo run`: calls without a message, and the book's own com.js, which the native side had to drain."""

import pytest
from pages import app, lines, needs_engine, steps, totals  # noqa: F401

pytestmark = needs_engine

# The functions and variables of the printed listing; what empties the list is in no print.
COM = """
  var messages = [];
  var storeMessage = false;
  var canSend = %s;
  function makeCall(command, dataString) {
    var messageString = 'cmd=' + command + '&msg=' + dataString;
    if (storeMessage || !canSend) {
      messages.push(messageString);
    } else {
      storeMessage = true;
      window.location = 'call?' + messageString;
    }
  }
"""
MODES = pytest.mark.parametrize("mode", ["strict", "legacy"])


def counts(report):
    return {command["name"]: command["count"] for command in report["commands"]}


@MODES
@pytest.mark.parametrize("com", ["of the platform", "of the book"])
def test_a_call_without_a_message_is_what_the_book_makes_of_it(app, kymo, steps, mode, com):
    own = "" if com == "of the platform" else COM % "true"
    page = app.script(own + "makeCall('loc'); makeCall('logMessage');")
    report = app.report(page, steps, "--mode", mode)
    assert report["device"]["location.requests"] == 1 and counts(report)["logMessage"] == 1
    # Written as text, what was not given is a parameter, the word; the rules of today see that there is none.
    outcome = {command["name"]: command["outcomes"] for command in report["commands"]}["logMessage"]
    assert outcome == ({"completed": 1} if mode == "legacy" else {"failed": 1})
    assert report["device"].get("log.lines", 0) == (1 if mode == "legacy" else 0)


@MODES
def test_a_message_that_is_the_word_is_one(app, steps, mode):
    report = app.report(app.script("makeCall('logMessage', 'undefined');"), steps, "--mode", mode)
    assert report["device"]["log.lines"] == 1


@MODES
@pytest.mark.parametrize("ready", ["true", "false"])
def test_the_list_of_the_printed_com_js_is_drained(app, kymo, steps, tmp_path, mode, ready):
    page = app.script(COM % ready + """
      for (var n = 0; n < 5; n += 1) makeCall('logMessage', 'm' + n);
      var first = messages.length;
      setTimeout(function () { console.log(first, messages.length, storeMessage, canSend); }, 300);
      setTimeout(function () { makeCall('logMessage', 'later'); makeCall('logMessage', 'last'); }, 400);
    """)
    record = tmp_path / "run.mcap"
    report = app.report(page, steps, "--mode", mode, "--record", record)
    assert lines(report) == [f"{4 if ready == 'true' else 5} 0 false true"]
    _, to_native = totals(report)
    assert to_native["delivered"] == 7 == report["device"]["log.lines"] and report["waitingInPage"] == 0
    replayed = kymo.run("replay", record, "--format", "json")
    assert '"log.lines": 7' in replayed.stdout
    verified = kymo.run("run", page, record, "--mode", mode, "--verify")
    assert "verified  7 calls" in verified.stdout


def test_the_page_has_its_own_way_to_be_told_that_it_may_send(app, steps):
    page = app.script(COM % "false" + """
      function okToSend() { canSend = true; console.log('told'); makeCall('logMessage', 'now'); }
      makeCall('logMessage', 'before');
    """)
    report = app.report(page, steps)
    assert lines(report) == ["told"] and report["device"]["log.lines"] == 2


def test_a_list_that_waits_at_the_end_is_said(app, kymo, steps):
    page = app.script(COM % "true" + "for (var n = 0; n < 5; n += 1) makeCall('logMessage', 'm' + n);")
    report = app.report(page, steps, "--fault", "drop@0")
    _, to_native = totals(report)
    assert (to_native["dropped"], to_native["waiting"], report["waitingInPage"]) == (1, 4, 4)
    told = kymo.run("run", page, steps, "--fault", "drop@0").stdout
    assert "waiting   4 calls in the page: the one before them has not arrived" in told
    # The platform's own queue, too.
    page = app.script("for (var n = 0; n < 5; n += 1) makeCall('logMessage', 'm' + n);")
    assert app.report(page, steps, "--fault", "drop@0")["waitingInPage"] == 4


def test_what_a_page_calls_messages_is_left_alone(app, steps):
    page = app.script("""
      var messages = ['mine']; var storeMessage = false;
      makeCall('logMessage', 'one'); makeCall('logMessage', 'two');
      setTimeout(function () { console.log(messages.length, storeMessage); }, 500);
    """)
    report = app.report(page, steps)
    assert lines(report) == ["1 false"] and report["waitingInPage"] == 0 and report["device"]["log.lines"] == 2
