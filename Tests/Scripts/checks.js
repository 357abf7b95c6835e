// Tests: `test(name, function* () {...})`; `yield 100` lets 100 ms go by. `equal` compares values as JSON.
'use strict';
var tests = new Map(), checked = 0;
function test(name, body) { tests.set(name, body); }
function equal(actual, expected, about = '') {
  checked += 1;
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${about} is ${one}, and not ${other}`);
}
function throws(body, name) {
  checked += 1;
  try {
    body();
  } catch (error) {
    if (error.name === name) return;
    throw new Error(`throws ${error.name}: ${error.message}, and not ${name}`);
  }
  throw new Error(`does not throw ${name}`);
}
/** The names of the parts of the platform that are evaluated from now on. */
function partsSeen() {
  const seen = [];
  const { part } = host;
  host.part = name => {
    seen[seen.length] = name;
    return part(name);
  };
  return seen;
}
