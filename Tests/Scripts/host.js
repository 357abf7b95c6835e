// A host in JavaScript: what it was told is in `told`, and the test sets its clock and its files.
//
// `start(scripts)` evaluates the scripts as the native side does, each in its place; `turns(until)` runs what is due.
'use strict';
var told = [], files = {}, answers = {}, host, kit = { __proto__: null }, environment, page, clock = 1e12;

// Whatever a page did to arrays.
const put = Object.defineProperty;
function tell(...values) {
  put(told, told.length, { value: values, writable: true, enumerable: true, configurable: true });
}

host = {
  now: () => clock,
  seed: [1, 2],
  console: (level, text, depth) => tell('console', level, text, depth),
  error: (message, source, line, column) => tell('error', message, source, line, column),
  missing: name => tell('missing', name),
  readModule: path => native('module', path),
  readFile: path => path in files ? files[path] : null,
  evaluate: (text, source, line) => native('evaluate', text, source, line),
  navigate: (url, kind) => {
    tell('navigate', url, kind);
    return url.includes('#');
  },
  dialog: (kind, text, value) => {
    tell('dialog', kind, text, value);
    return kind === 'confirm' ? true : kind === 'prompt' ? 'answer' : undefined;
  },
  storage: (key, value, area) => tell('storage', key, value, area),
  fetch: (id, method, url, headers, body) => tell('fetch', id, method, url, headers, body),
  cancel: id => tell('cancel', id),
  call: text => {
    tell('call', text);
    return true;
  },
  sensors: (kind, isWanted) => tell('sensors', kind, isWanted),
};

function start(scripts) {
  for (const [name, place] of scripts) {
    const made = native(place === 'page' ? 'evaluate' : 'apart', native('script', name), name, 1)(host, kit);
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
