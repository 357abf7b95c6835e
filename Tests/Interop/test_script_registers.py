"""What comes and goes in the scripts of the platform is not kept by what once reached it.

In JavaScriptCore each table that a map has outgrown leads to the next. Here the first table of the first map is held, as a
word on the stack may hold it; what was put into the map much later must go all the same.
"""

import ctypes
import pathlib

import pytest
from script_engine import Engine, library

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Sources/KymoScript/Scripts"
pytestmark = pytest.mark.skipif(library() is None, reason="needs libjavascriptcoregtk-4.1-0")

ROUNDS = 5000
# Some go at once, and some when the map has been changed for another.
MOST = 250

HOLD = """
const refs = [], held = [], Weak = WeakRef;
let isHolding = false;
const { set } = Map.prototype;
Map.prototype.set = function (key, value) {
  set.call(this, key, value);
  if (isHolding && held.length === 0) held.push(this.entries());
  return this;
};
function made() { const one = () => {}; refs.push(new Weak(one)); return one; }
const alive = () => String(refs.filter(one => one.deref() !== undefined).length);
"""


@pytest.fixture
def engine():
    with Engine({}) as engine:
        collect = engine.js.JSSynchronousGarbageCollectForDebugging
        collect.argtypes = [ctypes.c_void_p]
        engine.collect = lambda: collect(engine.context)
        engine.evaluate(HOLD)
        yield engine


def load(engine, name):
    """Makes a global of what a file gives."""
    engine.evaluate(f"globalThis.script = {(SCRIPTS / name).read_text(encoding='utf-8')}")


def test_a_map_does_keep_what_came_later(engine):
    """If this fails, the engine has become better, and the registers are needed no more."""
    engine.evaluate(f"""
        const map = new Map();
        isHolding = true;
        for (let n = 0; n < {ROUNDS}; n += 1) {{ map.set(n, made()); map.delete(n - 20); }}
    """)
    engine.collect()
    assert int(engine.evaluate("alive()")) > ROUNDS / 3


def test_timers(engine):
    load(engine, "environment.js")
    engine.evaluate(f"""
        const host = {{
          now: () => 0, seed: [1, 2], error: text => {{ throw new Error(text); }}, missing() {{}}, evaluate() {{}},
        }};
        const kit = {{}};
        script(host, kit);
        isHolding = true;
        for (let n = 0; n < 20; n += 1) kit.timers.setTimeout(made(), 0);
    """)
    engine.evaluate(f"""
        for (let n = 20; n < {ROUNDS}; n += 1) {{ kit.timers.setTimeout(made(), 0); kit.environment.runTimers(0); }}
    """)
    engine.collect()
    assert int(engine.evaluate("alive()")) < MOST
    assert engine.evaluate("String(refs.length)") == str(ROUNDS)


def test_calls_of_dialects(engine):
    engine.evaluate("globalThis.DOMException = globalThis.MessageEvent = class {}; globalThis.reportError = () => {};")
    load(engine, "dialect.js")
    engine.evaluate(f"""
        const {{ register, get, set: put, remove }} = script({{ report() {{}}, isStrict: false }});
        const calls = register();
        isHolding = true;
        let found = 0;
        for (let n = 0; n < {ROUNDS}; n += 1) {{
          put(calls, String(n), made());
          if (get(calls, String(n - 20)) !== undefined) found += 1;
          remove(calls, String(n - 20));
          if (get(calls, String(n - 20)) !== undefined || get(calls, String(n)) === undefined) throw new Error(n);
        }}
    """)
    engine.collect()
    assert engine.evaluate("String(found)") == str(ROUNDS - 20)
    assert int(engine.evaluate("alive()")) < MOST
