// A host in JavaScript: what it was told is in `told`, and the test sets its clock and its files.
//
// `start(order, sources)` evaluates the scripts as the native side does; `turns(until)` runs what is due.
'use strict';
var told = [], files = {}, answers = {}, host, kit = {}, environment, page, clock = 1e12;

host = {
  now: () => clock,
  seed: [1, 2],
  console: (level, text, depth) => told.push(['console', level, text, depth]),
  error: (message, source, line, column) => told.push(['error', message, source, line, column]),
  missing: name => told.push(['missing', name]),
  readModule: path => native('module', path),
  readFile: path => path in files ? files[path] : null,
  evaluate: (text, source, line) => native('evaluate', text, source, line),
  navigate: (url, kind) => {
    told.push(['navigate', url, kind]);
    return false;
  },
  dialog: (kind, text, value) => {
    told.push(['dialog', kind, text, value]);
    return kind === 'confirm' ? true : kind === 'prompt' ? 'answer' : undefined;
  },
  storage: (area, key, value) => told.push(['storage', area, key, value]),
  fetch: (id, method, url, headers, body) => told.push(['fetch', id, method, url, headers, body]),
  cancel: id => told.push(['cancel', id]),
  call: text => {
    told.push(['call', text]);
    return true;
  },
  sensors: (kind, isWanted) => told.push(['sensors', kind, isWanted]),
};

function start(names) {
  for (const name of names) {
    const made = native('evaluate', native('script', name), name, 1)(host, kit);
    if (name === 'environment.js') environment = made;
  }
  page = kit.page;
}

/** What was told of a kind, and no more of it after this. */
function take(kind) {
  const found = told.filter(one => one[0] === kind).map(one => one.slice(1));
  told = told.filter(one => one[0] !== kind);
  return found;
}
