// A page that breaks the built-ins for itself does not break what the native side hears.

test('timers, events, console, sensors and storage of the page go on', function* () {
  const seen = [];
  let count = 0;
  const keep = value => { Object.defineProperty(seen, count++, { value, enumerable: true, configurable: true }); };
  const saved = [];
  const bad = function () { throw new Error('the page broke it'); };
  const broken = [
    [Array.prototype, ['push', 'pop', 'shift', 'slice', 'map', 'filter', 'forEach', 'join', 'some', 'indexOf', Symbol.iterator]],
    [Map.prototype, ['get', 'set', 'has', 'delete', Symbol.iterator]], [Set.prototype, ['has', 'add']],
    [String.prototype, ['slice', 'replace', 'split', 'indexOf']], [RegExp.prototype, ['test', 'exec']],
    [Function.prototype, ['call', 'apply', 'bind']], [Math, ['floor', 'trunc', 'max', 'random']],
    [Reflect, ['apply', 'construct', 'ownKeys']], [Promise.prototype, ['then']], [JSON, ['stringify', 'parse']],
    [Object, ['keys', 'create', 'defineProperties', 'getOwnPropertyDescriptor', 'freeze']], [Number.prototype, ['toString']],
  ];
  const define = Object.defineProperty;
  for (let index = 0; index < broken.length; index += 1) {
    const target = broken[index][0], names = broken[index][1];
    for (let at = 0; at < names.length; at += 1) {
      saved[saved.length] = { target, name: names[at], value: target[names[at]] };
    }
  }
  for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = bad;
  const toBeTold = told.length;
  setTimeout(() => keep('timer'), 1);
  const gone = setTimeout(() => keep('never'), 1);
  clearTimeout(gone);
  addEventListener('devicemotion', event => keep(event.accelerationIncludingGravity.z));
  page.motion(1, 2, 3);
  navigator.geolocation.getCurrentPosition(position => keep(position.coords.latitude));
  navigator.geolocation.watchPosition(position => keep(position.coords.longitude));
  page.position(48, 11, 0, 1);
  console.log('said', { a: [1], b: 2 }, [1, , 3]);
  console.count();
  addEventListener('own', () => { throw new Error('thrown'); });
  dispatchEvent(new Event('own'));
  box.addEventListener('own2', () => keep('heard'));
  box.dispatchEvent(new CustomEvent('own2', { bubbles: true }));
  const date = String(new Date(0));
  for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = saved[index].value;
  yield 1;
  equal(seen, [3, 48, 11, 'heard', 'timer']);
  equal(take('console').map(one => one[1]), ['said {a: Array(1), b: 2} [1, empty, 3]', 'default: 1']);
  equal(take('error').map(one => one[0]), ['Error: thrown']);
  equal(date.slice(0, 15), 'Thu Jan 01 1970');
});

test('properties on Object.prototype are no fields of ours', function* () {
  Object.prototype.message = 'polluted';
  Object.prototype.isCancelled = true;
  Object.prototype.extra = 1;
  let ran = false;
  setTimeout(() => { ran = true; }, 0);
  const event = new CustomEvent('x');
  equal(event.detail, null);
  yield 0;
  delete Object.prototype.message;
  delete Object.prototype.isCancelled;
  delete Object.prototype.extra;
  equal(ran, true);
});

test('what the platform gives is of the kinds of the page', function* () {
  const kinds = [
    [document, Object], [document.createElement, Function], [box.querySelectorAll('*'), Object], [box.dataset, Object],
    [document.documentElement.getAttributeNames(), Array], [[].slice.call(box.childNodes), Array], [new Event('x'), Object],
    [new Event('x').composedPath(), Array], [new URL('http://a/?b=c'), Object], [new URLSearchParams('b=c').getAll('b'), Array],
    [[...new URLSearchParams('b=c')][0], Array], [[...new Headers({ a: 'b' })][0], Array], [new TextEncoder().encode('x'), Uint8Array],
    [new TextEncoder().encode('x').buffer, ArrayBuffer], [new TextEncoder().encodeInto('x', new Uint8Array(4)), Object],
    [fetch('http://a/'), Promise], [new Blob(['x']).text(), Promise], [new Response('[1]').json(), Promise],
    [location, Object], [history, Object], [navigator, Object], [navigator.languages, Array], [localStorage, Object],
    [matchMedia('all'), Object], [screen, Object], [getComputedStyle(box), Object], [box.getBoundingClientRect(), Object],
    [box.animate([], 1), Object], [box.animate([], 1).finished, Promise], [box.animate([{ color: 'red' }], 1).effect.getKeyframes(), Array],
    [navigator.permissions.query({ name: 'geolocation' }), Promise], [crypto.subtle.digest('SHA-1', new Uint8Array(1)), Promise],
    [crypto.subtle, Object], [new FileReader(), Object], [new Touch({ identifier: 1, target: box }), Object], [document.timeline, Object],
    [performance.getEntries(), Array], [structuredClone([new Date(0)])[0], Date], [new DOMException('x'), Error],
  ];
  equal(kinds.map(([value, Kind], index) => value instanceof Kind ? -1 : index).filter(index => index >= 0), []);
  const thrown = [];
  for (const bad of [() => new URL('::'), () => document.createElement('<'), () => document.appendChild(null), () => new Headers({ '': '' })]) {
    try { bad(); } catch (error) { thrown.push(error instanceof Error); }
  }
  equal(thrown, [true, true, true, true]);
  equal(box.querySelectorAll('*') instanceof Array, false);
  equal(document.createElement.constructor, Function);
  const plain = [history, new URLSearchParams(''), new Event('x')].map(one => Object.getPrototypeOf(Object.getPrototypeOf(one)));
  equal(plain.map(one => one === Object.prototype), [true, true, true]);
  let json, bytes;
  new Response('[1,{"a":2}]').json().then(value => { json = value; });
  new Response('xy').arrayBuffer().then(value => { bytes = value; });
  yield 0;
  equal([json instanceof Array, json[1] instanceof Object, bytes instanceof ArrayBuffer], [true, true, true]);
  take('fetch');
});
