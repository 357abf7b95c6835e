// A host in JavaScript: what it was told is in `told`, and the test sets its clock and its files.
//
// `start(scripts, later)` evaluates the scripts as the native side does, each in its place, and the others when they are
// asked for; `turns(until)` runs what is due.
'use strict';
var told = [], files = {}, answers = {}, host, kit = { __proto__: null }, environment, page, clock = 1e12, ports = null;

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
  missing: (name, place) => place === undefined ? tell('missing', name) : tell('missing', name, place),
  readModule: path => native('module', path),
  readFile: path => path in files ? files[path] : (ports !== null && ports.file && ports.file(path)) || null,
  evaluate: (text, source, line) => native('evaluate', text, source, line),
  navigate: (url, kind) => {
    if (kind === 'iframe' && ports !== null && ports.navigate && ports.navigate(url)) return false;
    tell('navigate', url, kind);
    return url.includes('#');
  },
  dialog: (kind, text, value) => {
    const swallowed = kind === 'prompt' && ports !== null ? ports.prompt(text, value) : undefined;
    if (swallowed !== undefined) return swallowed;
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
  makeRealm: () => +native('realm'),
  evaluateIn: (number, text, source, line) => native('evaluate', text, source, line, number),
  dropRealm: number => native('drop', number),
  startRealm(number, workerHost, workerKit, rejected) {
    for (let index = 0; index < workerScripts.length; index += 1) {
      const name = workerScripts[index][0];
      native(workerScripts[index][1] === 'page' ? 'evaluate' : 'apart', native('script', name), name, 1, number)(workerHost, workerKit);
    }
    native('rejections', rejected, number);
  },
};
/** What the world of a worker is made of: names and places, as for `start`. */
var workerScripts = [];

function start(scripts, later) {
  const { native } = globalThis;
  const places = { __proto__: null };
  for (const [name, place] of [...scripts, ...later]) places[name] = place === 'page' ? 'evaluate' : 'apart';
  host.part = name => native(places[name], native('script', name), name, 1);
  host.partIn = (number, name) => native(places[name], native('script', name), name, 1, number);
  for (const [name] of scripts) {
    const made = host.part(name)(host, kit);
    if (name === 'environment.js') environment = made;
  }
  page = kit.page;
}

/** Evaluates the page half of a dialect, with what dialects share, and gives it a native side. */
function half(name, side) {
  const script = file => native('evaluate', native('script', file), file, 1);
  return script(`dialect-${name}.js`)(side, script('dialect.js')(side));
}

/** Puts the page half of a dialect into the page, before its first script, with a native side that keeps what it hears. */
function join(name, options) {
  const hears = kind => (...values) => tell(kind, ...values);
  ports = half(name, {
    __proto__: null, platform: 'ios', isStrict: false, seed: () => 0.25, plugins: [],
    post: hears('post'), control: hears('control'), report: hears('report'), log: hears('log'), ...options,
  });
}

/** What was told of a kind, and no more of it after this. */
function take(kind) {
  const found = told.filter(one => one[0] === kind).map(one => one.slice(1));
  told = told.filter(one => one[0] !== kind);
  return found;
}

/**
 * Puts a dialect into the page as `join` does, with a native side that a test keeps: what it was told is in `posts`,
 * `controls`, `reports` and `logs`; `answer`, `fail` and `raise` are turns of native code.
 */
function dialect(name, given = {}) {
  // Whatever a page did to arrays.
  const keep = (list, value) => put(list, list.length, { value, writable: true, enumerable: true, configurable: true });
  const side = { posts: [], controls: [], reports: [], logs: [] };
  const said = value => value === undefined ? '' : JSON.stringify(value);
  // A token is what was posted, or the post itself.
  const tokenOf = post => encodeURIComponent(typeof post === 'string' ? post : post[2]);
  side.ports = ports = half(name, {
    __proto__: null, platform: 'ios', isStrict: false, seed: () => 0.25, plugins: [], ...given,
    post: (...values) => { keep(side.posts, values); },
    control: (...values) => { keep(side.controls, values); },
    report: text => { keep(side.reports, text); },
    log: (...values) => { keep(side.logs, values); },
  });
  side.receive = side.ports.receive;
  side.answer = (post, value, isKept = false) => { side.receive(`value ${tokenOf(post)} ${+isKept}\n${said(value)}`); };
  side.fail = (post, error, isKept = false) => { side.receive(`error ${tokenOf(post)} ${+isKept}\n${said(error)}`); };
  side.raise = (event, value, token = '-') => { side.receive(`event ${token} ${event}\n${said(value)}`); };
  side.commands = () => side.posts.map(one => one[0]);
  return side;
}
/** Loads a page of one script; it has run after the turn that a test yields for. */
function showPage(script, body = '<div id=box></div>') {
  page.load(`<!doctype html><title>Test</title><body>${body}<script>${script}</script>`, 'index.html', false);
  return 0;
}

/**
 * Breaks what a page can replace, and gives what mends it; what runs between takes no built-in from the page. `toJSON` is
 * not for what the page's own JSON makes on a phone, too.
 */
function breakBuiltIns(breaksJSON = true) {
  const bad = function () { throw new Error('the page broke it'); };
  const broken = [
    [Array.prototype, ['push', 'map', 'join', 'slice', 'concat', 'forEach', 'indexOf', Symbol.iterator]],
    [Object, ['keys', 'create', 'defineProperty', 'getPrototypeOf', 'setPrototypeOf']], [Reflect, ['apply']],
    [String.prototype, ['slice', 'indexOf', 'split', 'startsWith', 'toLowerCase']], [JSON, ['stringify', 'parse']],
    [Date.prototype, ['toISOString', 'getTime', 'toJSON']], [Map.prototype, ['get', 'set', 'has', 'delete']],
    [Function.prototype, ['call', 'apply', 'bind']], [EventTarget.prototype, ['dispatchEvent', 'addEventListener']],
    [globalThis, ['structuredClone', 'Promise', 'setTimeout', 'String', 'MessageEvent', 'decodeURIComponent', 'btoa', 'eval']],
  ];
  const saved = [];
  for (const [target, names] of broken) for (const name of names) saved[saved.length] = { target, name, value: target[name] };
  for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = bad;
  if (breaksJSON) Array.prototype.toJSON = Object.prototype.toJSON = bad;
  return () => {
    delete Array.prototype.toJSON;
    delete Object.prototype.toJSON;
    for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = saved[index].value;
  };
}
