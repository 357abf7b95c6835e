// Parts of the platform that are evaluated when a page first touches what they give.

const NAMES = [
  'WebSocket', 'EventSource', 'CloseEvent', 'ReadableStream', 'WritableStream', 'TransformStream', 'TextDecoderStream',
  'CountQueuingStrategy', 'IDBKeyRange', 'IDBDatabase', 'IDBRequest', 'DOMStringList',
];
const parts = () => {
  const seen = [];
  const { part } = host;
  host.part = name => {
    seen[seen.length] = name;
    return part(name);
  };
  return seen;
};

test('looking for names evaluates nothing, and finds what is there later', function* () {
  const seen = parts();
  const own = Object.getOwnPropertyNames(window);
  for (const name of NAMES) {
    equal([name in window, typeof window[name], Object.hasOwn(window, name), own.includes(name)], [true, 'function', true, true]);
    const { value, ...rest } = Object.getOwnPropertyDescriptor(window, name);
    equal([value === window[name], rest], [true, { writable: true, enumerable: false, configurable: true }]);
  }
  equal(Object.keys(window).filter(name => NAMES.includes(name)), []);
  equal('indexedDB' in window && typeof window === 'object', true);
  equal(seen, []);
  equal(Object.getOwnPropertyNames(window), own);
  equal(String(WebSocket).includes('[native code]'), true);
});

test('a class that was kept before is the class', function* () {
  const seen = parts();
  const [Kept, Base] = [ReadableStream, EventTarget];
  const socket = WebSocket;
  equal(seen, []);
  const stream = new Kept();
  equal(seen, ['streams.js', 'readable.js', 'pipes.js']);
  equal([stream instanceof ReadableStream, stream.constructor === Kept, Kept === ReadableStream], [true, true, true]);
  equal(Object.getOwnPropertyNames(Kept), ['length', 'name', 'prototype', 'from']);
  equal([Kept.name, Object.prototype.toString.call(stream)], ['ReadableStream', '[object ReadableStream]']);
  equal(Object.getOwnPropertyDescriptor(Kept, 'prototype').writable, false);
  equal([Object.getPrototypeOf(socket) === Base, socket.OPEN, socket.prototype instanceof Base], [true, 1, true]);
  class Own extends WebSocket { constructor() { super('ws://localhost/'); } }
  equal([new Own() instanceof WebSocket, Object.isFrozen(Object.freeze(socket))], [true, true]);
  throws(() => IDBKeyRange(1), 'TypeError');
  throws(() => Kept(), 'TypeError');
  equal(take('missing').map(one => one[0]), ['a server of web sockets at ws://localhost/']);
});

test('what stands in the place of a class is of the page', function* () {
  const seen = parts();
  const { WebSocket: kept } = window;
  Object.defineProperty(window, 'WebSocket', { value: 1 });
  window.WebSocket = 2;
  delete window.EventSource;
  equal([window.WebSocket, 'EventSource' in window, seen.length], [2, false, 0]);
  equal([new CloseEvent('close').code, window.WebSocket, 'EventSource' in window], [0, 2, false]);
  equal(kept.name, 'WebSocket');
});

test('a page that broke its built-ins before has them all the same', function* () {
  const mend = breakBuiltIns();
  const kinds = [Object, 'getOwnPropertyDescriptor', Reflect, 'get', Reflect, 'construct', WeakMap.prototype, 'get',
    WeakMap.prototype, 'set', Uint8Array.prototype.__proto__, 'slice', ArrayBuffer, 'isView', AbortController.prototype, 'abort'];
  const saved = [];
  for (let index = 0; index < kinds.length; index += 2) {
    saved[index] = kinds[index][kinds[index + 1]];
    kinds[index][kinds[index + 1]] = () => { throw new Error('the page broke it'); };
  }
  const names = ['EventTarget', 'AbortController', 'TextDecoder', 'WeakMap', 'Date', 'TypeError', 'Uint8Array'];
  const own = [];
  for (let index = 0; index < names.length; index += 1) {
    own[index] = window[names[index]];
    window[names[index]] = undefined;
  }
  let failure = null, stream, range, event;
  try {
    stream = new ReadableStream({ start(controller) { controller.enqueue(5); } });
    range = IDBKeyRange.bound(1, [2]);
    event = new CloseEvent('close', { code: 1001 });
  } catch (error) { failure = error; }
  for (let index = 0; index < names.length; index += 1) window[names[index]] = own[index];
  for (let index = 0; index < kinds.length; index += 2) kinds[index][kinds[index + 1]] = saved[index];
  mend();
  equal(failure === null ? null : String(failure) + failure.stack, null);
  equal([range.upper, event.code, event instanceof Event], [[2], 1001, true]);
  const seen = [];
  stream.getReader().read().then(({ value }) => { seen.push(value); });
  yield 0;
  equal(seen, [5]);
});
